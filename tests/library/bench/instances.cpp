// Measures Winnow::effect as another program uses it, in a context without a window, and prints JSON: what a
// frame with many instances costs the CPU and the GPU, beside the same particles in one instance of each
// effect; what keeping the host's state costs; how soon an effect is ready and an instance has particles.
//
//     winnow_bench_instances [INSTANCES EFFECTS PROGRAMS PARTICLES FRAMES [PICTURE.ppm]]
//
// Ends with status 1 if particles are missing.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <GL/glcorearb.h>

#include "install/headless.h"
#include "winnow/effect.hpp"

namespace {

using Clock = std::chrono::steady_clock;

constexpr int width = 1280, height = 720;
constexpr double lifetime = 2;             // seconds of each particle
constexpr int max_programs = 127;          // combinations of seven forces
constexpr int warm_up = 30;                // frames before those that are measured
constexpr int fountain_particles = 29000;  // that live in the built-in effect

struct Setting {
    int instances = 10000, effects = 100, programs = 10, particles = 2000000, frames = 100;
};

template <typename Function>
Function function(const char* name) {
    return reinterpret_cast<Function>(load(name));
}

struct Gl {
    PFNGLCREATETEXTURESPROC create_textures = function<PFNGLCREATETEXTURESPROC>("glCreateTextures");
    PFNGLTEXTURESTORAGE2DPROC storage = function<PFNGLTEXTURESTORAGE2DPROC>("glTextureStorage2D");
    PFNGLCREATEFRAMEBUFFERSPROC create_framebuffers =
        function<PFNGLCREATEFRAMEBUFFERSPROC>("glCreateFramebuffers");
    PFNGLNAMEDFRAMEBUFFERTEXTUREPROC attach =
        function<PFNGLNAMEDFRAMEBUFFERTEXTUREPROC>("glNamedFramebufferTexture");
    PFNGLCREATEQUERIESPROC create_queries = function<PFNGLCREATEQUERIESPROC>("glCreateQueries");
    PFNGLQUERYCOUNTERPROC query_counter = function<PFNGLQUERYCOUNTERPROC>("glQueryCounter");
    PFNGLGETQUERYOBJECTUI64VPROC get_query = function<PFNGLGETQUERYOBJECTUI64VPROC>("glGetQueryObjectui64v");
    PFNGLFINISHPROC finish = function<PFNGLFINISHPROC>("glFinish");
    PFNGLGETSTRINGPROC get_string = function<PFNGLGETSTRINGPROC>("glGetString");
    PFNGLREADPIXELSPROC read_pixels = function<PFNGLREADPIXELSPROC>("glReadPixels");
    PFNGLBINDFRAMEBUFFERPROC bind_framebuffer = function<PFNGLBINDFRAMEBUFFERPROC>("glBindFramebuffer");
};

double milliseconds_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

/// Returns the text of an effect. Effects with the same program differ in numbers only.
std::string effect_text(int number, int program, double rate) {
    static constexpr std::array<const char*, 7> forces{R"({"module": "gravity", "acceleration": [0, -1, 0]})",
                                                       R"({"module": "drag", "rate": 0.5})",
                                                       R"({"module": "wind", "velocity": [1, 0, 0]})",
                                                       R"({"module": "vortex", "spin": 2})",
                                                       R"({"module": "quadratic-drag"})",
                                                       R"({"module": "speed-limit"})",
                                                       R"({"module": "spring", "stiffness": 1})"};
    std::string text = R"({"format": 2, "floor": {"enabled": false}, "emitters": [{"rate": )" +
                       std::to_string(rate) + R"(, "lifetime": )" + std::to_string(lifetime) +
                       R"(, "modules": [{"module": "ball", "radius": 0.1}, {"module": "radial", "speed": )" +
                       std::to_string(0.5 + 0.01 * number) + "}";
    for (std::size_t i = 0; i < forces.size(); ++i)
        if ((program + 1) >> i & 1) text += std::string(", ") + forces[i];
    return text + R"(, {"module": "size", "diameter": 0.03}, {"module": "colour", "colour": [)" +
           std::to_string(0.01 + 0.0004 * (number % 100)) + R"(, 0.02, 0.01, 1]}]}]})";
}

winnow::Picture picture_of(unsigned framebuffer) {
    winnow::Picture picture;
    picture.framebuffer = framebuffer;
    picture.width = width;
    picture.height = height;
    picture.encoded = true;
    picture.view = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -110, 1};
    constexpr float f = 2, near = 0.1F, far = 1000;
    picture.projection = {f * height / width,
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
    return picture;
}

/// Lets time pass until an effect is ready; returns how much, in milliseconds.
double wait_for(const winnow::Effect& effect, Clock::time_point begin) {
    while (!effect.ready()) continue;
    return milliseconds_since(begin);
}

struct Cost {
    double step_ms = 0, draw_ms = 0, both_ms = 0;  // of the CPU, medians of a frame
    double gpu_step_ms = 0, gpu_ms = 0;            // of the GPU
    std::uint64_t alive = 0;
};

class Bench {
  public:
    Bench(const Setting& setting, WinnowStateMode state) : setting_(setting), state_(state) {
        gl_.create_textures(GL_TEXTURE_2D, 1, &texture_);
        gl_.storage(texture_, 1, GL_RGBA8, width, height);
        gl_.create_framebuffers(1, &framebuffer_);
        gl_.attach(framebuffer_, GL_COLOR_ATTACHMENT0, texture_, 0);
        gl_.create_queries(GL_TIMESTAMP, 3, queries_.data());
    }

