// The inputs of checks, and memory whose edges are watched.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verify/input.h"

namespace winnow::verify {

/// What surrounds everything that a kernel may write.
inline constexpr std::uint32_t guard_word = 0xABADCAFE;

/// What transient scratch is overwritten with before a run.
inline constexpr std::array<std::uint32_t, 3> poisons{0xFFFFFFFF, 0xA5A5A5A5, 0};

/// A hash of (seed, index) over all 32 bits: random inputs that need no state.
std::uint32_t random_word(std::uint32_t seed, std::uint64_t index);

/// Of any type of elements. Random integers have all their bits random; random floats lie evenly from -1 to
/// below 1, so that none is a NaN and sums cancel.
template <typename T>
void fill_input_of(Input input, std::uint32_t seed, std::span<T> values);
inline void fill_input(Input input, std::uint32_t seed, std::span<std::uint32_t> words) {
    fill_input_of<std::uint32_t>(input, seed, words);
}

/// Which votes survive.
enum class Votes { none, all, only_first, only_last, alternating, random };
inline constexpr std::array vote_patterns{Votes::none,      Votes::all,         Votes::only_first,
                                          Votes::only_last, Votes::alternating, Votes::random};
std::string_view name_of(Votes votes);
void fill_votes(Votes votes, std::uint32_t seed, std::span<std::uint32_t> words);

}  // namespace winnow::verify
