// A program with a picture of its own in which Winnow plays effects: effect_sdl [FRAMES [FILE.ppm [EFFECT]]].
//
// Stones turn round a fountain, and a smaller fountain runs round the stones. The program draws the stones as
// light of any strength, with four samples a pixel; Winnow adds the particles that the stones do not hide;
// the sum becomes colours for the window. With FRAMES, the program makes so many frames of 1/60 s, and writes
// the last one to the file. Without, it runs until the window is closed. Its exit status is 2 for a wrong
// argument, and 3 for what fails.
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
#include <utility>
#include <vector>
#include <winnow/effect.hpp>

namespace {

constexpr int wrong_argument = 2, failed = 3;  // exit statuses
constexpr int width = 960, height = 540, samples = 4;
constexpr double frame_seconds = 1.0 / 60, longest_frame_seconds = 0.1;
constexpr float pi = 3.14159265f;

/// A window with an OpenGL context that is current.
class Window {
  public:
    Window() {
        require(SDL_Init(SDL_INIT_VIDEO) == 0);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 4);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 5);
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
        constexpr int anywhere = SDL_WINDOWPOS_UNDEFINED;
        window_ = SDL_CreateWindow("Winnow", anywhere, anywhere, width, height, SDL_WINDOW_OPENGL);
        require(window_ != nullptr);
        context_ = SDL_GL_CreateContext(window_);
        require(context_ != nullptr);
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
    static void require(bool done) {
        if (!done) throw std::runtime_error(std::string("no window with OpenGL 4.5: ") + SDL_GetError());
    }

    SDL_Window* window_ = nullptr;
    SDL_GLContext context_ = nullptr;
};

/// Instances of a cube: the ground, the stones, and the beams, each of which lies on two stones.
constexpr const char* box_vertices = R"(#version 450
uniform mat4 view, projection;
uniform float turn;  // of the ring, radians
uniform int stones;
out vec3 place, normal, seen;
const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));
void main() {
    vec3 middle = vec3(0, -0.5, 0), reach = vec3(100, 0.5, 100);  // metres
    float angle = 0;
    if (gl_InstanceID > 0) {
        const float radius = 2.7, tall = 0.75, thick = 0.13;
        bool lies = gl_InstanceID > stones;
        angle = turn + 6.2831853 / stones * (lies ? 2 * (gl_InstanceID - stones) + 0.5 : gl_InstanceID);
        reach = lies ? vec3(1.15, thick, 0.24) : vec3(0.3, tall, 0.2);
        middle = vec3(radius * sin(angle), lies ? 2 * tall + thick : tall, radius * cos(angle));
    }
    int side = gl_VertexID / 6, axis = side % 3;
    vec2 corner = corners[gl_VertexID % 6];
    vec3 point, out_of_it = vec3(0);
    out_of_it[axis] = point[axis] = side < 3 ? 1 : -1;
    point[(axis + 1) % 3] = corner.x;
    point[(axis + 2) % 3] = corner.y;
    mat3 turned = mat3(cos(angle), 0, -sin(angle), 0, 1, 0, sin(angle), 0, cos(angle));
    place = middle + turned * (reach * point);
    normal = turned * out_of_it;
    seen = (view * vec4(place, 1)).xyz;
    gl_Position = projection * vec4(seen, 1);
})";

/// The moon and a lamp in each fountain light the boxes. Haze as dark as the sky hides the end of the ground.
constexpr const char* box_light = R"(#version 450
uniform vec3 sky;
uniform vec4 lamps[2];  // place and strength
in vec3 place, normal, seen;
out vec4 light;
void main() {
    vec3 sum = 2 * sky + vec3(0.05, 0.07, 0.12) * max(dot(normal, vec3(-0.45, 0.72, 0.53)), 0);
    for (int i = 0; i < 2; ++i) {
        vec3 way = lamps[i].xyz - place;
        sum += lamps[i].w * vec3(1, 0.5, 0.18) * max(dot(normal, normalize(way)), 0) / (0.3 + dot(way, way));
    }
    light = vec4(mix(sky, 0.4 * sum, exp(-0.003 * dot(seen, seen))), 1);
})";

constexpr const char* whole_vertices = R"(#version 450
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); })";