    /// Measures frames in which each effect has so many instances.
    Cost frames_with(int instances_of_each) const {
        winnow::Stage stage(options());
        const double rate = setting_.particles / lifetime / (double(setting_.effects) * instances_of_each);
        std::vector<winnow::Effect> effects;
        for (int i = 0; i < setting_.effects; ++i)
            effects.push_back(stage.load({"bench", effect_text(i, i % setting_.programs, rate)}));
        for (const winnow::Effect& effect : effects) wait_for(effect, Clock::now());
        std::vector<winnow::Instance> instances;
        for (int i = 0; i < setting_.effects * instances_of_each; ++i) {
            winnow::Play play;
            play.seed = static_cast<std::uint32_t>(i + 1);
            play.transform.position = {1.1F * static_cast<float>(i % 100 - 50),
                                       0.6F * static_cast<float>(i / 100 % 100 - 50), 0};
            instances.push_back(effects[static_cast<std::size_t>(i % setting_.effects)].play(play));
        }
        Cost cost = measure(stage, picture_of(framebuffer_));
        for (const winnow::Instance& instance : instances) instance.figures();  // asks for the newest ones
        gl_.finish();
        for (const winnow::Instance& instance : instances) cost.alive += instance.figures().alive;
        return cost;
    }

    /// Measures frames of one instance of a built-in effect, of which so many particles live at a density
    /// of 1.
    Cost frames_of(const char* name, int usual_particles) const {
        winnow::Stage stage(options());
        const winnow::Effect effect = stage.load({name});
        winnow::Play play;
        play.density = static_cast<float>(setting_.particles) / static_cast<float>(usual_particles);
        play.prewarm = 5;  // then as many die as are born
        const winnow::Instance instance = effect.play(play);
        wait_for(effect, Clock::now());
        winnow::Picture picture = picture_of(framebuffer_);
        picture.view[13] = -1;
        picture.view[14] = -6;
        Cost cost = measure(stage, picture);
        instance.hash();  // waits
        cost.alive = instance.figures().alive;
        return cost;
    }

    /// Returns the microseconds of a call that does nothing but keep the host's state.
    double state_us() const {
        winnow::Stage stage(options());
        if (state_ == WINNOW_STATE_DECLARED) stage.declare_state({});
        std::vector<double> times;
        for (int i = 0; i < 1000; ++i) {
            const auto begin = Clock::now();
            stage.step();
            times.push_back(1000 * milliseconds_since(begin));
            if (i % 100 == 0) gl_.finish();
        }
        return median(times);
    }

    /// Prints how long it takes until a built-in effect is ready, and until an instance of it is played.
    void print_readiness(const char* name) const {
        winnow::Stage stage(options());
        const auto begin = Clock::now();
        const winnow::Effect effect = stage.load({name});
        const double loaded = milliseconds_since(begin), ready = wait_for(effect, begin);
        std::vector<double> plays;
        for (int i = 0; i < 20; ++i) {
            stage.step();
            const auto before = Clock::now();
            effect.play();
            plays.push_back(milliseconds_since(before));
        }
        std::printf("  \"effect\": \"%s\", \"load_ms\": %.2f, \"ready_ms\": %.2f, \"play_ms\": %.4f\n", name,
                    loaded, ready, median(plays));
    }

    /// Writes the last frame.
    bool write_picture(const char* path) const {
        std::vector<unsigned char> pixels(std::size_t{3} * width * height);
        gl_.bind_framebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
        gl_.read_pixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, pixels.data());
        std::FILE* const file = std::fopen(path, "wb");
        if (file == nullptr) return false;
        std::fprintf(file, "P6 %d %d 255\n", width, height);
        for (int y = height - 1; y >= 0; --y)
            std::fwrite(&pixels[std::size_t{3} * width * static_cast<std::size_t>(y)], 1, 3 * width, file);
        return std::fclose(file) == 0;
    }

