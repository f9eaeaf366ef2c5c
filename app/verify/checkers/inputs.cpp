#include "verify/checkers/inputs.h"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <type_traits>

#include "scan/reference_scan.h"
#include "shaders/shared.h"

namespace winnow::verify {
namespace {

/// Returns random bits by SplitMix64: its increment and its mixing.
std::uint64_t random_bits(std::uint32_t seed, std::uint64_t index) {
    std::uint64_t x = index + (std::uint64_t{seed} << 32) + 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

template <typename T>
T small_value(std::uint32_t seed, std::uint64_t index) {
    constexpr std::int32_t most = 8;
    return static_cast<T>(static_cast<std::int32_t>(random_word(seed, index) % (2 * most + 1)) - most);
}

template <typename T>
T positive_value(std::uint32_t seed, std::uint64_t index) {
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(random_word(seed, index) >> 8) * T(0x1p-24);
    return random_value<T>(seed, index);
}

}  // namespace

std::uint32_t random_word(std::uint32_t seed, std::uint64_t index) {
    return static_cast<std::uint32_t>(random_bits(seed, index) >> 32);
}

template <typename T>
T random_value(std::uint32_t seed, std::uint64_t index) {
    if constexpr (sizeof(T) == sizeof(std::uint64_t)) return static_cast<T>(random_bits(seed, index));
    const std::uint32_t word = random_word(seed, index);
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(word >> 8) * T(0x1p-23) - T(1);
    return static_cast<T>(word);
}

template <typename T>
void fill(Input input, std::uint32_t seed, std::span<T> values) {
    const auto fill_by = [&](auto value_at) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_at(i);
    };
    switch (input) {
        case Input::zero:
            return fill_by([](std::size_t) { return T(0); });
        case Input::one:
            return fill_by([](std::size_t) { return T(1); });
        case Input::alternating:
            return fill_by([](std::size_t i) { return static_cast<T>(i % 2); });
        case Input::random:
            return fill_by([&](std::size_t i) { return random_value<T>(seed, i); });
        case Input::small:
            return fill_by([&](std::size_t i) { return small_value<T>(seed, i); });
        case Input::positive:
            return fill_by([&](std::size_t i) { return positive_value<T>(seed, i); });
        case Input::largest:
            return fill_by([](std::size_t) { return std::numeric_limits<T>::max(); });
    }
}

template std::uint32_t random_value(std::uint32_t, std::uint64_t);
template std::int32_t random_value(std::uint32_t, std::uint64_t);
template float random_value(std::uint32_t, std::uint64_t);
template std::uint64_t random_value(std::uint32_t, std::uint64_t);
template void fill(Input, std::uint32_t, std::span<std::uint32_t>);
template void fill(Input, std::uint32_t, std::span<std::int32_t>);
template void fill(Input, std::uint32_t, std::span<float>);
template void fill(Input, std::uint32_t, std::span<std::uint64_t>);

std::vector<std::byte> make_bytes(Input input, std::uint32_t seed, Element element, std::uint64_t count) {
    std::vector<std::byte> bytes(count * bytes_of(element));
    scan::with_type(element, [&](auto zero) {
        using T = decltype(zero);
        fill<T>(input, seed, {reinterpret_cast<T*>(bytes.data()), count});
    });
    return bytes;
}

namespace {

bool survives(Votes votes, std::uint32_t seed, std::uint64_t i, std::uint64_t count) {
    constexpr std::uint32_t few = 50, together = 300;
    switch (votes) {
        case Votes::none:
            return false;
        case Votes::all:
            return true;
        case Votes::only_first:
            return i == 0;
        case Votes::only_last:
            return i + 1 == count;
        case Votes::alternating:
            return i % 2 == 1;
        case Votes::random:
            return random_word(seed, i) % 2 == 1;
        case Votes::all_but_one:
            return i != count / 3;
        case Votes::few:
            return random_word(seed, i) % few == 0;
        case Votes::clustered:
            return i / together % 2 == 0;
    }
    return false;
}

}  // namespace

std::vector<std::uint32_t> make_votes(Votes votes, std::uint32_t seed, std::uint64_t count) {
    std::vector<std::uint32_t> words(count);
    for (std::uint64_t i = 0; i < count; ++i) words[i] = survives(votes, seed, i, count) ? 1 : 0;
    return words;
}

std::vector<std::uint32_t> stored_votes(std::span<const std::uint32_t> votes, compact::VoteFormat format) {
    if (format == compact::VoteFormat::words) return {votes.begin(), votes.end()};
    std::vector<std::uint32_t> words(compact::vote_words(format, votes.size()), 0xFFFFFFFF);
    for (std::size_t i = 0; i < votes.size(); ++i)
        if (votes[i] == 0) words[i / shared::VOTES_PER_WORD] &= ~(1u << i % shared::VOTES_PER_WORD);
    return words;
}

compact::Element element_of(std::uint32_t column, std::uint64_t index) {
    constexpr std::uint32_t odd = 2654435761;
    const auto i = static_cast<std::uint32_t>(index);
    return {i, column, i * odd, ~i};
}

std::vector<compact::Element> make_column(std::uint32_t column, std::uint64_t count, std::uint64_t first) {
    std::vector<compact::Element> elements(count);
    for (std::uint64_t i = 0; i < count; ++i) elements[i] = element_of(column, first + i);
    return elements;
}

namespace {

/// The threads of a warp, of the blocks and work groups in use, and twice the largest.
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
