// The ordinals of children among the children of their instances, where many instances share a simulation.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/program.h"
#include "particles/columns.h"
#include "scan/scan.h"
#include "sort/radix_sort.h"

namespace winnow::particles {

/// Sorts the children of a step by instance, stably, so that one is counted from the first of its instance.
/// Memory per particle of the capacity: 16 bytes.
class ChildRanks {
  public:
    /// `scan` scans u32 sums.
    ChildRanks(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan);

    /// Allocates for so many children. Throws Error(bad_input) if they do not fit.
    void reserve(gl::MemoryProvider& memory, std::uint32_t capacity);
    /// Writes the ordinals behind the offsets of children. Preconditions: the step and its source are bound,
    /// and the offsets as BIND_CHILDREN; `destination` has the pool with the number of children, at most
    /// `bound`.
    void run(const ColumnSet& source, const ColumnSet& destination, const gl::Buffer& offsets,
             std::uint32_t bound, std::uint32_t instances);

  private:
    void bind(const ColumnSet& source, const ColumnSet& destination, const gl::Buffer& offsets) const;

    gl::Program list_, rank_;
    sort::RadixSort sort_;
    gl::Buffer keys_, numbers_, other_keys_, other_numbers_;
};

}  // namespace winnow::particles
