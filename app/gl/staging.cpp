#include "gl/staging.h"

#include <glad/gl.h>

#include <algorithm>

namespace winnow::gl {

void Staging::reserve(std::uint64_t bytes) {
    if (bytes <= buffer_.bytes()) return;
    buffer_ = {};  // before the larger one takes its memory
    buffer_ = plain_memory()->allocate(bytes, "staging");
}

void Staging::read(const Buffer& from, std::uint64_t offset, std::span<std::byte> data) {
    for (std::size_t at = 0; at < data.size(); at += staged_at_once) {
        const auto part = data.subspan(at, std::min(staged_at_once, data.size() - at));
        reserve(part.size());
        copy_small(from, offset + at, buffer_, 0, part.size());
        glGetNamedBufferSubData(buffer_.name(), 0, static_cast<GLsizeiptr>(part.size()), part.data());
        require_context();  // a lost context never wrote the data
    }
}

void Staging::write(const Buffer& to, std::uint64_t offset, std::span<const std::byte> data) {
    for (std::size_t at = 0; at < data.size(); at += staged_at_once) {
        const auto part = data.subspan(at, std::min(staged_at_once, data.size() - at));
        reserve(part.size());
        written_.wait();
        buffer_.write_at_once(0, part);
        copy_small(buffer_, 0, to, offset + at, part.size());
        written_ = Fence::here();
    }
}

}  // namespace winnow::gl
