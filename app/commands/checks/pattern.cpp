#include "commands/checks/pattern.h"

#include <algorithm>

namespace winnow::commands {

std::uint32_t random_word(std::uint32_t seed, std::uint64_t index) {
    std::uint64_t x =
        index + (std::uint64_t{seed} << 32) + 0x9E3779B97F4A7C15;  // SplitMix64's increment and mixing
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return static_cast<std::uint32_t>((x ^ (x >> 31)) >> 32);
}

void fill_input(Input input, std::uint32_t seed, std::span<std::uint32_t> words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        switch (input) {
            case Input::zero:
                words[i] = 0;
                break;
            case Input::one:
                words[i] = 1;
                break;
            case Input::alternating:
                words[i] = static_cast<std::uint32_t>(i % 2);
                break;
            case Input::random:
                words[i] = random_word(seed, i);
                break;
        }
    }
}

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

}  // namespace winnow::commands
