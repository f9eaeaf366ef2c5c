"""Plays an effect in a window of moderngl among cubes of its own, which hide particles and are not touched by them:
effect_window.py [--headless] [--frames N] [--output FILE.png or .ppm]. With --frames it ends by itself, prints the hash of the
particles, and writes its last frame. Needs numpy, moderngl, moderngl_window and winnow."""
import argparse
import math
import time

import moderngl
import numpy
from moderngl_window.context.headless import Window as HeadlessWindow
from PIL import Image

import winnow

SIZE = (960, 540)
FRAME = 1 / 60  # seconds
CUBES = [  # place and edges in metres, colour in linear light, turns a minute
    ((0, -0.25, 0), (9, 0.5, 9), (0.035, 0.04, 0.055), 0),  # the floor
    ((-1.5, 0.45, 0.9), (0.7, 0.7, 0.7), (0.10, 0.22, 0.45), 10),
    ((1.35, 0.4, 1.3), (0.6, 0.6, 0.6), (0.12, 0.40, 0.32), -14),
    ((-0.9, 0.6, -1.9), (1.0, 1.0, 1.0), (0.30, 0.16, 0.42), 6),
    ((1.6, 0.5, -1.2), (0.8, 0.8, 0.8), (0.36, 0.36, 0.40), -8),
    ((0.35, 0.9, 1.9), (0.55, 0.55, 0.55), (0.05, 0.14, 0.50), 12),  # before the fountain
]
DRAW_CUBES = """#version 450 core
uniform mat4 view, projection;
in vec3 corner, normal;
in mat4 place;
in vec3 colour;
out vec3 at, facing, paint;
void main() {
    at = (place * vec4(corner, 1.0)).xyz;
    facing = transpose(inverse(mat3(place))) * normal;
    paint = colour;
    gl_Position = projection * view * vec4(at, 1.0);
}"""
SHADE_CUBES = """#version 450 core
in vec3 at, facing, paint;
out vec4 light;
void main() {
    vec3 normal = normalize(facing), to_fire = vec3(0.0, 0.7, 0.0) - at;
    float sky = 0.25 + 0.2 * normal.y + 0.5 * max(dot(normal, normalize(vec3(0.4, 0.6, 0.7))), 0.0);
    float fire = max(dot(normal, normalize(to_fire)), 0.0) / (0.4 + dot(to_fire, to_fire));
    light = vec4(paint * (sky * vec3(0.75, 0.85, 1.0) + fire * vec3(5.0, 1.6, 0.4)), 1.0);
}"""
COVER = """#version 450 core
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }"""
SHOW = """#version 450 core
layout(binding = 0) uniform sampler2D picture;
out vec4 shown;
void main() {
    vec3 light = 1.0 - exp(-1.3 * texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb);
    shown = vec4(mix(12.92 * light, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, greaterThan(light, vec3(0.0031308))), 1.0);
}"""


class WindowWithoutDisplay(HeadlessWindow):
    """A window of moderngl_window that needs no display, since EGL makes its context."""

    def init_mgl_context(self):
        """Makes the context and the picture that stands for the window."""
        self._ctx = moderngl.create_standalone_context(require=self.gl_version_code, backend="egl")
        self._fbo = self._ctx.simple_framebuffer(self.size)
        self.use()


def open_window(headless):
    """Returns a window with a context of OpenGL 4.5."""
    if headless:
        return WindowWithoutDisplay(size=SIZE, gl_version=(4, 5))
    from moderngl_window.context.pyglet import Window  # which looks for a display already here
    window = Window(title="Winnow", size=SIZE, gl_version=(4, 5), resizable=False)
    window.exit_key = window.fullscreen_key = None  # the key would end the context before the stage
    return window


def cube():
    """Returns the corners and normals of a cube's 12 triangles; its edges are 1."""
    rows = []
    for axis in range(3):
        for side in (-1, 1):
            normal, across, up = side * numpy.eye(3)[axis], numpy.eye(3)[axis - 2], side * numpy.eye(3)[axis - 1]
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, -1), (1, 1), (-1, 1)):
                rows.append([*(normal + a * across + b * up) / 2, *normal])
    return numpy.array(rows, "f4")


