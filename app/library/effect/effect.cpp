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

#include "base/error.h"
#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/fence.h"
#include "library/effect/host_state.h"
#include "library/effect/structs.h"
#include "stage/stage.h"

namespace {

using namespace winnow;
using namespace winnow::library;

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
    OpenStage(const gl::Facts& all, const stage::Options& options, StateMode mode)
        : facts(all),
          state_mode(mode),
          mark(gl::plain_memory()->allocate(sizeof(std::uint32_t), "stage")),
          stage(facts, options) {}

    const std::thread::id thread = std::this_thread::get_id();
    gl::Facts facts;
    const StateMode state_mode;
    DeclaredState declared = {};
    std::string saved;                // the state that was saved last
    std::vector<WinnowEvent> events;  // that were taken last
    gl::Buffer mark;                  // tells its context from others
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
        const HostState state(open.state_mode, open.declared);
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
        const StateMode mode = state_mode_of(given.state);
        if (given.events != 0) asked.event_room = given.events;
        require_flag("deals", given.deals);
        asked.deals = given.deals != 0;
        require_zero(given.reserved);
        require_any_context(given.loader);
        const gl::Facts facts = gl::load_facts(given.loader);
        gl::build_programs_in_parallel();
        const DeclaredState initial;
        const HostState state(mode, initial);
        auto open = std::make_unique<OpenStage>(facts, asked, mode);
        const std::lock_guard lock(registry().mutex);
        *out = registry().stages.add(std::move(open));
    });
}

WinnowResult winnow_stage_destroy(WinnowStage handle) {
    return guarded([&] {
        const OpenStage& open = find_stage(handle);
        require_own_context(open);
        const DeclaredState declared = open.declared;  // which outlives the stage
        const HostState state(open.state_mode, declared);
        const std::lock_guard lock(registry().mutex);
        registry().stages.remove(handle);
    });
}

WinnowResult winnow_declare_state(WinnowStage handle, const WinnowState* state) {
    return guarded([&] {
        OpenStage& open = find_stage(handle);
        require_own_context(open);
        if (open.state_mode != StateMode::declared)
            bad_input("state: the stage was not made with WINNOW_STATE_DECLARED");
        open.declared = declared_of(state);
    });
}

WinnowResult winnow_stage_figures(WinnowStage handle, WinnowStageFigures* figures) {
    return on_stage(handle, [&](const stage::Stage& stage) {
        taken(figures, "figures");
        give(figures, {0, stage.effect_count(), stage.instance_count(), stage.budget().particles(),
                       stage.budget().taken(), stage.budget().wished()});
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

WinnowResult winnow_set_detail(WinnowStage handle, WinnowEffect effect, const WinnowDetail* detail) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_effect(stage, effect);
        stage.set_detail(effect, detail_of(detail));
    });
}

WinnowResult winnow_set_viewers(WinnowStage handle, const float* positions, uint32_t count) {
    return on_stage(handle, [&](stage::Stage& stage) {
        if (count > stage::max_viewers)
            bad_input("count: must be 0 to {}, not {}", stage::max_viewers, count);
        if (count > 0) required(positions, "positions");
        std::vector<glm::dvec3> places;
        for (const float* p = positions; places.size() < count; p += 3) places.emplace_back(p[0], p[1], p[2]);
        stage.set_viewers(places);
    });
}

WinnowResult winnow_play(WinnowStage handle, WinnowEffect effect, const WinnowPlay* given,
                         WinnowInstance* instance) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_effect(stage, effect);
        WinnowInstance& out = required(instance, "instance");
        const WinnowPlay play = given != nullptr ? taken(given, "play") : WinnowPlay{};
        stage::Play asked;
        if (!is_none(play.transform)) asked.pose = pose_of(play.transform);
        if (play.seed != 0) asked.seed = play.seed;
        if (play.density != 0) asked.density = play.density;
        if (play.speed != 0) asked.speed = play.speed;
        asked.layer = play.layer;
        if (play.significance != 0) asked.significance = play.significance;
        if (play.prewarm != 0) asked.prewarm = play.prewarm < 0 ? 0 : play.prewarm;
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

WinnowResult winnow_set_significance(WinnowStage handle, WinnowInstance instance, float significance) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.set_significance(instance, significance);
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

WinnowResult winnow_find_property(WinnowStage handle, WinnowEffect effect, const char* name,
                                  WinnowProperty* property) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_effect(stage, effect);
        required(property, "property") = stage.number_of_property(effect, &required(name, "name"));
    });
}

WinnowResult winnow_set_found_property(WinnowStage handle, WinnowInstance instance, WinnowProperty property,
                                       float value) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        stage.set_property(instance, stage.name_of_property(property), value);
    });
}

