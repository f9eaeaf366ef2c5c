// Where a ring begins and how many it holds: compactors want both on the GPU, in one buffer.
#pragma once

#include <cstdint>

#include "compact/compactor.h"
#include "gl/buffer.h"
#include "library/borrowed_buffers.h"
#include "winnow/compact.h"

namespace winnow::library {

/// Words of the GPU in the place of those that a request has no place for, or has in two buffers.
class RingWords {
  public:
    RingWords();

    /// Sets first, count and survivors, each to where the caller has it or, failing that, to a word of its
    /// own. Submits nothing. Error(bad_input) as BorrowedBuffers.
    void locate(const GlCompactRequest& request, BorrowedBuffers& buffers, compact::Request& whole) const;
    /// Brings first and count, as located, into one buffer.
    /// Precondition: the request is valid but for that.
    void gather(const GlCompactRequest& request, compact::Request& whole) const;

  private:
    void bring(gl::Word& word, std::uint32_t own, std::uint32_t value) const;

    gl::Buffer words_;
};

}  // namespace winnow::library
