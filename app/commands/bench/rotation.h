// Pairs of buffers that runs take in turn, so that none finds its data in the cache.
#pragma once

#include <cstdint>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"

namespace winnow::commands {

class Rotation {
  public:
    struct Pair {
        gl::Buffer input, output;
    };

    /// Fills every input with the same random words. Allocates as many pairs as pass the largest caches
    /// together, one at least and 64 at most, less where memory is short.
    Rotation(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint64_t elements,
             const std::vector<std::uint32_t>& words);

    const Pair& pair(std::uint32_t run) const { return pairs_[run % pairs_.size()]; }

    /// Of one buffer: whole 16-byte vectors.
    static std::uint64_t buffer_bytes(std::uint64_t elements);

  private:
    std::vector<Pair> pairs_;
};

}  // namespace winnow::commands
