// The places of an effect's emitters in the tables on the GPU. A particle stores the slot of its emitter, so
// a slot stays with its emitter while the list of emitters changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "effects/model/effect.h"

namespace winnow::particles {

class Slots {
  public:
    /// Gives each emitter the slot of its place in the list. Precondition: no particle lives.
    void number(const effects::Effect& effect);
    /// Gives the emitters of a changed effect their slots. An emitter keeps the slot that it had under its
    /// name. One with a new name has been renamed if the emitter that stood in its place is not in the list
    /// any more; otherwise it is new. Emitters that are not in the list any more are gone.
    void follow(const effects::Effect& effect);
    /// Gives the emitters these slots, all different and below `count`; the other slots are gone.
    void assign(const effects::Effect& effect, std::vector<std::uint32_t> slots, std::uint32_t count);
    /// A step has been made: the particles of emitters that are gone have died, so their slots are free.
    void step_made();

    /// Returns the slot of each emitter, in the order of the list.
    const std::vector<std::uint32_t>& of_emitters() const { return slots_; }
    std::uint32_t count() const { return static_cast<std::uint32_t>(uses_.size()); }
    bool is_gone(std::uint32_t slot) const { return uses_[slot] != Use::emitter; }
    /// Returns the slots that follow() or number() gave to new emitters.
    const std::vector<std::uint32_t>& fresh() const { return fresh_; }

  private:
    enum class Use { emitter, gone, free };
    /// An emitter's name, and how many before it in the list have the same.
    using Key = std::pair<std::string, std::size_t>;
    static std::vector<Key> keys_of(const effects::Effect& effect);
    std::uint32_t free_slot();

    std::vector<Key> keys_;             // of the emitters, in the order of the list
    std::vector<std::uint32_t> slots_;  // of the emitters, in the order of the list
    std::vector<Use> uses_;             // by slot
    std::vector<std::uint32_t> fresh_;
    std::size_t lowest_free_ = 0;  // in follow(): no slot below is free
};

}  // namespace winnow::particles
