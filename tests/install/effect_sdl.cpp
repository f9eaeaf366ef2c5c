// Plays effects in the picture of another program: effect_sdl [FRAMES [FILE.ppm [EFFECT]]]. Stones turn round
// a fountain, and a smaller one runs round the stones. The program draws the stones in light of any strength
// with four samples a pixel, lets Winnow add its particles, which the stones hide, and shows the result in
// its window. With FRAMES it makes as many frames of 1/60 s, and writes the last one to the file; without, it
// runs until the window is closed. Exit status: 2 for a wrong argument, 3 if something is missing here.
#define GL_GLEXT_PROTOTYPES
#include <SDL.h>
#include <SDL_opengl.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <winnow/effect.hpp>

namespace {

constexpr int width = 960, height = 540, samples = 4;
constexpr double frame_seconds = 1.0 / 60, longest_frame = 0.1;
constexpr float pi = 3.14159265f;

using Vector = std::array<float, 3>;
using Matrix = std::array<float, 16>;

/// What goes wrong beyond Winnow, with the exit status.
struct Failure : std::runtime_error {
    Failure(int its_status, const std::string& why) : std::runtime_error(why), status(its_status) {}
    int status;
};
constexpr int wrong_argument = 2, missing = 3;

// --- the window ------------------------------------------------------------------------------------------

class Window {
  public:
    Window() {
        if (SDL_Init(SDL_INIT_VIDEO) != 0) fail("no display");
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 5);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
        window_ = SDL_CreateWindow("Winnow in SDL", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width,
                                   height, SDL_WINDOW_OPENGL);
        if (window_ == nullptr) fail("no window");
        context_ = SDL_GL_CreateContext(window_);
        if (context_ == nullptr) fail("no OpenGL 4.5");
    }
    ~Window() {
        SDL_GL_DeleteContext(context_);
        SDL_DestroyWindow(window_);
        SDL_Quit();
    }
    Window(const Window&) = delete;

    void show() const { SDL_GL_SwapWindow(window_); }
    static bool is_closed() {
        bool closed = false;
        for (SDL_Event event; SDL_PollEvent(&event) != 0;) closed = closed || event.type == SDL_QUIT;
        return closed;
    }

  private:
    [[noreturn]] static void fail(const std::string& what) {
        throw Failure(missing, what + ": " + SDL_GetError());
    }

    SDL_Window* window_ = nullptr;
    SDL_GLContext context_ = nullptr;
};

// --- the program's own picture ---------------------------------------------------------------------------

/// A cube whose corners are made from their numbers, so that no buffer is needed. It is placed by uniforms.
constexpr const char* box_vertices = R"(#version 450
uniform mat4 view, projection;
uniform vec3 middle, reach;
uniform float turn;
out vec3 place, normal;
const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
void main() {
    int face = gl_VertexID / 6, axis = face % 3;
    vec2 corner = corners[gl_VertexID % 6];
    normal = vec3(0);
    normal[axis] = face < 3 ? 1 : -1;
    vec3 point = normal;
    point[(axis + 1) % 3] = corner.x;
    point[(axis + 2) % 3] = corner.y;
    mat3 turned = mat3(cos(turn), 0, -sin(turn), 0, 1, 0, sin(turn), 0, cos(turn));
    place = middle + turned * (reach * point);
    normal = turned * normal;
    gl_Position = projection * view * vec4(place, 1);
})";

/// Light of the moon and of both fountains. Haze of the sky's colour hides where the ground ends.
constexpr const char* box_light = R"(#version 450
uniform vec3 colour, sky, eye, lamps[2];
uniform float strengths[2];
in vec3 place, normal;
out vec4 light;
void main() {
    vec3 toward_moon = normalize(vec3(-0.5, 0.8, 0.6));
    vec3 sum = sky + vec3(0.10, 0.14, 0.24) * max(dot(normal, toward_moon), 0);
    for (int i = 0; i < 2; ++i) {
        vec3 way = lamps[i] - place;
        sum += vec3(1, 0.5, 0.18) * strengths[i] * max(dot(normal, normalize(way)), 0) / (0.3 + dot(way, way));
    }
    float clear = exp(-0.004 * dot(place - eye, place - eye));
    light = vec4(mix(sky, colour * sum, clear), 1);
})";

/// One triangle that covers the window.
constexpr const char* whole_vertices = R"(#version 450
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); })";

