#include "verify/inputs.h"

#include <algorithm>
#include <array>
#include <set>
#include <type_traits>

namespace winnow::verify {
namespace {

/// SplitMix64: its increment and mixing.
std::uint64_t random_bits(std::uint32_t seed, std::uint64_t index) {
    std::uint64_t x = index + (std::uint64_t{seed} << 32) + 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

template <typename T>
T random_value(std::uint32_t seed, std::uint64_t index) {
    if constexpr (sizeof(T) == sizeof(std::uint64_t)) return static_cast<T>(random_bits(seed, index));
    const std::uint32_t word = random_word(seed, index);
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(word >> 8) * T(0x1p-23) - T(1);
    return static_cast<T>(word);
}

}  // namespace

std::uint32_t random_word(std::uint32_t seed, std::uint64_t index) {
    return static_cast<std::uint32_t>(random_bits(seed, index) >> 32);
}

template <typename T>
void fill_input_of(Input input, std::uint32_t seed, std::span<T> values) {
    switch (input) {
        case Input::zero:
        case Input::one:
            return std::fill(values.begin(), values.end(), static_cast<T>(input == Input::one ? 1 : 0));
        case Input::alternating:
            for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<T>(i % 2);
            return;
        case Input::random:
            for (std::size_t i = 0; i < values.size(); ++i) values[i] = random_value<T>(seed, i);
            return;
    }
}

template void fill_input_of(Input, std::uint32_t, std::span<std::uint32_t>);
template void fill_input_of(Input, std::uint32_t, std::span<std::int32_t>);
template void fill_input_of(Input, std::uint32_t, std::span<float>);
template void fill_input_of(Input, std::uint32_t, std::span<std::uint64_t>);

std::string_view name_of(Votes votes) {
    switch (votes) {
        case Votes::none:
            return "all die";
        case Votes::all:
            return "none dies";
        case Votes::only_first:
            return "only the first survives";
        case Votes::only_last:
            return "only the last survives";
        case Votes::alternating:
            return "every other survives";
        case Votes::random:
            return "half survive at random";
    }
    return "?";
}

void fill_votes(Votes votes, std::uint32_t seed, std::span<std::uint32_t> words) {
    std::fill(words.begin(), words.end(), votes == Votes::all ? 1 : 0);
    if (words.empty()) return;
    if (votes == Votes::only_first) words.front() = 1;
    if (votes == Votes::only_last) words.back() = 1;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (votes == Votes::alternating) words[i] = static_cast<std::uint32_t>(i % 2);
        if (votes == Votes::random) words[i] = random_word(seed, i) & 1;
    }
}

namespace {

/// Threads of a warp and of the blocks and work groups in use, and twice the largest.
constexpr std::array<std::uint64_t, 4> groups{32, 128, 256, 512};

}  // namespace

std::vector<std::uint64_t> edge_sizes(std::uint64_t tile, bool quick) {
    std::set<std::uint64_t> sizes{0, 1, 2};
    const auto add_around = [&](std::uint64_t edge) { sizes.insert({edge - 1, edge, edge + 1}); };
    for (const std::uint64_t threads : groups) add_around(threads);
    for (const std::uint64_t edge : {tile, 2 * tile}) add_around(edge);
    if (!quick) sizes.insert({7, 997, 10'007, 65'535, 65'536, 65'537, 99'991});
    return {sizes.begin(), sizes.end()};
}

std::vector<std::uint64_t> level_edge_sizes(std::uint64_t tile) {
    if (tile <= 1) return {};
    return {tile * tile - 1, tile * tile, tile * tile + 1};
}

}  // namespace winnow::verify
