// A field of particles that no simulation made: every number of it is written down here.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gl/buffer.h"
#include "particles/columns.h"
#include "particles/simulation.h"

namespace winnow::test {

/// Two emitters' particles on two helices that cross: warm streaks rising, cool wide sprites sinking, of all
/// ages; some touch the floor at height 0. They wrap round the end of their columns.
class Field {
  public:
    /// More alive are the same helices, closer together.
    explicit Field(std::uint32_t alive, std::uint32_t capacity = 0);
    /// The same, in another order: the i-th that lives is what number order[i] would have been.
    explicit Field(const std::vector<std::uint32_t>& order);
    /// Some numbers of so many, in that order.
    Field(const std::vector<std::uint32_t>& numbers, std::uint32_t total, std::uint32_t capacity);
    particles::Living living() const;
    /// Where number i lies in its columns.
    std::uint32_t slot_of(std::uint32_t i) const { return (capacity_ / 2 + i) % capacity_; }
    static particles::Particle particle(std::uint32_t i, std::uint32_t alive);
    static constexpr float largest_radius = 0.11f, longest_stretch = 0.05f;

  private:
    std::uint32_t capacity_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    particles::ColumnSet columns_;
    gl::Buffer emitters_;
};

}  // namespace winnow::test
