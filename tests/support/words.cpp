#include "support/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace winnow::test {
namespace {

constexpr std::uint64_t word = sizeof(std::uint32_t);
constexpr std::uint32_t guard = 0xDEADBEEF;

Words with_guards(const Words& words, std::uint64_t guards) {
    Words all(guards, guard);
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), guards, guard);
    return all;
}

}  // namespace

std::string first_difference(const Words& expected, const Words& actual) {
    if (expected.size() != actual.size())
        return fmt::format("{} words instead of {}", actual.size(), expected.size());
    const auto [e, a] = std::mismatch(expected.begin(), expected.end(), actual.begin());
    if (e == expected.end()) return {};
    return fmt::format("word {}: {:#x} instead of {:#x}", e - expected.begin(), *a, *e);
}

gl::Buffer upload(const Words& words, const char* label) {
    gl::Buffer buffer = gl::plain_memory()->allocate(words.size() * word, label);
    buffer.write_all(std::span(words));
    return buffer;
}

gl::Buffer upload_word(std::uint32_t value, const char* label) {
    return upload(Words{value}, label);
}

std::uint32_t read_word(const gl::Buffer& buffer, std::uint64_t index) {
    return buffer.read_all<std::uint32_t>(1, index * word).front();
}

GuardedWords::GuardedWords(const Words& words, const char* label, std::uint64_t guards)
    : count_(words.size()), guards_(guards), buffer_(upload(with_guards(words, guards), label)) {}

Words GuardedWords::values() const {
    return buffer_.read_all<std::uint32_t>(count_, guards_ * word);
}

bool GuardedWords::guards_untouched() const {
    const Words before = buffer_.read_all<std::uint32_t>(guards_);
    const Words behind = buffer_.read_all<std::uint32_t>(guards_, (guards_ + count_) * word);
    const auto is_guard = [](std::uint32_t value) { return value == guard; };
    return std::all_of(before.begin(), before.end(), is_guard) &&
           std::all_of(behind.begin(), behind.end(), is_guard);
}

}  // namespace winnow::test