WinnowResult winnow_trigger(WinnowStage handle, WinnowInstance instance, const WinnowTrigger* given,
                            WinnowInstance* burst) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        const WinnowInstance made = stage.trigger(instance, trigger_of(given));
        if (burst != nullptr) *burst = made;
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
        WinnowInstanceFigures out{0,  newest.alive, newest.step,   newest.dropped,
                                  {}, {},           newest.wished, newest.granted};
        for (int axis = 0; axis < 3 && newest.bounds; ++axis) {
            out.box_min[axis] = newest.bounds->least[axis];
            out.box_max[axis] = newest.bounds->greatest[axis];
        }
        give(figures, out);
    });
}

WinnowResult winnow_instance_read(WinnowStage handle, WinnowInstance instance, WinnowParticle* particles,
                                  uint64_t room, uint64_t* count) {
    static_assert(sizeof(WinnowParticle) == sizeof(particles::Particle));
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        if (room > 0) required(particles, "particles");
        std::uint64_t& out = required(count, "count");
        const std::vector<particles::Particle> all = stage.read(instance);
        const std::size_t copied = std::min<std::uint64_t>(room, all.size());
        if (copied > 0) std::memcpy(particles, all.data(), copied * sizeof(WinnowParticle));
        out = all.size();
    });
}

WinnowResult winnow_instance_read_cuda(WinnowStage handle, WinnowInstance instance,
                                       WinnowCudaParticles* particles) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        taken(particles, "particles");
        const auto& [count, addresses, memory] = stage.read_for_cuda(instance);
        give(particles, WinnowCudaParticles{.size = sizeof(WinnowCudaParticles),
                                            .count = count,
                                            .positions = addresses[particles::position_column],
                                            .velocities = addresses[particles::velocity_column],
                                            .identities = addresses[particles::identity_column]});
    });
}

WinnowResult winnow_instance_hash(WinnowStage handle, WinnowInstance instance, uint64_t* hash) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        require_instance(stage, instance);
        required(hash, "hash") = stage.hash(instance);
    });
}

WinnowResult winnow_instance_save(WinnowStage handle, WinnowInstance instance, const void** bytes,
                                  uint64_t* length) {
    return guarded([&] {
        OpenStage& open = find_stage(handle);
        require_own_context(open);
        const HostState host(open.state_mode, open.declared);
        require_instance(open.stage, instance);
        required(bytes, "bytes");
        required(length, "length");
        open.saved = encoded(open.stage.save(instance));
        *bytes = open.saved.data();
        *length = open.saved.size();
    });
}

WinnowResult winnow_instance_restore(WinnowStage handle, WinnowEffect effect, const void* bytes,
                                     uint64_t length, WinnowInstance* instance) {
    return on_stage(handle, [&](stage::Stage& stage) {
        require_effect(stage, effect);
        WinnowInstance& out = required(instance, "instance");
        const std::string_view all(
            static_cast<const char*>(&required(static_cast<const char*>(bytes), "bytes")), length);
        out = stage.restore(effect, decoded(all, stage.effect(effect).folder.path));
    });
}

WinnowResult winnow_advance(WinnowStage handle, double seconds) {
    return as_a_guest(handle, [&](stage::Stage& stage) { stage.advance(seconds); });
}

WinnowResult winnow_step(WinnowStage handle) {
    return as_a_guest(handle, [&](stage::Stage& stage) { stage.step(); });
}

WinnowResult winnow_take_events(WinnowStage handle, WinnowEvents* events) {
    return guarded([&] {
        OpenStage& open = find_stage(handle);
        require_own_context(open);
        const HostState host(open.state_mode, open.declared);
        taken(events, "events");
        const auto [all, lost] = open.stage.take_events();
        open.events.clear();
        for (const stage::Event& one : all) open.events.push_back(event_of(one));
        give(events, WinnowEvents{.size = sizeof(WinnowEvents),
                                  .reserved = 0,
                                  .first = open.events.empty() ? nullptr : open.events.data(),
                                  .count = open.events.size(),
                                  .lost = lost});
    });
}

WinnowResult winnow_draw(WinnowStage handle, const WinnowPicture* picture) {
    return as_a_guest(handle, [&](stage::Stage& stage) { stage.draw(picture_of(picture)); });
}

WinnowResult winnow_draw_debug(WinnowStage handle, const WinnowPicture* picture) {
    return as_a_guest(handle, [&](stage::Stage& stage) { stage.draw_debug(picture_of(picture)); });
}

WinnowResult winnow_draw_layer(WinnowStage handle, const WinnowPicture* picture, WinnowLayer* layer) {
    return as_a_guest(handle, [&](stage::Stage& stage) {
        taken(layer, "layer");
        const stage::Layer drawn = stage.draw_layer(layer_of(picture));
        give(layer, {.size = sizeof(WinnowLayer),
                     .texture = drawn.light.texture(),
                     .first_depth = drawn.first_depths != nullptr ? drawn.first_depths->texture() : 0});
    });
}