def placed(place, edges, minutes):
    """Returns the matrix, as in mathematics, that scales, turns and moves the cube."""
    c, s = math.cos(2 * math.pi * minutes), math.sin(2 * math.pi * minutes)
    matrix = numpy.array([[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]]) @ numpy.diag([*edges, 1])
    matrix[:3, 3] = place
    return matrix


def camera(eye, down, height, width_by_height, near=0.1, far=100):
    """Returns the view of an eye that looks along -z and `down` by an angle, and the projection of a lens that sees the angle
    `height`: matrices as in mathematics. Angles are in degrees."""
    c, s = math.cos(math.radians(down)), math.sin(math.radians(down))
    turn, move = numpy.eye(4), numpy.eye(4)
    turn[1:3, 1:3] = [[c, -s], [s, c]]
    move[:3, 3] = -numpy.array(eye)
    f, z, w = 1 / math.tan(math.radians(height) / 2), (far + near) / (near - far), 2 * far * near / (near - far)
    return turn @ move, numpy.array([[f / width_by_height, 0, 0, 0], [0, f, 0, 0], [0, 0, z, w], [0, 0, -1, 0]])


def play(window, frames):
    """Draws that many frames, a 60th of a second each; if they are infinite, by the clock until the window is closed. Returns the
    hash of the particles."""
    context, size = window.ctx, window.buffer_size
    light, depth = context.texture(size, 4, dtype="f2"), context.depth_texture(size)
    picture = context.framebuffer(light, depth)
    view, projection = camera((0, 2.0, 6.2), 9, 40, size[0] / size[1])
    cubes = context.program(vertex_shader=DRAW_CUBES, fragment_shader=SHADE_CUBES)
    show = context.program(vertex_shader=COVER, fragment_shader=SHOW)
    cubes["view"].write(view.T.astype("f4").tobytes())
    cubes["projection"].write(projection.T.astype("f4").tobytes())
    places = context.buffer(reserve=len(CUBES) * 19 * 4)
    solid = context.vertex_array(cubes, [(context.buffer(cube().tobytes()), "3f 3f", "corner", "normal"),
                                         (places, "16f 3f /i", "place", "colour")])
    whole = context.vertex_array(show, [])
    # All that is set is set once, before the loop: winnow restores what it changes, which moderngl need not know.
    context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
    light.use(0)
    with winnow.Stage() as stage:
        effect = stage.load("fountain")
        fountain = effect.play()
        is_timed = frames < math.inf
        if is_timed:
            effect.wait_ready()
        now, passed, frame = time.monotonic(), 0.0, 0
        while not window.is_closing and frame < frames:
            before, now = now, time.monotonic()
            seconds = FRAME if is_timed else min(now - before, 0.1)
            passed, frame = passed + seconds, frame + 1
            places.write(numpy.array([[*placed(place, edges, passed / 60 * turns).T.flat, *colour]
                                      for place, edges, colour, turns in CUBES], "f4").tobytes())
            picture.use()
            picture.clear(0.002, 0.003, 0.008)
            solid.render(instances=len(CUBES))
            stage.advance(seconds)
            stage.draw(view.T, projection.T, size, framebuffer=picture.glo, depth_texture=depth.glo)
            window.clear()
            whole.render(vertices=3)
            window.swap_buffers()
        if context.error != "GL_NO_ERROR":
            raise SystemExit("effect_window.py: there was an error of OpenGL")
        return fountain.hash()


def main():
    """Runs the program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--headless", action="store_true", help="open no window")
    parser.add_argument("--frames", type=int, default=math.inf, help="end after so many frames, a 60th of a second each")
    parser.add_argument("--output", help="the picture of the last frame, .png or .ppm")
    arguments = parser.parse_args()
    window = open_window(arguments.headless)
    print(f"{play(window, arguments.frames):016x}")
    if arguments.output:
        pixels = window.fbo.read(components=3, alignment=1)
        Image.frombytes("RGB", window.buffer_size, pixels).transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(arguments.output)
    window.destroy()


if __name__ == "__main__":
    main()
