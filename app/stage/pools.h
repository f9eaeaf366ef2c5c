// The pools of all instances, and how these share the room that the budget has for their particles.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "stage/instance.h"
#include "stage/pool.h"

namespace winnow::stage {

class Pools {
  public:
    /// `budget`: particles for which all pools together have memory.
    Pools(std::uint32_t budget, Pool::MakeSimulation make);

    /// Returns a pool for an instance of the effect, in which there is room for so many particles.
    Pool& pool_for(const effects::Compiled& effect, float density, std::uint32_t room);
    /// Returns the particles for which pools other than this one have no memory yet.
    std::uint32_t left(const Pool* beside = nullptr) const;
    /// Grows the pools for the rooms of their instances, as long as the memory suffices: births without room
    /// are counted.
    void grow_to_rooms();
    /// Lets a pool that fills grow, because rooms are estimates, as long as the budget suffices, and the
    /// memory.
    void grow_what_fills();
    /// Gives instances other effects; what lives, lives on. Those of a pool get effects that are alike to
    /// each other.
    void change(std::span<Instance* const> instances, std::span<const effects::Compiled> effects);
    /// Frees the pools without instances that are not wanted.
    void drop_empty(const std::function<bool(const Pool&)>& is_wanted);

    auto begin() const { return pools_.begin(); }
    auto end() const { return pools_.end(); }

  private:
    void make_room(Pool& pool, std::uint64_t particles);
    std::uint64_t grown(const Pool& pool) const;

    const std::uint32_t budget_;
    const Pool::MakeSimulation make_;
    std::vector<std::unique_ptr<Pool>> pools_;
};

}  // namespace winnow::stage
