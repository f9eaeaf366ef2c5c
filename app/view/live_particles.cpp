#include "view/live_particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "base/text.h"

namespace winnow::view {
namespace {

constexpr float far_outside = 10;  // in half sides of the frame

using particles::Particle;
using particles::Probed;
using particles::vector_of;

const Particle* find(const std::vector<Particle>& among, const Particle& one) {
    const auto found = std::ranges::find_if(among, [&](const Particle& other) {
        return other.birth_step == one.birth_step && other.ordinal == one.ordinal;
    });
    return found == among.end() ? nullptr : &*found;
}

std::span<const Particle> oldest(const Probed& probed) {
    return std::span(probed.before).first(std::min(probed.before.size(), LiveParticles::lanes));
}

/// Returns the step of the birth of a particle that is alive after `step`. The particle holds the low word of
/// it, and no particle lives for 2^32 steps.
std::uint64_t birth_of(const Particle& one, std::uint64_t step) {
    return step - static_cast<std::uint32_t>(step - one.birth_step);
}

lab::LiveParticle live_particle(const Particle& one, std::uint32_t steps_since) {
    return {one.birth_step, one.ordinal, static_cast<std::int32_t>(one.lifetime - one.age - steps_since)};
}

}  // namespace

std::optional<lab::Point> place_in_frame(const render::Camera& camera, gl::Size frame,
                                         const glm::vec3& place) {
    const glm::vec4 clip = camera.projection(frame) * camera.pose().view() * glm::vec4(place, 1);
    const float depth = clip.w, reach = std::max(std::abs(clip.x), std::abs(clip.y));
    if (!std::isfinite(depth) || !std::isfinite(reach)) return std::nullopt;
    glm::vec2 at(0, -far_outside);
    if (depth > 0 && reach < far_outside * depth)
        at = glm::vec2(clip) / depth;
    else if (reach > 0)
        at = glm::vec2(clip) / reach * far_outside;
    return lab::Point{(at.x + 1) / 2, (1 - at.y) / 2};
}

bool has_deaths(const Probed& probed) {
    return std::ranges::any_of(oldest(probed),
                               [&](const Particle& one) { return find(probed.after, one) == nullptr; });
}

void LiveParticles::look_at(const Probed& probed) {
    forget();
    step_ = probed.step;
    for (const Particle& one : oldest(probed)) {
        before_.push_back(live_particle(one, probed.is_advanced ? 0 : 1));
        const Particle* survivor = find(probed.after, one);
        followed_.push_back(survivor != nullptr ? Followed{*survivor} : Followed{one, probed.step});
    }
    for (const Particle& one : probed.after) after_.push_back(live_particle(one, 0));
}

void LiveParticles::follow(const Probed& probed) {
    if (probed.step <= step_) return;
    step_ = probed.step;
    for (Followed& one : followed_) {
        if (one.died_by) continue;
        if (const Particle* now = find(probed.after, one.last))
            one.last = *now;
        else
            one.died_by = step_;
    }
}

void LiveParticles::forget() {
    before_.clear();
    after_.clear();
    followed_.clear();
    step_ = 0;
}

ui::LabParticle LiveParticles::in_frame(const Followed& one, const render::Camera& camera, gl::Size frame,
                                        std::uint64_t steps_late, float seconds_late) const {
    const glm::vec3 last = vector_of(one.last.position);
    if (one.died_by)
        return {place_in_frame(camera, frame, last), false,
                fmt::format("died by step {}", grouped(*one.died_by))};
    const std::uint64_t left = one.last.lifetime - one.last.age;
    return {place_in_frame(camera, frame, last + vector_of(one.last.velocity) * seconds_late), true,
            fmt::format("born in step {}, {} steps left", grouped(birth_of(one.last, step_)),
                        grouped(left - std::min(left, steps_late)))};
}

std::vector<ui::LabParticle> LiveParticles::in_frame(const render::Camera& camera, gl::Size frame,
                                                     std::uint64_t steps,
                                                     std::uint32_t steps_per_second) const {
    const std::uint64_t late = steps - std::min(steps, step_);
    const float seconds = static_cast<float>(late) / static_cast<float>(steps_per_second);
    std::vector<ui::LabParticle> particles;
    for (const Followed& one : followed_) particles.push_back(in_frame(one, camera, frame, late, seconds));
    return particles;
}

}  // namespace winnow::view