  private:
    winnow::StageOptions options() const {
        winnow::StageOptions options;
        options.loader = load;
        options.budget = static_cast<std::uint32_t>(2 * std::max(setting_.particles, 1 << 21));
        options.state = state_;
        return options;
    }

    Cost measure(winnow::Stage& stage, const winnow::Picture& picture) const {
        std::vector<double> steps, draws, both, gpu_steps, gpu;
        const int filling = static_cast<int>(60 * lifetime) + warm_up;
        for (int frame = 0; frame < filling + setting_.frames; ++frame) {
            gl_.query_counter(queries_[0], GL_TIMESTAMP);
            const auto begin = Clock::now();
            stage.advance(1.0 / 60);
            const double step = milliseconds_since(begin);
            gl_.query_counter(queries_[1], GL_TIMESTAMP);
            stage.draw(picture);
            const double all = milliseconds_since(begin);
            gl_.query_counter(queries_[2], GL_TIMESTAMP);
            gl_.finish();
            if (frame < filling) continue;
            std::array<GLuint64, 3> times{};
            for (std::size_t i = 0; i < times.size(); ++i)
                gl_.get_query(queries_[i], GL_QUERY_RESULT, &times[i]);
            steps.push_back(step);
            draws.push_back(all - step);
            both.push_back(all);
            gpu_steps.push_back(static_cast<double>(times[1] - times[0]) / 1e6);
            gpu.push_back(static_cast<double>(times[2] - times[0]) / 1e6);
        }
        return {median(steps), median(draws), median(both), median(gpu_steps), median(gpu)};
    }

    const Gl gl_;
    const Setting setting_;
    const WinnowStateMode state_;
    GLuint texture_ = 0, framebuffer_ = 0;
    std::array<GLuint, 3> queries_{};
};

void print(const char* name, const Cost& cost) {
    std::printf(
        "  \"%s\": {\"step_ms\": %.4f, \"draw_ms\": %.4f, \"cpu_ms\": %.4f, \"gpu_step_ms\": %.4f, "
        "\"gpu_ms\": %.4f, \"alive\": %llu},\n",
        name, cost.step_ms, cost.draw_ms, cost.both_ms, cost.gpu_step_ms, cost.gpu_ms,
        static_cast<unsigned long long>(cost.alive));
}

bool are_all_there(const Cost& cost, const Setting& setting) {
    return static_cast<double>(cost.alive) > 0.9 * setting.particles;
}

int run(const Setting& setting, const char* picture) {
    const Bench bench(setting, WINNOW_STATE_NONE);
    std::printf("{\n  \"renderer\": \"%s\",\n", reinterpret_cast<const char*>(Gl().get_string(GL_RENDERER)));
    std::printf(
        "  \"instances\": %d, \"effects\": %d, \"programs\": %d, \"particles\": %d, \"frames\": %d,\n",
        setting.instances, setting.effects, setting.programs, setting.particles, setting.frames);
    const Cost many = bench.frames_with(std::max(1, setting.instances / setting.effects));
    print("many", many);
    if (picture != nullptr && !bench.write_picture(picture)) {
        std::fprintf(stderr, "winnow_bench_instances: cannot write %s\n", picture);
        return 2;
    }
    const Cost one_of_each = bench.frames_with(1);
    print("one_of_each", one_of_each);
    print("fountain", bench.frames_of("fountain", fountain_particles));
    std::printf("  \"call_us\": {\"none\": %.2f, \"declared\": %.2f, \"restore\": %.2f},\n", bench.state_us(),
                Bench(setting, WINNOW_STATE_DECLARED).state_us(),
                Bench(setting, WINNOW_STATE_RESTORE).state_us());
    bench.print_readiness("fountain");
    std::printf("}\n");
    return are_all_there(many, setting) && are_all_there(one_of_each, setting) ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
    Setting setting;
    int* const numbers[] = {&setting.instances, &setting.effects, &setting.programs, &setting.particles,
                            &setting.frames};
    for (int i = 1; i < count && i <= 5; ++i) *numbers[i - 1] = std::atoi(words[i]);
    const bool is_wrong =
        std::any_of(std::begin(numbers), std::end(numbers), [](const int* n) { return *n < 1; });
    if (count > 7 || is_wrong || setting.programs > max_programs) {
        std::fprintf(
            stderr,
            "winnow_bench_instances: wants [INSTANCES EFFECTS PROGRAMS PARTICLES FRAMES [PICTURE.ppm]],"
            " with at most %d programs\n",
            max_programs);
        return 2;
    }
    if (!make_context()) {
        std::fprintf(stderr, "winnow_bench_instances: there is no OpenGL 4.5 without a window here\n");
        return 2;
    }
    try {
        return run(setting, count == 7 ? words[6] : nullptr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "winnow_bench_instances: %s\n", error.what());
        return 2;
    }
}