/// Light of any strength becomes a colour that can be shown, sample by sample: so edges stay smooth.
constexpr const char* whole_colour = R"(#version 450
layout(binding = 0) uniform sampler2DMS lit;
out vec4 colour;
void main() {
    vec3 sum = vec3(0);
    for (int i = 0; i < textureSamples(lit); ++i)
        sum += pow(1 - exp(-1.3 * texelFetch(lit, ivec2(gl_FragCoord.xy), i).rgb), vec3(1 / 2.2));
    colour = vec4(sum / textureSamples(lit), 1);
})";

GLuint make_program(const char* vertices, const char* colours) {
    const GLuint program = glCreateProgram();
    const auto add = [&](GLenum stage, const char* text) {
        const GLuint shader = glCreateShader(stage);
        glShaderSource(shader, 1, &text, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    };
    add(GL_VERTEX_SHADER, vertices);
    add(GL_FRAGMENT_SHADER, colours);
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == 0) throw Failure(missing, "the driver refuses the program's own shaders");
    return program;
}

GLint find(GLuint program, const char* name) {
    return glGetUniformLocation(program, name);
}

void set(GLuint program, const char* name, const Vector& value) {
    glProgramUniform3fv(program, find(program, name), 1, value.data());
}

void set(GLuint program, const char* name, const Matrix& value) {
    glProgramUniformMatrix4fv(program, find(program, name), 1, GL_FALSE, value.data());
}

GLuint make_texture(GLenum format) {
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &texture);
    glTextureStorage2DMultisample(texture, samples, format, width, height, GL_TRUE);
    return texture;
}

/// The eye is before the stones, above the ground, and looks down a little.
constexpr Vector eye{0, 2.6f, 11};
constexpr float down = 0.11f;  // radians

Matrix make_view() {
    const float c = std::cos(down), s = std::sin(down);
    return {1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, -eye[0], s * eye[2] - c * eye[1], -s * eye[1] - c * eye[2],
            1};
}

Matrix make_projection() {
    constexpr float lens = 36 * pi / 180, near = 0.1f, far = 200;  // the lens is so many radians high
    const float f = 1 / std::tan(lens / 2);
    return {f * height / width,
            0,
            0,
            0,
            0,
            f,
            0,
            0,
            0,
            0,
            (far + near) / (near - far),
            -1,
            0,
            0,
            2 * far * near / (near - far),
            0};
}

/// Draws a ground and a ring of stones, some with a beam across, as they stand after so many seconds.
class Stones {
  public:
    Stones(const Matrix& view, const Matrix& projection) {
        set(program_, "view", view);
        set(program_, "projection", projection);
        set(program_, "eye", eye);
        set(program_, "sky", sky);
    }

    void draw(double seconds, const std::array<Vector, 2>& lamps,
              const std::array<float, 2>& strengths) const {
        glProgramUniform3fv(program_, find(program_, "lamps"), 2, lamps[0].data());
        glProgramUniform1fv(program_, find(program_, "strengths"), 2, strengths.data());
        glUseProgram(program_);
        glEnable(GL_DEPTH_TEST);
        draw_box({0, -0.5f, 0}, {100, 0.5f, 100}, 0, {0.30f, 0.30f, 0.32f});
        const float step = 2 * pi / count;
        for (int i = 0; i < count; ++i) {
            const float angle = static_cast<float>(seconds) * speed + step * static_cast<float>(i);
            draw_box(on_ring(angle, tall), {0.3f, tall, 0.2f}, angle, stone);
            if (i % 2 == 0)
                draw_box(on_ring(angle + step / 2, 2 * tall + flat), {1.15f, flat, 0.24f}, angle + step / 2,
                         stone);
        }
        glDisable(GL_DEPTH_TEST);
    }

    static constexpr Vector sky{0.010f, 0.017f, 0.040f};

  private:
    static constexpr int count = 10;
    static constexpr float radius = 2.7f, speed = pi / 10;  // radians a second
    static constexpr float tall = 0.75f, flat = 0.13f;      // half heights of stones and beams, metres
    static constexpr Vector stone{0.42f, 0.40f, 0.38f};

    static Vector on_ring(float angle, float up) {
        return {radius * std::sin(angle), up, radius * std::cos(angle)};
    }
    void draw_box(const Vector& middle, const Vector& reach, float turn, const Vector& colour) const {
        set(program_, "middle", middle);
        set(program_, "reach", reach);
        set(program_, "colour", colour);
        glProgramUniform1f(program_, find(program_, "turn"), turn);
        glDrawArrays(GL_TRIANGLES, 0, 36);
    }

    GLuint program_ = make_program(box_vertices, box_light);
};

