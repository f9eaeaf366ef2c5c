// A request of the public header as one of the house, on buffers that stay the caller's.
#pragma once

#include <array>
#include <cstddef>

#include "gl/buffer.h"
#include "scan/scan.h"
#include "winnow/scan.h"

namespace winnow::library {

class BorrowedRequest {
  public:
    /// Error(bad_input) for a name that is no buffer's, and a place that no buffer can have.
    explicit BorrowedRequest(const GlScanRequest& request);
    BorrowedRequest(const BorrowedRequest&) = delete;
    BorrowedRequest& operator=(const BorrowedRequest&) = delete;

    const scan::Request& request() const { return request_; }

  private:
    /// One object for each name: who compares buffers compares objects. Null for name 0.
    const gl::Buffer* buffer(const char* what, unsigned name);
    gl::Words words(const char* what, GlPlace place) { return {buffer(what, place.buffer), place.first}; }
    gl::Word word(const char* what, GlPlace place);

    std::array<gl::Buffer, 4> buffers_;
    std::size_t used_ = 0;
    scan::Request request_;
};

}  // namespace winnow::library
