#include "stage/instance.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "effects/compile/stack.h"
#include "effects/compile/stack_words.h"
#include "effects/model/document.h"
#include "shaders/shared.h"

namespace winnow::stage {
namespace {

bool is_finite(const effects::Pose& pose) {
    const double sum = pose.position.x + pose.position.y + pose.position.z + pose.turn.x + pose.turn.y +
                       pose.turn.z + pose.turn.w;
    return std::isfinite(sum);
}

}  // namespace

bool comes_before(const Instance& one, const Instance& other) {
    return one.significance != other.significance ? one.significance > other.significance
                                                  : one.handle < other.handle;
}

effects::Pose checked(effects::Pose pose) {
    if (!is_finite(pose)) bad_input("transform: has a number that is not finite");
    if (!(pose.scale >= 1e-4 && pose.scale <= 1e4))
        bad_input("transform: the scale must be 0.0001 to 10000, not {}", pose.scale);
    const double length = glm::length(pose.turn);
    if (!(std::abs(length - 1) <= 0.01)) bad_input("transform: the rotation must be a unit quaternion");
    pose.turn /= length;
    return pose;
}

double checked_speed(double speed) {
    if (!(speed >= 0 && speed <= max_speed)) bad_input("speed: must be 0 to {}, not {}", max_speed, speed);
    return speed;
}

void check_layer(std::uint32_t layer) {
    if (layer >= layer_count) bad_input("layer: must be 0 to {}, not {}", layer_count - 1, layer);
}

float checked_significance(float significance) {
    if (!(significance >= 0) || !std::isfinite(significance))
        bad_input("significance: must be a finite number from 0 on, not {}", significance);
    return significance;
}

std::unique_ptr<Instance> instance_as(const Play& play) {
    if (!(play.density >= 0 && play.density <= effects::max_density))
        bad_input("density: must be 0 to {}, not {}", effects::max_density, play.density);
    check_layer(play.layer);
    auto instance = std::make_unique<Instance>();
    if (play.pose) instance->pose = checked(*play.pose);
    if (play.floor) {
        if (!std::isfinite(play.floor->base) || !(play.floor->scale >= 1e-4 && play.floor->scale <= 1e4))
            bad_input("floor: must be a finite height and a scale of 0.0001 to 10000");
        instance->floor = play.floor;
    }
    instance->seed = play.seed;
    instance->density = play.density;
    instance->speed = checked_speed(play.speed);
    instance->layer = play.layer;
    instance->significance = checked_significance(play.significance);
    return instance;
}

particles::FloorPlace floor_of(const Instance& instance) {
    if (instance.floor) return *instance.floor;
    if (!instance.pose) return {};
    return {instance.pose->position.y, instance.pose->scale};
}

std::uint32_t emitter_named(const effects::Effect& effect, const std::string& name) {
    const auto found = std::ranges::find(effect.emitters, name, &effects::Emitter::name);
    if (found != effect.emitters.end()) return static_cast<std::uint32_t>(found - effect.emitters.begin());
    std::vector<std::string_view> names;
    for (const effects::Emitter& one : effect.emitters) names.push_back(one.name);
    const std::string hint = did_you_mean(name, names);
    bad_input("emitter: the effect {} has no {}{}", effect.name, effects::excerpt(name),
              hint.empty() ? "; it has " + join_or(names) : hint);
}

glm::dquat turn_to(const glm::dvec3& direction) {
    const double length = glm::length(direction);
    if (!(length > 0) || !std::isfinite(length))
        bad_input("direction: must be finite numbers, and not all 0");
    constexpr glm::dvec3 up(0, 1, 0), across(1, 0, 0);
    const glm::dvec3 to = direction / length;
    const double cosine = glm::dot(up, to);
    if (cosine < -1 + 1e-9) return glm::dquat(0, across);  // half a turn
    return glm::normalize(glm::dquat(1 + cosine, glm::cross(up, to)));
}

std::uint32_t prewarm_steps_of(effects::Effect effect, std::optional<float> seconds) {
    if (seconds && !(*seconds >= 0 && *seconds <= max_prewarm))
        bad_input("prewarm: must be up to {} seconds, not {}", max_prewarm, *seconds);
    if (seconds) effect.prewarm = *seconds;
    return static_cast<std::uint32_t>(effects::prewarm_steps(effect));
}

particles::State state_before(const effects::CompiledEffect& compiled) {
    particles::State state;
    const std::size_t emitters = compiled.effect.emitters.size();
    state.fractions.resize(emitters, 0);
    while (state.slots.size() < emitters) state.slots.push_back(state.slot_count++);
    state.columns.resize(shared::PARTICLE_COLUMNS + compiled.program.planes.all);
    return state;
}

void require_same_particles(const effects::CompiledEffect& compiled, const effects::Effect& other) {
    const auto names_of = [](const effects::Effect& effect) {
        std::vector<std::string> names;
        for (const effects::Emitter& emitter : effect.emitters) names.push_back(emitter.name);
        return names;
    };
    if (names_of(compiled.effect) != names_of(other))
        bad_input("state: the saved instance has other emitters than the effect {}", compiled.effect.name);
    const std::vector<effects::Stack> stacks = effects::stacks_of(other);
    for (std::size_t i = 0; i < stacks.size(); ++i)
        if (!std::ranges::equal(effects::stored_of(compiled.stacks[i]), effects::stored_of(stacks[i])))
            bad_input("state: particles of emitter {} have other attributes in the effect {}",
                      other.emitters[i].name, compiled.effect.name);
}

bool can_begin_as(Instance& instance, const effects::CompiledEffect& other) {
    const effects::Effect& effect = instance.compiled->effect;
    if (instance.burst) {
        const std::vector<effects::Emitter>& all = other.effect.emitters;
        const auto found =
            std::ranges::find(all, effect.emitters[instance.burst->emitter].name, &effects::Emitter::name);
        if (found == all.end()) return false;
        instance.burst->emitter = static_cast<std::uint32_t>(found - all.begin());
    }
    try {
        if (instance.from) require_same_particles(other, effect);
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace winnow::stage
