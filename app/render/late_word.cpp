#include "render/late_word.h"

#include <cstring>

#include "gl/buffer.h"
#include "gl/fence.h"

namespace winnow::render {
using gl::word_bytes;
LateWord::LateWord(std::string_view label) : memory_(slots * word_bytes, label) {}

void LateWord::submit(const gl::Buffer& from, std::uint64_t byte_offset) {
    newest();
    if (submitted_ - taken_ == slots) return;
    const std::uint64_t slot = submitted_++ % slots;
    gl::copy_small(from, byte_offset, memory_.buffer(), slot * word_bytes, word_bytes);
    gl::readback_barrier();
    fences_[slot] = gl::Fence::here();
}

std::optional<std::uint32_t> LateWord::newest() {
    for (; taken_ < submitted_ && arrived(taken_); ++taken_) {
        std::uint32_t word = 0;
        std::memcpy(&word, memory_.data() + taken_ % slots * word_bytes, word_bytes);
        newest_ = word;
    }
    return newest_;
}

void LateWord::forget() {
    taken_ = submitted_;
    newest_.reset();
}

}  // namespace winnow::render
