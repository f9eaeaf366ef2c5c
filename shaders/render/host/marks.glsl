// Draws lines in the world and rectangles on the picture over another program's picture, as app/render/marks.h lists them.

#section vertex
// Two triangles of a mark: along a line that is as wide wherever it is, or over a rectangle.
#include "render/frame/camera.glsl"

struct Mark {
    vec4 from, to;  // w is 1: a line in the world; 0: the corners of a rectangle, pixels from the upper left
    vec4 color;
};
layout(std430, binding = BIND_MARKS) readonly buffer Marks { Mark marks[]; };

uniform float upwards;  // -1: the picture's rows go downwards

flat out vec4 color;

const float WIDTH = 0.75;  // pixels on each side of a line's middle
const float MIN_W = 1e-3;  // lines are cut here, before the eye

vec4 seen(vec3 place) { return projection_matrix() * (view_matrix() * vec4(place, 1.0)); }

// Returns the end of the part of a line that lies before the eye.
vec4 cut(vec4 end, vec4 other) {
    if (end.w >= MIN_W || other.w <= MIN_W) return end;
    return mix(end, other, (MIN_W - end.w) / (other.w - end.w));
}

vec4 on_line(Mark mark, vec2 corner) {
    const vec4 first = seen(mark.from.xyz), last = seen(mark.to.xyz);
    const vec4 from = cut(first, last), to = cut(last, first);
    if (from.w < MIN_W || to.w < MIN_W) return vec4(0.0, 0.0, 0.0, 1.0);
    const vec2 way = (to.xy / to.w - from.xy / from.w) * camera.viewport.xy;
    const vec2 side = normalize(vec2(-way.y, way.x) + vec2(0.0, 1e-6)) * (2.0 * WIDTH) * camera.viewport.zw;
    const vec4 end = corner.x > 0.5 ? to : from;
    return vec4(end.xy / end.w + side * (2.0 * corner.y - 1.0), 0.0, 1.0);
}

void main() {
    const Mark mark = marks[uint(gl_VertexID) / 6u];
    const uint v = uint(gl_VertexID) % 6u;
    const vec2 corner = vec2(v == 1u || v == 2u || v == 4u, v == 2u || v == 4u || v == 5u);
    color = mark.color;
    if (mark.from.w > 0.5) {
        gl_Position = on_line(mark, corner);
    } else {
        const vec2 pixel = mix(mark.from.xy, mark.to.xy, corner);
        gl_Position = vec4(vec2(2.0, -2.0) * pixel * camera.viewport.zw + vec2(-1.0, 1.0), 0.0, 1.0);
    }
    gl_Position.y *= upwards;
}

#section fragment
// Returns the colour, multiplied by its opacity: as it is, if ENCODED is 1, else as light.
#include "render/host/srgb.glsl"
flat in vec4 color;
out vec4 light;

void main() {
    light = vec4((ENCODED == 1 ? color.rgb : decoded(color.rgb)) * color.a, color.a);
}
