// Computes on the CPU, with doubles, how particles of stacks of disc or ball, jet, gravity, gusts and drag
// are born and move; the shaders must agree except for rounding.
#pragma once

#include <glm/glm.hpp>

#include "effects/model/effect.h"
#include "particles/columns.h"

namespace winnow::particles {

/// A position in metres and a velocity in metres per second.
struct Motion {
    glm::dvec3 position{0}, velocity{0};
};

class MotionModel {
  public:
    MotionModel(const effects::Effect& effect, std::uint32_t seed) : effect_(effect), seed_(seed) {}

    struct Birth {
        Motion motion;
        double lifetime = 0;  // steps, before rounding
    };
    /// Returns the birth of a particle by its emitter (not as a child); it depends only on the particle's
    /// identity.
    Birth birth(const Particle& born) const;

    struct Moved {
        Motion motion;
        bool bounced = false;
        double above = 0;  // height in metres above the plane before any bounce; infinite without a plane
    };
    /// Returns the state one step later.
    Moved advanced(const Particle& before) const;

  private:
    const effects::Emitter& emitter_of(const Particle& p) const;
    double step_seconds() const { return 1.0 / effect_.steps_per_second; }
    void bounce(Moved& moved) const;
    /// Moves it on after its birth; the plane stops it on its way.
    void follow(Motion& motion, double seconds) const;

    const effects::Effect& effect_;
    std::uint32_t seed_;
};

}  // namespace winnow::particles
