// The particles for which a stage has room, and who gets how many.
#pragma once

#include <cstdint>
#include <span>

#include "stage/handles.h"
#include "stage/instance.h"
#include "stage/pools.h"

namespace winnow::stage {

class Budget {
  public:
    /// `particles`: at least 1. `deals`: a short budget is dealt by significance; otherwise instances that
    /// find no room are refused.
    Budget(std::uint32_t particles, bool deals);

    std::uint32_t particles() const { return particles_; }
    /// Returns for how many particles the instances have room.
    std::uint64_t taken() const { return taken_; }
    /// Returns how many they would have.
    std::uint64_t wished() const { return wished_; }
    std::uint64_t left() const { return particles_ - taken_; }

    /// Gives a new instance room for so many particles, or for those that are left. Throws Error(bad_input)
    /// if none is left and the budget does not deal.
    void add(Instance& instance, std::uint32_t asked);
    void remove(const Instance& instance);
    void set_significance(Instance& instance, float significance);
    /// Lets an instance have this share of its births, 0 to 1, beside what room it gets.
    void set_share(Instance& instance, double share);
    /// Deals anew what is short, or was: in the order of significance, and of age where it is the same, each
    /// instance gets what it wishes, or what those before it leave.
    void deal(const Handles<Instance>& instances, Pools& pools);

  private:
    const std::uint32_t particles_;
    const bool deals_;
    std::uint64_t taken_ = 0, wished_ = 0;
    bool is_to_be_dealt_ = false;
};

}  // namespace winnow::stage
