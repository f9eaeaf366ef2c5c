// Pairs of buffers that runs use in turn, and the sweep that flushes the caches between them.
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

/// Returns how many sets of buffers, each of this many bytes, exceed the largest caches together: 1 to 64,
/// fewer where memory is short.
std::uint64_t sets_beyond_caches(const gl::Facts& facts, std::uint64_t set_bytes);

class Rotation {
  public:
    struct Pair {
        gl::Buffer input, output;
    };

    /// Fills every input with the same bytes. Allocates sets_beyond_caches() pairs.
    Rotation(gl::MemoryProvider& memory, const gl::Facts& facts, std::span<const std::byte> input);

    const Pair& pair(std::uint32_t run) const { return pairs_[run % pairs_.size()]; }

    /// Returns the size of one buffer for this many bytes of elements: whole 16-byte vectors.
    static std::uint64_t buffer_bytes(std::uint64_t bytes);

  private:
    std::vector<Pair> pairs_;
};

/// Two buffers that exceed every cache. A copy between them ahead of a measurement flushes the caches and
/// keeps the GPU busy while the launches to be measured are queued.
class SweepBuffers {
  public:
    /// Allocates nothing where a CPU renders or memory is short.
    SweepBuffers(gl::MemoryProvider& memory, const gl::Facts& facts);

    CacheSweep sweep() const;  // to be copied ahead of each measurement; 0 times if there are no buffers

  private:
    std::optional<Rotation::Pair> buffers_;
};

}  // namespace winnow::measure
