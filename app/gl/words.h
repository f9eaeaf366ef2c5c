// How buffers are counted in words.
#pragma once

#include <cstdint>

namespace winnow::gl {

inline constexpr std::uint64_t word_bytes = sizeof(std::uint32_t);
inline constexpr std::uint64_t most_words = std::uint64_t{1}
                                            << 32;  // an index of a word has 32 bits on the GPU

}  // namespace winnow::gl
