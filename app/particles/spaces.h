// The spaces of emitters, and of the scenery's objects that move, from step to step.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "particles/columns.h"
#include "particles/slots.h"

namespace winnow::particles {

/// Computes where spaces are. What an edit changes between two steps moves in the next step.
class Spaces {
  public:
    /// Takes another effect. Emitters stay where they were in the last step, unless they are new to their
    /// slots.
    void set(const effects::Compiled& effect, const Slots& slots);
    /// Says where the effect is in the world from the next step on. Precondition: its emitters have spaces.
    void place(const effects::Pose& pose) { pose_ = pose; }
    /// Forgets where the emitters were in the last step.
    void restart() { last_.clear(); }
    /// Continues from what save() returned; from nothing, where the effect has the emitters now.
    void restore(const std::vector<SpaceRows>& saved);
    /// Returns where the emitters were in the last step, in the order of the list; nothing, if none has a
    /// space or no step was made.
    std::vector<SpaceRows> save() const;

    bool any() const { return places_.any(); }
    /// Returns the rows of the spaces for step `index`, counted from 1.
    const std::vector<glm::vec4>& next(std::uint64_t index);
    /// Writes where emitters were after the last step into rows of the form that next() returns, so that
    /// pictures before the next step see it too.
    void put_last(std::span<glm::vec4> rows) const;
    /// Returns the largest factor on the sizes of an emitter's particles after the last step, at least 1.
    float scale() const;

  private:
    void add(const SpaceRows& before, const SpaceRows& now, const glm::vec4& facts);

    effects::Compiled effect_;
    effects::Pose pose_;
    effects::SpacePlaces places_;
    std::vector<std::uint32_t> slots_;         // of the emitters
    std::map<std::uint32_t, SpaceRows> last_;  // by slot
    std::vector<glm::vec4> rows_;
};

}  // namespace winnow::particles
