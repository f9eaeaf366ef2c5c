// Computes on the CPU which children a step gives birth to, from the particles before it: emitter, parent and
// order.
#pragma once

#include <cstdint>
#include <vector>

#include "effects/model/effect.h"
#include "particles/columns.h"
#include "particles/random_model.h"

namespace winnow::particles {

/// A child that a parent gives birth to.
struct ExpectedChild {
    std::size_t parent;     // index among the particles alive before the step
    std::uint32_t emitter;  // the emitter of the child
};

/// The model needs no floats: the parent's state after the step says if it bounced.
class ChildrenModel {
  public:
    ChildrenModel(const effects::Effect& effect, std::uint32_t seed) : effect_(effect), seed_(seed) {}

    /// Returns all children that the parents ask for, in order. `after`: the particles alive before the step,
    /// in order and with the dead ones, in their state after it; positions and velocities are not read.
    std::vector<ExpectedChild> children(const std::vector<Particle>& after) const;

    /// Returns the random number of 24 bits that is compared with the chance to decide if an event has
    /// children. `number`: the index of the link among all links.
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
