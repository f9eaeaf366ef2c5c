// The inputs on which scans, compactors and sorts are checked and measured, and their sizes. Each value is a
// function of a seed and an index, so that any part of an input can be made alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compact/reference_compaction.h"
#include "scan/catalogue.h"

namespace winnow::verify {

enum class Input { zero, one, alternating, random, small, positive, largest };

/// The inputs that --pattern offers.
inline constexpr std::array inputs{
    Named<Input>{Input::zero, "zero", "nothing but 0"},
    Named<Input>{Input::one, "one", "nothing but 1"},
    Named<Input>{Input::alternating, "alternating", "0, 1, 0, 1..."},
    Named<Input>{Input::random, "random", "a hash of seed and place, over the type's whole range"},
};
/// The inputs that only tests ask for.
inline constexpr std::array test_inputs{
    Named<Input>{Input::small, "small", "random whole numbers from -8 to 8: floats add them exactly"},
    Named<Input>{Input::positive, "positive", "as random, but floats lie from 0 to below 1"},
    Named<Input>{Input::largest, "largest", "nothing but the type's largest value; for integers"},
};

inline constexpr std::string_view name_of(Input input) {
    return input <= Input::random ? winnow::name_of(inputs, input) : winnow::name_of(test_inputs, input);
}

/// Returns a hash of (seed, index) over all 32 bits, so that random inputs need no state.
std::uint32_t random_word(std::uint32_t seed, std::uint64_t index);

/// Returns a random value. All bits of integers are random; floats lie evenly from -1 to below 1, so that
/// none is a NaN and sums cancel. T is u32, i32, f32 or u64, here and below.
template <typename T>
T random_value(std::uint32_t seed, std::uint64_t index);

template <typename T>
void fill(Input input, std::uint32_t seed, std::span<T> values);

template <typename T>
std::vector<T> make_values(Input input, std::uint32_t seed, std::uint64_t count) {
    std::vector<T> values(count);
    fill<T>(input, seed, values);
    return values;
}
inline std::vector<std::uint32_t> random_words(std::uint64_t count, std::uint32_t seed = 1) {
    return make_values<std::uint32_t>(Input::random, seed, count);
}
/// Returns the same values as bytes, for a type that is known only at run time.
std::vector<std::byte> make_bytes(Input input, std::uint32_t seed, Element element, std::uint64_t count);

/// A pattern of votes, one per record: 1 survives.
enum class Votes { none, all, only_first, only_last, alternating, random, all_but_one, few, clustered };

inline constexpr std::array vote_patterns{
    Named<Votes>{Votes::none, "all die", ""},
    Named<Votes>{Votes::all, "none dies", ""},
    Named<Votes>{Votes::only_first, "only the first survives", ""},
    Named<Votes>{Votes::only_last, "only the last survives", ""},
    Named<Votes>{Votes::alternating, "every other survives", ""},
    Named<Votes>{Votes::random, "half survive at random", ""},
    Named<Votes>{Votes::all_but_one, "only one dies", ""},
    Named<Votes>{Votes::few, "one in 50 survives at random", ""},
    Named<Votes>{Votes::clustered, "runs of 300 survive or die together", ""},
};

inline constexpr std::string_view name_of(Votes votes) {
    return winnow::name_of(vote_patterns, votes);
}

/// Returns one word per vote.
std::vector<std::uint32_t> make_votes(Votes votes, std::uint32_t seed, std::uint64_t count);

/// Returns the votes as a compactor takes them. As bits, vote i is bit i % 32 of word i / 32, and the bits
/// behind the last vote are ones, which no compactor may count.
std::vector<std::uint32_t> stored_votes(std::span<const std::uint32_t> votes, compact::VoteFormat format);

/// Returns the part of the record at `index` that lies in this column. All elements differ; the first word is
/// the index.
compact::Element element_of(std::uint32_t column, std::uint64_t index);
std::vector<compact::Element> make_column(std::uint32_t column, std::uint64_t count, std::uint64_t first = 0);

/// The value of guard words, which surround everything that a kernel may write.
inline constexpr std::uint32_t guard_word = 0xABADCAFE;

/// Transient scratch is overwritten with these before a run, one after another.
inline constexpr std::array<std::uint32_t, 3> poisons{0xFFFFFFFF, 0xA5A5A5A5, 0};

inline constexpr std::uint64_t ten_million = 10'000'000;
/// More elements than 2^28: the bytes before them need more than 30 bits, and 31 with what surrounds them.
inline constexpr std::uint64_t beyond_2_28 = (std::uint64_t{1} << 28) + 1;

/// Returns sizes, ascending and each once: 0, 1, 2 and sizes around the warp, the work group, one tile and
/// two tiles; unless `quick`, also primes and some large ones. `tile`: Scan::tile().
std::vector<std::uint64_t> edge_sizes(std::uint64_t tile, bool quick);

/// Returns sizes around the square of the tile, where the sums of a level fill one tile and another begins.
/// Returns none where there are no tiles.
std::vector<std::uint64_t> level_edge_sizes(std::uint64_t tile);

}  // namespace winnow::verify
