#include "winnow/effect.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glad/gl.h>
#include <glm/glm.hpp>

#include "base/error.h"
#include "base/text.h"
#include "base/version.h"
#include "effects/format/effect_file.h"
#include "effects/model/document.h"
#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/fence.h"
#include "library/effect/host_state.h"
#include "stage/host_view.h"
#include "stage/stage.h"

namespace {

using namespace winnow;

thread_local std::string message;

/// An error with a code of its own.
struct Refused {
    WinnowResult result;
    std::string why;
};

/// Calls `work`, which may throw, and returns what the caller gets.
template <typename Work>
WinnowResult guarded(const Work& work) noexcept {
    try {
        message.clear();
        work();
        return WINNOW_OK;
    } catch (const Refused& refused) {
        message = refused.why;
        return refused.result;
    } catch (const Error& error) {
        message = error.what();
        return error.status() == ExitStatus::bad_input ? WINNOW_BAD_INPUT
               : error.status() == ExitStatus::absent  ? WINNOW_ABSENT
                                                       : WINNOW_FAILED;
    } catch (const std::bad_alloc&) {
        message = "there is not enough memory";
        return WINNOW_BAD_INPUT;
    } catch (const std::exception& error) {
        message = error.what();
        return WINNOW_FAILED;
    }
}

/// A stage and what its calls are checked against.
struct OpenStage {
    explicit OpenStage(const gl::Facts& all, const stage::Options& options)
        : facts(all),
          mark(gl::plain_memory()->allocate(sizeof(std::uint32_t), "stage")),
          stage(facts, options) {}

