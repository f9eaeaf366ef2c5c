// What a step gives birth to, computed on the CPU from the particles before it: who, by whom, in which order.
#pragma once

#include <cstdint>
#include <vector>

#include "effects/effect.h"
#include "particles/columns.h"
#include "particles/random_model.h"

namespace winnow::particles {

/// A birth by a parent.
struct ExpectedChild {
    std::size_t parent;     // index among those who lived before the step
    std::uint32_t emitter;  // the child's
};

/// Needs no floats: whether a parent bounced is read from what became of it.
class ChildrenModel {
  public:
    ChildrenModel(const effects::Effect& effect, std::uint32_t seed) : effect_(effect), seed_(seed) {}

    /// The children that all ask for, in their order. `after`: those who lived before the step, in order, the
    /// dead among them, as they are after it; places and velocities are not read.
    std::vector<ExpectedChild> children(const std::vector<Particle>& after) const;

    /// What decides, against the chance, whether an event has children: 24 bits. `number`: of the link among
    /// all.
    std::uint32_t drawn(const Particle& after, std::uint32_t number) const;

  private:
    std::uint32_t by_link(const Particle& after, std::uint32_t number, const effects::Children& link) const;
    bool happens(const Particle& after, const effects::Children& link) const;
    Words4 random_of(const Particle& after, std::uint32_t number) const;
    std::uint32_t place_of(const std::string& name) const;

    const effects::Effect& effect_;
    std::uint32_t seed_;
};

}  // namespace winnow::particles
