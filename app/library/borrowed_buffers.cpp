#include "library/borrowed_buffers.h"

#include <limits>

#include "base/error.h"

namespace winnow::library {

const gl::Buffer* BorrowedBuffers::buffer(const char* what, unsigned name) {
    if (name == 0) return nullptr;
    for (std::size_t i = 0; i < used_; ++i)
        if (buffers_[i].name() == name) return &buffers_[i];
    buffers_.at(used_) = gl::Buffer::borrow(name, what);
    return &buffers_[used_++];
}

gl::Word BorrowedBuffers::word(const char* what, GlPlace place) {
    constexpr std::uint64_t last = std::numeric_limits<std::uint32_t>::max();
    if (place.first > last) bad_input("{}: word {} is beyond {}, the last possible", what, place.first, last);
    return {buffer(what, place.buffer), static_cast<std::uint32_t>(place.first)};
}

}  // namespace winnow::library