    const std::thread::id thread = std::this_thread::get_id();
    gl::Facts facts;
    gl::Buffer mark;  // tells its context from others
    stage::Stage stage;
};

struct Registry {
    std::mutex mutex;
    stage::Handles<OpenStage> stages{stage::Kind::stage};
};

/// Never destroyed, because contexts may be gone when the process ends.
Registry& registry() {
    static Registry& all = *new Registry;
    return all;
}

/// OpenGL's functions are not loaded yet.
void require_any_context(WinnowLoader loader) {
    const auto get_string = reinterpret_cast<PFNGLGETSTRINGPROC>(loader("glGetString"));
    if (get_string == nullptr)
        throw Refused{WINNOW_ABSENT, "the loader does not find glGetString, and so no OpenGL"};
    if (get_string(GL_VERSION) == nullptr)
        throw Refused{WINNOW_ABSENT, "no OpenGL context is current on this thread"};
}

void require_own_context(const OpenStage& open) {
    if (glGetString(GL_VERSION) == nullptr)
        throw Refused{WINNOW_ABSENT, "no OpenGL context is current on this thread"};
    gl::require_context();
    if (glIsBuffer(open.mark.name()) == GL_FALSE)
        throw Refused{WINNOW_ABSENT, "the context that is current is not that of the stage"};
}

OpenStage& find_stage(WinnowStage handle) {
    const std::lock_guard lock(registry().mutex);
    OpenStage* const open = registry().stages.find(handle);
    if (open == nullptr)
        throw Refused{WINNOW_BAD_HANDLE, fmt::format("stage: no stage has the handle {:#x}", handle)};
    if (open->thread != std::this_thread::get_id())
        throw Refused{WINNOW_WRONG_THREAD, "a stage may be called only by the thread that made it"};
    return *open;
}

/// Calls `work` with the stage, for what needs no OpenGL.
template <typename Work>
WinnowResult on_stage(WinnowStage handle, const Work& work) noexcept {
    return guarded([&] { work(find_stage(handle).stage); });
}

/// Calls `work` with the stage as a guest in the caller's context.
template <typename Work>
WinnowResult as_a_guest(WinnowStage handle, const Work& work) noexcept {
    return guarded([&] {
        OpenStage& open = find_stage(handle);
        require_own_context(open);
        const library::HostState state;
        work(open.stage);
    });
}

void require_effect(const stage::Stage& stage, WinnowEffect effect) {
    if (!stage.has_effect(effect))
        throw Refused{WINNOW_BAD_HANDLE,
                      fmt::format("effect: no effect of this stage has the handle {:#x}", effect)};
}

void require_instance(const stage::Stage& stage, WinnowInstance instance) {
    if (!stage.exists(instance))
        throw Refused{WINNOW_BAD_HANDLE,
                      fmt::format("instance: no instance of this stage has the handle {:#x}", instance)};
}

template <typename Value>
Value& required(Value* pointer, const char* name) {
    if (pointer == nullptr) bad_input("{}: must not be null", name);
    return *pointer;
}

/// Returns the caller's struct, which may be longer: that of a later version, whose further members ask for
/// nothing. A struct of 0.2 has all members that this version knows.
template <typename Struct>
const Struct& taken(const Struct* given, const char* name) {
    constexpr std::uint32_t longest = 4096;
    const std::uint32_t size = required(given, name).size;
    if (size < sizeof(Struct) || size > longest)
        bad_input("{}: the member size must be that of the struct, {}, not {}", name, sizeof(Struct), size);
    const auto* bytes = reinterpret_cast<const unsigned char*>(given);
    for (std::uint32_t i = sizeof(Struct); i < size; ++i)
        if (bytes[i] != 0) bad_input("{}: has a member that version {} does not know", name, version());
    return *given;
}

/// Fills the caller's struct, which was taken.
template <typename Struct>
void give(Struct* out, Struct whole) {
    whole.size = out->size;
    *out = whole;
}

stage::Drawing drawing_of(std::uint32_t value) {
    switch (value) {
        case WINNOW_DRAW_AUTO:
            return stage::Drawing::automatic;
        case WINNOW_DRAW_TRIANGLES:
            return stage::Drawing::triangles;
        case WINNOW_DRAW_TILES:
            return stage::Drawing::tiles;
    }
    bad_input("drawing: must be 0 to 2, not {}", value);
}

void require_zero(std::uint32_t reserved) {
    if (reserved != 0) bad_input("reserved: must be 0, not {}", reserved);
}

Backend backend_of(std::uint32_t value) {
    switch (value) {
        case WINNOW_AUTO:
            return Backend::automatic;
        case WINNOW_GLSL:
            return Backend::glsl;
        case WINNOW_CUDA:
            return Backend::cuda;
        case WINNOW_CPU:
            return Backend::cpu;
    }
    bad_input("backend: must be 0 to 3, not {}", value);
}

effects::Effect effect_of(const WinnowEffectSource* given) {
    const WinnowEffectSource& source = taken(given, "source");
    require_zero(source.reserved);
    const std::string name = source.name != nullptr ? effects::excerpt(source.name) : "effect";
    if (source.text == nullptr) {
        required(source.name, "name");
        const std::vector<std::string> all = effects::built_in_names();
        const std::vector<std::string_view> names(all.begin(), all.end());
        if (std::ranges::find(all, name) == all.end())
            bad_input("name: there is no built-in effect {}{}", name, did_you_mean(name, names));
        return effects::parse(effects::built_in_text(name), name);
    }
    const std::string_view text =
        source.length > 0 ? std::string_view(source.text, source.length) : std::string_view(source.text);
    if (text.size() > effects::max_file_bytes)
        bad_input("{}: is longer than {} bytes", name, effects::max_file_bytes);
    return effects::parse(text, name, source.folder != nullptr ? source.folder : "");
}

bool is_none(const WinnowTransform& t) {
    const auto is_zero = [](float v) { return v == 0; };
    const bool turns = std::ranges::any_of(t.rotation, [&](float v) { return !is_zero(v); });
    return std::ranges::all_of(t.position, is_zero) && (t.scale == 0 || t.scale == 1) &&
           (!turns || (is_zero(t.rotation[0]) && is_zero(t.rotation[1]) && is_zero(t.rotation[2]) &&
                       t.rotation[3] == 1));
}

effects::Pose pose_of(const WinnowTransform& t) {
    effects::Pose pose;
    pose.position = {t.position[0], t.position[1], t.position[2]};
    if (t.scale != 0) pose.scale = t.scale;
    const bool turns = std::ranges::any_of(t.rotation, [](float v) { return v != 0; });
    if (turns) pose.turn = glm::dquat(t.rotation[3], t.rotation[0], t.rotation[1], t.rotation[2]);
    return pose;
}

glm::mat4 matrix_of(const float (&numbers)[16]) {
    glm::mat4 matrix;
    std::memcpy(&matrix, numbers, sizeof matrix);
    return matrix;
}

/// Returns GL_TEXTURE_2D or GL_TEXTURE_2D_MULTISAMPLE if the texture is of that kind, else 0. Asks by binding
/// it, because some drivers answer no question for its target in contexts of the compatibility profile.
GLenum target_of(unsigned texture) {
    glBindTextureUnit(0, texture);
    glActiveTexture(GL_TEXTURE0);
    const auto is_bound_as = [&](GLenum binding) {
        GLint bound = 0;
        glGetIntegerv(binding, &bound);
        return static_cast<unsigned>(bound) == texture;
    };
    if (is_bound_as(GL_TEXTURE_BINDING_2D)) return GL_TEXTURE_2D;
    return is_bound_as(GL_TEXTURE_BINDING_2D_MULTISAMPLE) ? GL_TEXTURE_2D_MULTISAMPLE : 0;
}

/// Returns the depth texture that the picture names. Throws Error(bad_input) unless it has the place.
render::HostDepth depth_of(const WinnowPicture& picture) {
    if (picture.depth_texture == 0) return {};
    if (glIsTexture(picture.depth_texture) == GL_FALSE)
        bad_input("depth_texture: there is no texture {}", picture.depth_texture);
    const GLenum target = target_of(picture.depth_texture);
    GLint width = 0, height = 0, format = 0;
    glGetTextureLevelParameteriv(picture.depth_texture, 0, GL_TEXTURE_WIDTH, &width);
    glGetTextureLevelParameteriv(picture.depth_texture, 0, GL_TEXTURE_HEIGHT, &height);
    glGetTextureLevelParameteriv(picture.depth_texture, 0, GL_TEXTURE_DEPTH_SIZE, &format);
    GLint mode = 0;
    glGetTextureParameteriv(picture.depth_texture, GL_DEPTH_STENCIL_TEXTURE_MODE, &mode);
    if (mode == GL_STENCIL_INDEX)
        bad_input("depth_texture: texture {} is read as stencil, not as depth", picture.depth_texture);
    if (target == 0 || format == 0)
        bad_input("depth_texture: texture {} is not one of two dimensions with depths",
                  picture.depth_texture);
    const bool fits = picture.depth_x >= 0 && picture.depth_y >= 0 &&
                      picture.depth_x <= width - picture.width && picture.depth_y <= height - picture.height;
    if (!fits)
        bad_input("depth_texture: texture {} of {}x{} texels has no {}x{} at {}, {}", picture.depth_texture,
                  width, height, picture.width, picture.height, picture.depth_x, picture.depth_y);
    return {picture.depth_texture, target == GL_TEXTURE_2D_MULTISAMPLE, picture.depth_x, picture.depth_y};
}

void require_framebuffer(unsigned framebuffer) {
    if (framebuffer != 0 && glIsFramebuffer(framebuffer) == GL_FALSE)
        bad_input("framebuffer: there is no framebuffer {}", framebuffer);
    const GLenum status = glCheckNamedFramebufferStatus(framebuffer, GL_DRAW_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
        bad_input("framebuffer: framebuffer {} is not complete (0x{:04x})", framebuffer, status);
}

stage::Picture picture_of(const WinnowPicture* given) {
    constexpr int farthest = 1 << 15;  // pixels
    const WinnowPicture& picture = taken(given, "picture");
    const bool has_place = picture.x >= 0 && picture.y >= 0 && picture.width > 0 && picture.height > 0 &&
                           picture.x <= farthest && picture.y <= farthest && picture.width <= farthest &&
                           picture.height <= farthest;
    if (!has_place)
        bad_input("picture: {}x{} pixels at {}, {} are no place in a picture", picture.width, picture.height,
                  picture.x, picture.y);
    if (picture.zero_to_one > 1) bad_input("zero_to_one: must be 0 or 1, not {}", picture.zero_to_one);
    if (picture.encoded > 1) bad_input("encoded: must be 0 or 1, not {}", picture.encoded);
    require_framebuffer(picture.framebuffer);
    stage::Picture result;
    result.size = {picture.width, picture.height};
    result.view = stage::host_view(
        matrix_of(picture.view), matrix_of(picture.projection),
        picture.zero_to_one != 0 ? stage::ClipDepth::zero_to_one : stage::ClipDepth::minus_one_to_one,
        result.size);
    result.depth = depth_of(picture);
    result.target = {picture.framebuffer, picture.x, picture.y, picture.encoded != 0};
    if (picture.layers != 0) result.layers = picture.layers;
    return result;
}

}  // namespace

const char* winnow_message(void) {
    return message.c_str();
}

uint32_t winnow_version(void) {
    return WINNOW_VERSION_NUMBER;
}

WinnowResult winnow_stage_create(const WinnowStageOptions* options, WinnowStage* out) {
    return guarded([&] {
        required(out, "stage");
        const WinnowStageOptions& given = taken(options, "options");
        if (given.loader == nullptr) bad_input("loader: a loader of OpenGL's functions is needed, not null");
        stage::Options asked{.algorithm = {backend_of(given.backend), {}, {}},
                             .drawing = drawing_of(given.drawing)};
        if (given.budget != 0) asked.budget = given.budget;
        require_any_context(given.loader);
        const gl::Facts facts = gl::load_facts(given.loader);
        gl::build_programs_in_parallel();
        const library::HostState state;
        auto open = std::make_unique<OpenStage>(facts, asked);
        const std::lock_guard lock(registry().mutex);
        *out = registry().stages.add(std::move(open));
    });
}

WinnowResult winnow_stage_destroy(WinnowStage handle) {
    return guarded([&] {
        require_own_context(find_stage(handle));
        const library::HostState state;
        const std::lock_guard lock(registry().mutex);
        registry().stages.remove(handle);
    });
}

WinnowResult winnow_stage_figures(WinnowStage handle, WinnowStageFigures* figures) {
    return on_stage(handle, [&](const stage::Stage& stage) {
        taken(figures, "figures");
        give(figures, {0, stage.effect_count(), stage.instance_count(), stage.budget(), stage.taken()});
    });
}

WinnowResult winnow_effect_load(WinnowStage handle, const WinnowEffectSource* source, WinnowEffect* effect) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        WinnowEffect& out = required(effect, "effect");
        out = stage.load(effect_of(source));
    });
}

