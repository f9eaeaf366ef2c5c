#include "particles/parameters.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace winnow::particles {
namespace {

std::uint32_t shape_of(effects::Shape shape) {
    switch (shape) {
        case effects::Shape::sphere:
            return shared::SHAPE_SPHERE;
        case effects::Shape::disc:
            return shared::SHAPE_DISC;
        case effects::Shape::point:
            break;
    }
    return shared::SHAPE_POINT;
}

std::uint32_t kind_of(effects::Turbulence turbulence) {
    return turbulence == effects::Turbulence::eddies ? shared::TURBULENCE_EDDIES : shared::TURBULENCE_GUSTS;
}

shared::vec4 pack(glm::vec3 v, float w) {
    return {v.x, v.y, v.z, w};
}
shared::vec4 pack(glm::vec4 v) {
    return {v.x, v.y, v.z, v.w};
}

float steps(float seconds, std::uint32_t steps_per_second) {
    return std::max(1.0f, std::round(seconds * static_cast<float>(steps_per_second)));
}

std::uint32_t event_of(effects::On on) {
    switch (on) {
        case effects::On::collision:
            return shared::EVENT_COLLISION;
        case effects::On::age:
            return shared::EVENT_AGE;
        case effects::On::death:
            break;
    }
    return shared::EVENT_DEATH;
}

shared::Link to_gpu(const effects::Children& c, std::uint32_t slot, bool emits,
                    std::uint32_t steps_per_second) {
    const float chance = emits ? c.chance : 0;
    shared::Link gpu{};
    gpu.emitter = slot;
    gpu.event = event_of(c.on);
    gpu.age = static_cast<std::uint32_t>(steps(c.age, steps_per_second));
    gpu.most = c.most_per_parent;
    gpu.count_least = static_cast<std::uint32_t>(c.count.least);
    gpu.count_choices = static_cast<std::uint32_t>(c.count.most) - gpu.count_least + 1;
    gpu.chance = static_cast<std::uint32_t>(std::lround(chance * static_cast<float>(shared::CHANCE_ONE)));
    gpu.inherit = c.inherit_velocity;
    return gpu;
}

using Places = std::unordered_map<std::string_view, std::uint32_t>;

Places places_of(const effects::Effect& effect) {
    Places places;
    for (std::uint32_t i = 0; i < effect.emitters.size(); ++i) places.emplace(effect.emitters[i].name, i);
    return places;
}

}  // namespace

shared::Emitter to_gpu(const effects::Emitter& e, std::uint32_t steps_per_second, bool covers,
                       std::uint32_t first_link) {
    shared::Emitter gpu{};
    gpu.position_radius = pack(e.position, e.radius);
    gpu.direction_spread = pack(glm::normalize(e.direction), glm::radians(e.spread));
    gpu.speed_lifetime = {e.speed.least, e.speed.most, steps(e.lifetime.least, steps_per_second),
                          steps(e.lifetime.most, steps_per_second)};
    gpu.gravity_drag = pack(e.gravity, e.drag);
    gpu.color_begin = pack(e.color_begin);
    gpu.color_end = pack(e.color_end);
    gpu.size_look = {e.size_begin, e.size_end, e.stretch, covers ? 1.0f : 0.0f};
    gpu.shape = {shape_of(e.shape), first_link, static_cast<std::uint32_t>(e.children.size()),
                 kind_of(e.turbulence_kind)};
    gpu.turbulence = {e.turbulence, e.turbulence_scale, static_cast<float>(e.turbulence_octaves),
                      e.turbulence_roughness};
    gpu.motion_shading = pack(e.turbulence_motion, e.shading);
    return gpu;
}

std::vector<shared::Emitter> emitter_table(const effects::Effect& effect, const Slots& slots) {
    std::vector<shared::Emitter> table(slots.count());
    std::uint32_t links = 0;
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        const effects::Emitter& emitter = effect.emitters[i];
        table[slots.of_emitters()[i]] =
            to_gpu(emitter, effect.steps_per_second, effects::covers(emitter, effect.blend), links);
        links += static_cast<std::uint32_t>(emitter.children.size());
    }
    return table;
}

std::vector<shared::Link> link_table(const effects::Effect& effect, const Slots& slots) {
    std::vector<shared::Link> table;
    const Places places = places_of(effect);
    for (const effects::Emitter& emitter : effect.emitters)
        for (const effects::Children& children : emitter.children) {
            const std::uint32_t child = places.at(children.emitter);
            table.push_back(to_gpu(children, slots.of_emitters()[child], effect.emitters[child].emits,
                                   effect.steps_per_second));
        }
    return table;
}

std::uint32_t most_children(const effects::Effect& effect) {
    float most = 0;
    for (const effects::Emitter& emitter : effect.emitters) {
        float sum = 0;
        for (const effects::Children& children : emitter.children) sum += children.count.most;
        most = std::max(most, sum);
    }
    return std::min(static_cast<std::uint32_t>(most), effect.limits.children_per_parent);
}

gl::Defines StepKind::defines() const {
    return {{"CHILDREN", gl::define_flag(children)}, {"TURBULENCE", gl::define_flag(turbulence)}};
}

StepKind step_kind(const effects::Effect& effect) {
    const auto is_turbulent = [](const effects::Emitter& emitter) { return emitter.turbulence > 0; };
    return {most_children(effect) > 0, std::ranges::any_of(effect.emitters, is_turbulent)};
}

shared::Step step_template(const effects::Effect& effect, std::uint32_t seed) {
    shared::Step step{};
    step.seed = seed;
    step.emitters = static_cast<std::uint32_t>(effect.emitters.size());
    step.replace_oldest = effect.when_full == effects::WhenFull::replace_oldest ? 1 : 0;
    step.seconds = 1.0f / static_cast<float>(effect.steps_per_second);
    step.plane_height = effect.plane.height;
    step.plane_restitution = effect.plane.restitution;
    step.plane_friction = effect.plane.friction;
    step.children_per_step = effect.limits.children_per_step;
    step.has_plane = effect.plane.enabled ? 1 : 0;
    return step;
}

}  // namespace winnow::particles
