// Words in buffers, and buffers with guard words around the tested ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gl/buffer.h"

namespace winnow::test {

using Words = std::vector<std::uint32_t>;

inline constexpr std::uint32_t poison = 0xA5A5A5A5;  // fills memory that a run must write, or must not write

/// Returns the first difference as text; empty if there is none. The lengths must be equal.
std::string first_difference(const Words& expected, const Words& actual);

gl::Buffer upload(const Words& words, const char* label);
gl::Buffer upload_word(std::uint32_t word, const char* label);
std::uint32_t read_word(const gl::Buffer& buffer, std::uint64_t index = 0);

/// `count` words of a buffer with guard words before and behind them.
class GuardedWords {
  public:
    static constexpr std::uint64_t aligned = 64;    // the words begin at a multiple of 16 bytes or more
    static constexpr std::uint64_t unaligned = 67;  // at no such multiple

    GuardedWords(const Words& words, const char* label, std::uint64_t guards = aligned);

    gl::Words range() const { return {&buffer_, guards_}; }
    std::uint64_t count() const { return count_; }
    Words values() const;
    bool guards_untouched() const;

  private:
    std::uint64_t count_, guards_;
    gl::Buffer buffer_;
};

}  // namespace winnow::test