WinnowResult winnow_effect_ready(WinnowStage handle, WinnowEffect effect, int32_t* ready) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_effect(stage, effect);
        required(ready, "ready") = stage.is_ready(effect) ? 1 : 0;
    });
}

WinnowResult winnow_effect_reload(WinnowStage handle, WinnowEffect effect, const WinnowEffectSource* source) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_effect(stage, effect);
        stage.reload(effect, effect_of(source));
    });
}

WinnowResult winnow_effect_unload(WinnowStage handle, WinnowEffect effect) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_effect(stage, effect);
        stage.unload(effect);
    });
}

WinnowResult winnow_play(WinnowStage handle, WinnowEffect effect, const WinnowPlay* given,
                         WinnowInstance* instance) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_effect(stage, effect);
        WinnowInstance& out = required(instance, "instance");
        const WinnowPlay play = given != nullptr ? taken(given, "play") : WinnowPlay{};
        require_zero(play.reserved);
        stage::Play asked;
        if (!is_none(play.transform)) asked.pose = pose_of(play.transform);
        if (play.seed != 0) asked.seed = play.seed;
        if (play.density != 0) asked.density = play.density;
        if (play.speed != 0) asked.speed = play.speed;
        asked.layer = play.layer;
        out = stage.play(effect, asked);
    });
}

