// The inputs on which scans, compactors and sorts are checked and measured, and their sizes. Each value is a
// function of a seed and an index.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scan/catalogue.h"

namespace winnow::verify {

enum class Input { zero, one, alternating, random };

inline constexpr std::array inputs{
    Named<Input>{Input::zero, "zero", "nothing but 0"},
    Named<Input>{Input::one, "one", "nothing but 1"},
    Named<Input>{Input::alternating, "alternating", "0, 1, 0, 1..."},
    Named<Input>{Input::random, "random", "a hash of seed and place, over the type's whole range"},
};

/// How those that survive lie among those that do not.
enum class VoteSpread { random, clustered };

inline constexpr std::array vote_spreads{
    Named<VoteSpread>{VoteSpread::random, "random", "each record lives or dies by itself"},
    Named<VoteSpread>{VoteSpread::clustered, "clustered", "runs of 1,024 records live or die together"},
};

inline constexpr std::string_view name_of(Input input) {
    return winnow::name_of(inputs, input);
}

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

inline constexpr std::uint64_t ten_million = 10'000'000;
/// More elements than 2^28: the bytes before them need more than 30 bits, and 31 with what surrounds them.
inline constexpr std::uint64_t beyond_2_28 = (std::uint64_t{1} << 28) + 1;

/// Ascending, each once: 0, 1, 2, around the warp, the work group, one and two tiles; not only quick: primes
/// and some large ones. `tile`: Scan::tile().
std::vector<std::uint64_t> edge_sizes(std::uint64_t tile, bool quick);

/// Around the square of the tile, where the sums of a level fill one tile and one more begins; none where
/// there are no tiles.
std::vector<std::uint64_t> level_edge_sizes(std::uint64_t tile);

}  // namespace winnow::verify
