// The particles that the Lab shows: those of one step, which are followed while they live.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "lab/live_compaction.h"
#include "particles/probe.h"
#include "render/camera.h"
#include "ui/lab_model.h"

namespace winnow::view {

/// Returns where a place in the world appears, in shares of the frame from its upper left. A place behind the
/// eye appears far outside the frame, on the side to which one would turn. Nullopt if it is not finite.
std::optional<lab::Point> place_in_frame(const render::Camera& camera, gl::Size frame,
                                         const glm::vec3& place);

class LiveParticles {
  public:
    static constexpr std::size_t lanes = 24;  // as many of the oldest as the Lab has room for

    /// Shows this step, and follows its oldest particles from now on.
    void look_at(const particles::Probed& probed);
    /// Takes the same particles from a later step; does nothing if the step is not later.
    void follow(const particles::Probed& probed);
    void forget();

    /// The step that is shown, for lab::live_compaction().
    const std::vector<lab::LiveParticle>& before() const { return before_; }
    const std::vector<lab::LiveParticle>& after() const { return after_; }
    /// True if the step lies before one that was shown or followed: the simulation began anew.
    bool is_later_than(const particles::Probed& probed) const { return probed.step < step_; }

    /// Returns where each of before() appears in a frame that shows the simulation after `steps` steps.
    /// Copies arrive a few steps late, so each is carried on by its velocity.
    std::vector<ui::LabParticle> in_frame(const render::Camera& camera, gl::Size frame, std::uint64_t steps,
                                          std::uint32_t steps_per_second) const;

  private:
    struct Followed {
        particles::Particle last;  // as it was seen last
        std::optional<std::uint64_t> died_by{};
    };
    ui::LabParticle in_frame(const Followed& one, const render::Camera& camera, gl::Size frame,
                             std::uint64_t steps_late, float seconds_late) const;

    std::vector<lab::LiveParticle> before_, after_;
    std::vector<Followed> followed_;
    std::uint64_t step_ = 0;  // of the newest copy
};

/// True if one of the oldest particles did not survive the step.
bool has_deaths(const particles::Probed& probed);

}  // namespace winnow::view
