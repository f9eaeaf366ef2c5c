// One run of a scan of any element type, between guard words.
#pragma once

#include <cstring>
#include <vector>

#include "scan/scan.h"
#include "support/words.h"

namespace winnow::scan::test {

using winnow::test::GuardedWords;
using winnow::test::make_words;
using winnow::test::Pattern;
using winnow::test::Words;

template <typename T>
Words words_of(const std::vector<T>& values) {
    Words words(values.size() * sizeof(T) / sizeof(std::uint32_t));
    if (!words.empty()) std::memcpy(words.data(), values.data(), words.size() * sizeof(std::uint32_t));
    return words;
}

template <typename T>
std::vector<T> values_of(const Words& words) {
    std::vector<T> values(words.size() * sizeof(std::uint32_t) / sizeof(T));
    if (!values.empty()) std::memcpy(values.data(), words.data(), values.size() * sizeof(T));
    return values;
}

/// All bits of integers are random; floats are small whole numbers, whose sums are exact in any order.
template <typename T>
std::vector<T> random_values(std::size_t count, std::uint32_t seed = 1) {
    const Words words = make_words(Pattern::random, count * sizeof(T) / sizeof(std::uint32_t), seed);
    if constexpr (std::is_integral_v<T>) return values_of<T>(words);
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(words[i] % 17) - 8;
    return values;
}

template <typename T>
struct Outcome {
    std::vector<T> output;
    T total = {};
    bool guards_untouched = false;
};

template <typename T>
Outcome<T> outcome_of(Scan& scan, Kind kind, const std::vector<T>& input, bool in_place = false) {
    constexpr std::uint32_t total_index = 2;  // even, as elements of two words want it
    const Words words = words_of(input);
    const GuardedWords source(words, "test input");
    const GuardedWords apart(make_words(Pattern::random, words.size(), 99), "test output");
    const GuardedWords& output = in_place ? source : apart;
    const gl::Buffer total = winnow::test::upload(Words(4, winnow::test::poison), "test total");
    Request request;
    request.kind = kind;
    request.input = source.range();
    request.output = output.range();
    request.bound = input.size();
    request.total = {&total, total_index};
    scan.run(request);
    return {values_of<T>(output.values()), total.read_all<T>(1, total_index * sizeof(std::uint32_t)).front(),
            source.guards_untouched() && apart.guards_untouched()};
}

}  // namespace winnow::scan::test
