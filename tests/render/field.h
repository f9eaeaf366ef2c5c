// A field of particles that no simulation made: every number of it is written down here.
#pragma once

#include <cstdint>
#include <memory>

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
    particles::Living living() const;

  private:
    std::uint32_t capacity_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    particles::ColumnSet columns_;
    gl::Buffer emitters_;
};

}  // namespace winnow::test
