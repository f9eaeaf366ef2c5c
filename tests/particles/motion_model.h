// How a particle is born and moves, computed on the CPU with doubles: what the shaders are held to, but for
// rounding.
#pragma once

#include <glm/glm.hpp>

#include "effects/effect.h"
#include "particles/columns.h"

namespace winnow::particles {

/// Metres, and metres per second.
struct Motion {
    glm::dvec3 position{0}, velocity{0};
};

class MotionModel {
  public:
    MotionModel(const effects::Effect& effect, std::uint32_t seed) : effect_(effect), seed_(seed) {}

    struct Birth {
        Motion motion;
        double lifetime = 0;  // steps, before they are rounded
    };
    /// What an emitter's own birth is, by its identity alone.
    Birth birth(const Particle& born) const;

    struct Moved {
        Motion motion;
        bool bounced = false;
        double above = 0;  // metres above the floor, had there been none; without a floor, infinite
    };
    /// One step on.
    Moved advanced(const Particle& before) const;

  private:
    const effects::Emitter& emitter_of(const Particle& p) const;
    double step_seconds() const { return 1.0 / effect_.steps_per_second; }
    void bounce(Moved& moved) const;

    const effects::Effect& effect_;
    std::uint32_t seed_;
};

}  // namespace winnow::particles
