#include "particles/parameters.h"

#include <algorithm>
#include <cmath>

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

shared::vec4 pack(glm::vec3 v, float w) {
    return {v.x, v.y, v.z, w};
}
shared::vec4 pack(glm::vec4 v) {
    return {v.x, v.y, v.z, v.w};
}

float steps(float seconds, std::uint32_t steps_per_second) {
    return std::max(1.0f, std::round(seconds * static_cast<float>(steps_per_second)));
}

}  // namespace

shared::Emitter to_gpu(const effects::Emitter& e, std::uint32_t steps_per_second) {
    constexpr float softness = 0.15f;  // metres over which a sprite fades into the floor
    shared::Emitter gpu{};
    gpu.position_radius = pack(e.position, e.radius);
    gpu.direction_spread = pack(glm::normalize(e.direction), glm::radians(e.spread));
    gpu.speed_lifetime = {e.speed.least, e.speed.most, steps(e.lifetime.least, steps_per_second),
                          steps(e.lifetime.most, steps_per_second)};
    gpu.gravity_drag = pack(e.gravity, e.drag);
    gpu.color_begin = pack(e.color_begin);
    gpu.color_end = pack(e.color_end);
    gpu.size_look = {e.size_begin, e.size_end, e.stretch, softness};
    gpu.shape = {shape_of(e.shape), 0, 0, 0};
    gpu.turbulence = {e.turbulence, e.turbulence_scale, 0, 0};
    return gpu;
}

std::vector<shared::Emitter> emitter_table(const effects::Effect& effect) {
    std::vector<shared::Emitter> table;
    for (const effects::Emitter& emitter : effect.emitters)
        table.push_back(to_gpu(emitter, effect.steps_per_second));
    return table;
}

shared::Step step_template(const effects::Effect& effect, std::uint32_t seed) {
    shared::Step step{};
    step.seed = seed;
    step.emitters = static_cast<std::uint32_t>(effect.emitters.size());
    step.replace_oldest = effect.when_full == effects::WhenFull::replace_oldest ? 1 : 0;
    step.seconds = 1.0f / static_cast<float>(effect.steps_per_second);
    step.floor_height = effect.floor.height;
    step.floor_restitution = effect.floor.restitution;
    step.floor_friction = effect.floor.friction;
    step.has_floor = effect.floor.enabled ? 1 : 0;
    return step;
}

}  // namespace winnow::particles
