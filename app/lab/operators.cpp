#include "lab/operators.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "base/error.h"
#include "base/text.h"

namespace winnow::lab {
namespace {

constexpr Word least = std::numeric_limits<std::int32_t>::min(),
               most = std::numeric_limits<std::int32_t>::max();

constexpr std::array affine_pairs{Word{2, 1},  Word{1, 3},  Word{-1, 4}, Word{2, 0},
                                  Word{1, -5}, Word{-1, 7}, Word{2, -1}, Word{1, 4}};
// The values and flags with which Blelloch explains segmented scans.
constexpr std::array segmented_pairs{Word{1, 5}, Word{0, 1}, Word{1, 3}, Word{0, 4},
                                     Word{0, 3}, Word{0, 9}, Word{1, 2}, Word{0, 6}};

constexpr std::array table{
    OperatorFacts{Operator::add, "add", "sum", "sums, modulo 2^32", 0, true, true},
    OperatorFacts{Operator::multiply, "multiply", "product", "products, modulo 2^32", 1, true, true},
    OperatorFacts{Operator::min, "min", "minimum", "the smallest value", most, true, true},
    OperatorFacts{Operator::max, "max", "maximum", "the largest value", least, true, true},
    OperatorFacts{Operator::last, "last", "last non-zero value",
                  "the last value that is not 0: associative, but not commutative", 0, true, false},
    OperatorFacts{Operator::first_nonzero, "first-nonzero", "first non-zero value",
                  "the first value that is not 0: associative, but not commutative", 0, true, false},
    OperatorFacts{Operator::affine,
                  "affine",
                  "composition",
                  "pairs a:b, the maps x → ax + b, one after the other: associative, but not commutative",
                  {1, 0},
                  true,
                  false,
                  affine_pairs},
    OperatorFacts{Operator::segmented_add,
                  "segmented-add",
                  "sum since the last head of a segment",
                  "pairs flag:value; a sum begins anew where the flag is 1: associative, but not commutative",
                  {0, 0},
                  true,
                  false,
                  segmented_pairs},
    OperatorFacts{Operator::subtract, "subtract", "difference",
                  "the left value minus the right one: not associative, so parallel scans go wrong", 0, false,
                  false},
};

/// Returns the result modulo 2^32. Unsigned arithmetic wraps around, signed arithmetic must not overflow.
template <typename F>
std::int32_t wrapped(std::int32_t left, std::int32_t right, F&& f) {
    return static_cast<std::int32_t>(f(static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right)));
}

std::int32_t sum(std::int32_t left, std::int32_t right) {
    return wrapped(left, right, [](std::uint32_t a, std::uint32_t b) { return a + b; });
}

std::int32_t product(std::int32_t left, std::int32_t right) {
    return wrapped(left, right, [](std::uint32_t a, std::uint32_t b) { return a * b; });
}

/// Returns the map x → right(left(x)).
Word composition(Word left, Word right) {
    const std::int32_t factor = right.lead.value();
    return {product(left.lead.value(), factor), sum(product(factor, left.value), right.value)};
}

Word segmented_sum(Word left, Word right) {
    const std::int32_t flag = right.lead.value();
    return {left.lead.value() | flag, flag != 0 ? right.value : sum(left.value, right.value)};
}

/// Returns the map as "2x-1", "-x" or "5".
std::string formula(std::int32_t factor, std::int32_t offset) {
    if (factor == 0) return std::to_string(offset);
    const std::string x = factor == 1 ? "x" : factor == -1 ? "-x" : fmt::format("{}x", factor);
    return offset == 0 ? x : fmt::format("{}{:+}", x, offset);
}

}  // namespace

std::span<const OperatorFacts> operators() {
    return table;
}

const OperatorFacts& facts(Operator op) {
    return table[static_cast<std::size_t>(op)];
}

Operator operator_named(std::string_view option, std::string_view name) {
    std::array<std::string_view, table.size()> names;
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].name == name) return table[i].op;
        names[i] = table[i].name;
    }
    bad_input("{}: there is no '{}'{}; it is one of {}", option, name, did_you_mean(name, names),
              join_or(names));
}

Word combine(Operator op, Word left, Word right) {
    switch (op) {
        case Operator::add:
            return sum(left.value, right.value);
        case Operator::multiply:
            return product(left.value, right.value);
        case Operator::min:
            return std::min(left.value, right.value);
        case Operator::max:
            return std::max(left.value, right.value);
        case Operator::last:
            return right.value != 0 ? right : left;
        case Operator::first_nonzero:
            return left.value != 0 ? left : right;
        case Operator::affine:
            return composition(left, right);
        case Operator::segmented_add:
            return segmented_sum(left, right);
        case Operator::subtract:
            return wrapped(left.value, right.value, [](std::uint32_t a, std::uint32_t b) { return a - b; });
    }
    return left;
}

Words fold(Operator op, std::span<const Word> values) {
    Words results(values.begin(), values.end());
    for (std::size_t i = 1; i < results.size(); ++i) results[i] = combine(op, results[i - 1], results[i]);
    return results;
}

std::string text_of(Operator op, Word word) {
    if (op == Operator::min && word == most) return "∞";
    if (op == Operator::max && word == least) return "−∞";
    if (!word.lead) return std::to_string(word.value);
    if (op == Operator::affine) return formula(*word.lead, word.value);
    return fmt::format("{}{}", *word.lead != 0 ? "▸" : "", word.value);
}

}  // namespace winnow::lab
