// Pairs of buffers that runs take in turn, and the sweep that turns out the caches between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"
#include "measure/baseline.h"

namespace winnow::measure {

/// How many sets of buffers, so many bytes each, pass the largest caches together: one at least and 64 at
/// most, less where memory is short.
std::uint64_t sets_beyond_caches(const gl::Facts& facts, std::uint64_t set_bytes);

class Rotation {
  public:
    struct Pair {
        gl::Buffer input, output;
    };

    /// Fills every input with the same bytes. Allocates as many pairs as sets_beyond_caches().
    Rotation(gl::MemoryProvider& memory, const gl::Facts& facts, std::span<const std::byte> input);

    const Pair& pair(std::uint32_t run) const { return pairs_[run % pairs_.size()]; }

    /// Of one buffer for so many bytes of elements: whole 16-byte vectors.
    static std::uint64_t buffer_bytes(std::uint64_t bytes);

  private:
    std::vector<Pair> pairs_;
};

/// Two buffers that no cache holds. Copied ahead of a measurement they turn out what the caches hold, and
/// keep the GPU busy while the launches to be measured are queued.
class SweepBuffers {
  public:
    /// Empty where a CPU renders, and where memory is short.
    SweepBuffers(gl::MemoryProvider& memory, const gl::Facts& facts);

    CacheSweep sweep() const;  // to be made ahead of each measurement; 0 times if this is empty

  private:
    std::optional<Rotation::Pair> buffers_;
};

}  // namespace winnow::measure