/// Each sample becomes a colour that a window can show before their mean is taken, so that edges stay smooth.
constexpr const char* whole_colour = R"(#version 450
layout(binding = 0) uniform sampler2DMS lit;
out vec4 colour;
void main() {
    vec3 sum = vec3(0);
    for (int i = 0; i < textureSamples(lit); ++i)
        sum += pow(1 - exp(-1.3 * texelFetch(lit, ivec2(gl_FragCoord.xy), i).rgb), vec3(1 / 2.2));
    colour = vec4(sum / textureSamples(lit), 1);
})";

GLuint make_program(const char* vertices, const char* fragments) {
    const GLuint program = glCreateProgram();
    const std::array<std::pair<GLenum, const char*>, 2> parts{
        {{GL_VERTEX_SHADER, vertices}, {GL_FRAGMENT_SHADER, fragments}}};
    for (const auto& [kind, text] : parts) {
        const GLuint shader = glCreateShader(kind);
        glShaderSource(shader, 1, &text, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == 0) throw std::runtime_error("the driver refuses a shader of this program");
    return program;
}

GLuint make_texture(GLenum format) {
    GLuint texture = 0;
    glCreateTextures(GL_TEXTURE_2D_MULTISAMPLE, 1, &texture);
    glTextureStorage2DMultisample(texture, samples, format, width, height, GL_TRUE);
    return texture;
}

/// The eye stands before the ring and looks down a little.
std::array<float, 16> make_view() {
    constexpr float up = 2.6f, back = 11, down = 0.11f;  // metres and radians
    const float c = std::cos(down), s = std::sin(down);
    return {1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, 0, s * back - c * up, -s * up - c * back, 1};
}

std::array<float, 16> make_projection() {
    constexpr float lens = 0.63f, first = 0.1f, last = 200;  // the lens is so many radians high
    constexpr float scale = (last + first) / (first - last), shift = 2 * last * first / (first - last);
    const float f = 1 / std::tan(lens / 2);
    return {f * height / width, 0, 0, 0, 0, f, 0, 0, 0, 0, scale, -1, 0, 0, shift, 0};
}

/// What the program itself draws: light and depth of samples first, then the pixels that a window shows.
class Scene {
  public:
    Scene(const std::array<float, 16>& view, const std::array<float, 16>& projection) {
        glCreateFramebuffers(1, &samples_);
        glNamedFramebufferTexture(samples_, GL_COLOR_ATTACHMENT0, light_, 0);
        glNamedFramebufferTexture(samples_, GL_DEPTH_ATTACHMENT, depth_, 0);
        glCreateRenderbuffers(1, &colours_);
        glNamedRenderbufferStorage(colours_, GL_RGBA8, width, height);
        glCreateFramebuffers(1, &pixels_);
        glNamedFramebufferRenderbuffer(pixels_, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colours_);
        glCreateVertexArrays(1, &nothing_);
        glBindVertexArray(nothing_);  // the shaders make their vertices
        glViewport(0, 0, width, height);
        glUseProgram(boxes_);
        glUniformMatrix4fv(uniform("view"), 1, GL_FALSE, view.data());
        glUniformMatrix4fv(uniform("projection"), 1, GL_FALSE, projection.data());
        constexpr float sky[] = {0.004f, 0.007f, 0.018f};
        glUniform3fv(uniform("sky"), 1, sky);
        glClearColor(sky[0], sky[1], sky[2], 1);
        glUniform1i(uniform("stones"), stones);
    }

    GLuint framebuffer() const { return samples_; }
    GLuint depth() const { return depth_; }

    void draw(double seconds, const std::array<float, 3>& runner) const {
        glBindFramebuffer(GL_FRAMEBUFFER, samples_);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        glEnable(GL_DEPTH_TEST);
        glUseProgram(boxes_);
        glUniform1f(uniform("turn"), radians_per_second * static_cast<float>(seconds));
        const float lamps[] = {0, 1.6f, 0, 9, runner[0], runner[1] + 0.6f, runner[2], 1.6f};
        glUniform4fv(uniform("lamps"), 2, lamps);
        glDrawArraysInstanced(GL_TRIANGLES, 0, corners, 1 + stones + stones / 2);
        glDisable(GL_DEPTH_TEST);
    }
    /// Copies what was drawn to the window.
    void finish() const {
        glBindFramebuffer(GL_FRAMEBUFFER, pixels_);
        glBindTextureUnit(0, light_);
        glUseProgram(whole_);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glBlitNamedFramebuffer(pixels_, 0, 0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT,
                               GL_NEAREST);
    }
    /// Writes what was finished last.
    void write(const char* path) const {
        std::vector<char> pixels(std::size_t{3} * width * height);
        glBindFramebuffer(GL_FRAMEBUFFER, pixels_);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
        std::ofstream file(path, std::ios::binary);
        file << "P6 " << width << ' ' << height << " 255\n";
        for (int y = height - 1; y >= 0; --y) file.write(&pixels[std::size_t{3} * width * y], 3 * width);
        if (!file.flush()) throw std::runtime_error(std::string(path) + ": cannot be written");
    }

  private:
    static constexpr int stones = 10, corners = 36;  // three for each triangle of a box
    static constexpr float radians_per_second = pi / 10;

    GLint uniform(const char* name) const { return glGetUniformLocation(boxes_, name); }

    GLuint light_ = make_texture(GL_RGBA16F), depth_ = make_texture(GL_DEPTH_COMPONENT32F);
    GLuint boxes_ = make_program(box_vertices, box_light),
           whole_ = make_program(whole_vertices, whole_colour);
    GLuint samples_ = 0, pixels_ = 0, colours_ = 0, nothing_ = 0;
};

winnow::Transform place_of_runner(double seconds) {
    constexpr float radius = 4.1f, round = 4;  // metres, and seconds for the way round
    const float angle = 2 * pi * static_cast<float>(std::fmod(seconds, round)) / round;
    winnow::Transform place;
    place.position = {radius * std::sin(angle), 0, radius * std::cos(angle)};
    place.scale = 0.45f;
    return place;
}

/// Shows so many frames, or all until the window is closed if `frames` is 0.
void run(int frames, const char* path, const char* name) {
    const Window window;
    SDL_GL_SetSwapInterval(frames > 0 ? 0 : 1);
    winnow::Picture picture;
    picture.width = width;
    picture.height = height;
    picture.view = make_view();
    picture.projection = make_projection();
    const Scene scene(picture.view, picture.projection);
    picture.framebuffer = scene.framebuffer();
    picture.depth_texture = scene.depth();

    winnow::Stage stage({SDL_GL_GetProcAddress});
    const winnow::Effect effect = stage.load({name});
    winnow::Play large, small;
    large.transform.scale = 1.15f;
    small.transform = place_of_runner(0);
    small.seed = 2;
    effect.play(large);
    const winnow::Instance runner = effect.play(small);
    // Counted frames begin with the particles. A window is shown at once, and gets particles when it can.
    while (frames > 0 && !effect.ready()) SDL_Delay(1);

    double now = 0;  // seconds
    Uint64 ticks = SDL_GetTicks64();
    for (int frame = 0; (frames == 0 || frame < frames) && !Window::is_closed(); ++frame) {
        const Uint64 before = std::exchange(ticks, SDL_GetTicks64());
        const double passed = static_cast<double>(ticks - before) / 1000;
        const double seconds = frames > 0 ? frame_seconds : std::min(passed, longest_frame_seconds);
        now += seconds;
        const winnow::Transform place = place_of_runner(now);
        runner.move(place);
        stage.advance(seconds);
        scene.draw(now, place.position);
        stage.draw(picture);
        scene.finish();
        window.show();
    }
    if (path != nullptr) scene.write(path);
}

}  // namespace

int main(int count, char** words) try {
    const int frames = count > 1 ? std::atoi(words[1]) : 0;
    if (count > 4 || (count > 1 && frames <= 0))
        return std::fputs("usage: effect_sdl [FRAMES [FILE.ppm [EFFECT]]]\n", stderr), wrong_argument;
    run(frames, count > 2 ? words[2] : nullptr, count > 3 ? words[3] : "fountain");
    return 0;
} catch (const winnow::EffectError& error) {
    std::fprintf(stderr, "effect_sdl: %s\n", error.what());
    return error.code() == WINNOW_BAD_INPUT ? wrong_argument : failed;
} catch (const std::exception& error) {
    std::fprintf(stderr, "effect_sdl: %s\n", error.what());
    return failed;
}