void write_picture(const char* path) {
    std::vector<char> pixels(std::size_t{3} * width * height);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
    std::ofstream file(path, std::ios::binary);
    file << "P6 " << width << " " << height << " 255\n";
    for (int y = height - 1; y >= 0; --y) file.write(&pixels[std::size_t{3} * width * y], 3 * width);
    if (!file.flush()) throw Failure(wrong_argument, std::string(path) + ": cannot be written");
}

// --- the effects in it -----------------------------------------------------------------------------------

/// The small fountain runs round the stones, once in four seconds.
winnow::Transform place_of_runner(double seconds) {
    constexpr double radius = 4.1, speed = pi / 2;  // radians a second
    winnow::Transform place;
    place.position = {static_cast<float>(radius * std::sin(speed * seconds)), 0,
                      static_cast<float>(radius * std::cos(speed * seconds))};
    place.scale = 0.45f;
    return place;
}

void play(int frames, const char* path, const char* name) {
    const Window window;
    SDL_GL_SetSwapInterval(frames > 0 ? 0 : 1);
    GLuint vertices = 0, lit = 0, shown = 0, colours = 0;
    glCreateVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
    const GLuint light = make_texture(GL_RGBA16F), depth = make_texture(GL_DEPTH_COMPONENT32F);
    glCreateFramebuffers(1, &lit);
    glNamedFramebufferTexture(lit, GL_COLOR_ATTACHMENT0, light, 0);
    glNamedFramebufferTexture(lit, GL_DEPTH_ATTACHMENT, depth, 0);
    glCreateRenderbuffers(1, &colours);
    glNamedRenderbufferStorage(colours, GL_RGBA8, width, height);
    glCreateFramebuffers(1, &shown);
    glNamedFramebufferRenderbuffer(shown, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colours);
    const GLuint whole = make_program(whole_vertices, whole_colour);
    glViewport(0, 0, width, height);

    winnow::Picture picture;
    picture.framebuffer = lit;
    picture.width = width;
    picture.height = height;
    picture.view = make_view();
    picture.projection = make_projection();
    picture.depth_texture = depth;
    const Stones stones(picture.view, picture.projection);

    winnow::Stage stage({SDL_GL_GetProcAddress});
    const winnow::Effect effect = stage.load({name});
    winnow::Play large;
    large.transform.scale = 1.15f;
    effect.play(large);
    winnow::Play small;
    small.transform = place_of_runner(0);
    small.seed = 2;
    const winnow::Instance runner = effect.play(small);
    // Frames that are counted begin with the effect; a window is shown at once and gets its particles soon.
    while (frames > 0 && !effect.ready()) SDL_Delay(1);

    double now = 0;
    Uint64 before = SDL_GetPerformanceCounter();
    for (int frame = 0; (frames == 0 || frame < frames) && !Window::is_closed(); ++frame) {
        const Uint64 counter = SDL_GetPerformanceCounter();
        const double passed =
            static_cast<double>(counter - before) / static_cast<double>(SDL_GetPerformanceFrequency());
        const double seconds = frames > 0 ? frame_seconds : std::min(passed, longest_frame);
        before = counter;
        now += seconds;
        const winnow::Transform running = place_of_runner(now);
        runner.move(running);
        stage.advance(seconds);

        constexpr float nothing = 1;  // the depth of what is infinitely far away
        glBindFramebuffer(GL_FRAMEBUFFER, lit);
        glClearNamedFramebufferfv(lit, GL_COLOR, 0, Stones::sky.data());
        glClearNamedFramebufferfv(lit, GL_DEPTH, 0, &nothing);
        stones.draw(now, {{{0, 1.6f, 0}, {running.position[0], 0.6f, running.position[2]}}}, {9, 1.6f});
        stage.draw(picture);

        glBindFramebuffer(GL_FRAMEBUFFER, shown);
        glBindTextureUnit(0, light);
        glUseProgram(whole);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glBlitNamedFramebuffer(shown, 0, 0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                               GL_NEAREST);
        window.show();
    }
    if (path != nullptr) write_picture(path);
}

}  // namespace

int main(int count, char** words) try {
    const int frames = count > 1 ? std::atoi(words[1]) : 0;
    if (count > 4 || (count > 1 && frames <= 0))
        throw Failure(wrong_argument, "usage: effect_sdl [FRAMES [FILE.ppm [EFFECT]]]");
    play(frames, count > 2 ? words[2] : nullptr, count > 3 ? words[3] : "fountain");
    return 0;
} catch (const winnow::EffectError& error) {
    std::fprintf(stderr, "effect_sdl: %s\n", error.what());
    return error.code() == WINNOW_ABSENT ? missing : wrong_argument;
} catch (const Failure& failure) {
    std::fprintf(stderr, "effect_sdl: %s\n", failure.what());
    return failure.status;
}
