// The caller's buffers as those of the house, for one request; they stay the caller's.
#pragma once

#include <array>
#include <cstddef>

#include "gl/buffer.h"
#include "winnow/scan.h"

namespace winnow::library {

/// Errors are Error(bad_input), for a name that is no buffer's and a place that no buffer can have; `what`
/// begins the sentence. What it returns points into it. Place and name 0: null.
class BorrowedBuffers {
  public:
    BorrowedBuffers() = default;
    BorrowedBuffers(const BorrowedBuffers&) = delete;
    BorrowedBuffers& operator=(const BorrowedBuffers&) = delete;

    /// One object for each name: who compares buffers compares objects.
    const gl::Buffer* buffer(const char* what, unsigned name);
    gl::Words words(const char* what, GlPlace place) { return {buffer(what, place.buffer), place.first}; }
    gl::Word word(const char* what, GlPlace place);

  private:
    static constexpr std::size_t most = 14;  // of a compaction: five columns of two, and four places

    std::array<gl::Buffer, most> buffers_;
    std::size_t used_ = 0;
};

}  // namespace winnow::library
