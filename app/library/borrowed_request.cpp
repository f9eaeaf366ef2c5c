#include "library/borrowed_request.h"

#include <limits>

#include "base/error.h"

namespace winnow::library {

BorrowedRequest::BorrowedRequest(const GlScanRequest& request) {
    request_.kind = request.kind;
    request_.bound = request.bound;
    request_.input = words("scan: input", request.input);
    request_.output = words("scan: output", request.output);
    request_.count = word("scan: count", request.count);
    request_.total = word("scan: total", request.total);
}

const gl::Buffer* BorrowedRequest::buffer(const char* what, unsigned name) {
    if (name == 0) return nullptr;
    for (std::size_t i = 0; i < used_; ++i)
        if (buffers_[i].name() == name) return &buffers_[i];
    buffers_[used_] = gl::Buffer::borrow(name, what);
    return &buffers_[used_++];
}

gl::Word BorrowedRequest::word(const char* what, GlPlace place) {
    constexpr std::uint64_t last = std::numeric_limits<std::uint32_t>::max();
    if (place.first > last) bad_input("{}: word {} is beyond {}, the last possible", what, place.first, last);
    return {buffer(what, place.buffer), static_cast<std::uint32_t>(place.first)};
}

}  // namespace winnow::library