WinnowResult winnow_exists(WinnowStage handle, WinnowInstance instance, int32_t* exists) {
    return on_stage(handle, [&](const stage::Stage& stage) {
        required(exists, "exists") = stage.exists(instance) ? 1 : 0;
    });
}

WinnowResult winnow_move(WinnowStage handle, WinnowInstance instance, const WinnowTransform* transform) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.move(instance, pose_of(required(transform, "transform")));
    });
}

WinnowResult winnow_set_speed(WinnowStage handle, WinnowInstance instance, float speed) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.set_speed(instance, speed);
    });
}

WinnowResult winnow_pause(WinnowStage handle, WinnowInstance instance, int32_t paused) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.set_paused(instance, paused != 0);
    });
}

WinnowResult winnow_set_layer(WinnowStage handle, WinnowInstance instance, uint32_t layer) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.set_layer(instance, layer);
    });
}

WinnowResult winnow_set_property(WinnowStage handle, WinnowInstance instance, const char* name, float value) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.set_property(instance, &required(name, "name"), value);
    });
}

WinnowResult winnow_stop(WinnowStage handle, WinnowInstance instance) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.stop(instance);
    });
}

WinnowResult winnow_kill(WinnowStage handle, WinnowInstance instance) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.kill(instance);
    });
}

WinnowResult winnow_instance_figures(WinnowStage handle, WinnowInstance instance,
                                     WinnowInstanceFigures* figures) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        taken(figures, "figures");
        const stage::Figures newest = stage.figures(instance);
        WinnowInstanceFigures out{0, newest.alive, newest.step, newest.dropped, {}, {}};
        for (int axis = 0; axis < 3 && newest.bounds; ++axis) {
            out.box_min[axis] = newest.bounds->least[axis];
            out.box_max[axis] = newest.bounds->greatest[axis];
        }
        give(figures, out);
    });
}

WinnowResult winnow_instance_hash(WinnowStage handle, WinnowInstance instance, uint64_t* hash) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        required(hash, "hash") = stage.hash(instance);
    });
}

WinnowResult winnow_advance(WinnowStage handle, double seconds) {
    return as_a_guest(handle, [&](stage::Stage& stage) { stage.advance(seconds); });
}

WinnowResult winnow_step(WinnowStage handle) {
    return as_a_guest(handle, [&](stage::Stage& stage) { stage.step(); });
}

WinnowResult winnow_draw(WinnowStage handle, const WinnowPicture* picture) {
    return as_a_guest(handle, [&](stage::Stage& stage) { stage.draw(picture_of(picture)); });
}

WinnowResult winnow_draw_layer(WinnowStage handle, const WinnowPicture* picture, WinnowLayer* layer) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        taken(layer, "layer");
        give(layer, {0, stage.draw_layer(picture_of(picture)).texture()});
    });
}
