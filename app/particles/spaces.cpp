#include "particles/spaces.h"

#include <algorithm>
#include <array>

#include "effects/compile/transform.h"
#include "particles/parameters.h"
#include "shaders/shared.h"

namespace winnow::particles {
namespace {

using effects::Pose;

SpaceRows rows_of(const Pose& pose) {
    return {glm::vec4(pose.position, pose.scale),
            glm::vec4(pose.turn.x, pose.turn.y, pose.turn.z, pose.turn.w)};
}

/// Returns the rows with that sign of the turn by which it is the nearer one to an earlier turn.
SpaceRows nearest(SpaceRows rows, const SpaceRows& earlier) {
    if (glm::dot(rows[1], earlier[1]) < 0) rows[1] = -rows[1];
    return rows;
}

}  // namespace

void Spaces::set(const effects::Compiled& effect, const Slots& slots) {
    effect_ = effect;
    places_ = space_places(effect->effect);
    slots_ = slots.of_emitters();
    for (const std::uint32_t slot : slots.fresh()) last_.erase(slot);
    std::erase_if(last_, [&](const auto& entry) {
        const auto i = static_cast<std::uint32_t>(std::ranges::find(slots_, entry.first) - slots_.begin());
        return std::ranges::find(places_.emitters, i) == places_.emitters.end();
    });
}

void Spaces::restore(const std::vector<SpaceRows>& saved) {
    last_.clear();
    for (std::size_t i = 0; i < saved.size() && i < places_.emitters.size(); ++i)
        last_[slots_[places_.emitters[i]]] = saved[i];
}

std::vector<SpaceRows> Spaces::save() const {
    std::vector<SpaceRows> saved;
    for (const std::uint32_t i : places_.emitters)
        if (const auto found = last_.find(slots_[i]); found != last_.end()) saved.push_back(found->second);
    return saved.size() == places_.emitters.size() ? saved : std::vector<SpaceRows>();
}

void Spaces::add(const SpaceRows& before, const SpaceRows& now, const glm::vec4& facts) {
    rows_.insert(rows_.end(), {before[0], before[1], now[0], now[1], facts});
}

const std::vector<glm::vec4>& Spaces::next(std::uint64_t index) {
    const effects::Effect& effect = effect_->effect;
    const effects::Motions& motions = effect_->motions;
    const auto time_of = [&](std::uint64_t step) {
        return static_cast<double>(step) / effect.steps_per_second;
    };
    const float seconds = 1.0f / static_cast<float>(effect.steps_per_second);
    const auto rows_at = [&](std::uint64_t step, const auto& pose) {
        return rows_of(pose(time_of(step), has_long_times(step)));
    };
    rows_.clear();
    for (const std::uint32_t i : places_.emitters) {
        const auto pose = [&](double time, bool is_long) {
            return pose_ * pose_of_emitter(motions, i, time, is_long, effect.properties);
        };
        const auto known = last_.find(slots_[i]);
        const SpaceRows before = known != last_.end() ? known->second : rows_at(index - 1, pose);
        const SpaceRows now = nearest(rows_at(index, pose), before);
        const effects::Emitter& emitter = effect.emitters[i];
        add(before, now,
            {seconds, emitter.space == effects::Space::local ? 1 : 0, emitter.inherit_velocity, 0});
        last_[slots_[i]] = now;
    }
    for (const std::uint32_t i : places_.objects) {
        const auto pose = [&](double time, bool is_long) {
            return pose_of_object(effect, motions, i, time, is_long);
        };
        const SpaceRows before = rows_at(index - 1, pose);
        add(before, nearest(rows_at(index, pose), before), {seconds, 0, 0, 0});
    }
    return rows_;
}

void Spaces::put_last(std::span<glm::vec4> rows) const {
    for (std::size_t i = 0; i < places_.emitters.size(); ++i) {
        const auto known = last_.find(slots_[places_.emitters[i]]);
        if (known == last_.end()) continue;
        const std::array moving{known->second[0], known->second[1], known->second[0], known->second[1]};
        std::ranges::copy(moving, rows.subspan(i * shared::MOVING_ROWS).begin());
    }
}

float Spaces::scale() const {
    float most = 1;
    for (const auto& [slot, rows] : last_) most = std::max(most, rows[0].w);
    return most;
}

}  // namespace winnow::particles
