#include "verify/scan_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace winnow::verify {
namespace {

using scan::Kind;

std::vector<Input> wanted_inputs(std::optional<Input> pattern) {
    if (pattern) return {*pattern};
    std::vector<Input> all;
    for (const auto& row : inputs) all.push_back(row.value);
    return all;
}

void add_kinds_and_places(std::vector<ScanCase>& list, std::optional<Input> pattern) {
    for (const Input input : wanted_inputs(pattern))
        for (const Kind kind : {Kind::exclusive, Kind::inclusive})
            for (const bool in_place : {false, true})
                list.push_back({.input = input, .kind = kind, .in_place = in_place});
}

void add_alignments(std::vector<ScanCase>& list, Input input) {
    for (std::uint32_t shift = 1; shift <= most_shift; ++shift) {
        list.push_back({.input = input,
                        .kind = Kind::inclusive,
                        .input_shift = shift,
                        .output_shift = most_shift - shift});
        list.push_back({.input = input, .kind = Kind::exclusive, .in_place = true, .output_shift = shift});
    }
}

void add_counts(std::vector<ScanCase>& list, Input input, std::uint64_t bound) {
    const auto n = static_cast<std::uint32_t>(bound);
    for (const std::uint32_t count : {0u, 1u, n / 2, n - std::min(n, 1u), n, n + 1, 0xFFFFFFFFu})
        for (const bool in_place : {false, true})
            list.push_back({.input = input,
                            .kind = in_place ? Kind::exclusive : Kind::inclusive,
                            .in_place = in_place,
                            .count = count});
}

}  // namespace

std::vector<ScanCase> scan_cases(std::uint64_t bound, Depth depth, std::optional<Input> pattern) {
    const Input input = pattern.value_or(Input::random);
    if (depth == Depth::brief)
        return {{.input = input, .kind = Kind::exclusive},
                {.input = input,
                 .kind = Kind::inclusive,
                 .in_place = true,
                 .count = static_cast<std::uint32_t>(bound - std::min<std::uint64_t>(bound, 1))}};
    std::vector<ScanCase> list;
    add_kinds_and_places(list, pattern);
    list.push_back({.input = input, .poisoned = false});  // over what the runs before left in the scratch
    list.push_back({.input = input, .wants_total = false});
    add_alignments(list, input);
    add_counts(list, input, bound);
    return list;
}

std::string describe(const ScanCase& one, std::uint64_t bound) {
    std::string text = fmt::format("{}{}, {} input", one.kind == Kind::exclusive ? "exclusive" : "inclusive",
                                   one.in_place ? " in place" : "", name_of(one.input));
    if (one.count) text += fmt::format(", count {} on the GPU under the bound {}", *one.count, bound);
    if (one.input_shift + one.output_shift > 0)
        text += fmt::format(", first elements {} and {} off", one.input_shift, one.output_shift);
    if (!one.wants_total) text += ", no total wanted";
    if (!one.poisoned) text += ", repeated";
    return text;
}

}  // namespace winnow::verify
