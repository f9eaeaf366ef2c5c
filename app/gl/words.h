// How buffers are counted in words.
#pragma once

#include <cstddef>
#include <cstdint>

namespace winnow::gl {

inline constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);
inline constexpr std::uint64_t most_words = std::uint64_t{1}
                                            << 32;  // an index of a word has 32 bits on the GPU

/// The word in which a member of a struct begins.
constexpr std::uint32_t word_of(std::size_t offset) {
    return static_cast<std::uint32_t>(offset / word_bytes);
}

}  // namespace winnow::gl
