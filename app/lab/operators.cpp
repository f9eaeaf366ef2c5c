#include "lab/operators.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/error.h"
#include "base/text.h"

namespace winnow::lab {
namespace {

constexpr Word least = std::numeric_limits<Word>::min(), most = std::numeric_limits<Word>::max();

constexpr std::array table{
    OperatorFacts{Operator::add, "add", "sum", "sums, modulo 2^32", 0, true, true},
    OperatorFacts{Operator::multiply, "multiply", "product", "products, modulo 2^32", 1, true, true},
    OperatorFacts{Operator::min, "min", "minimum", "the smallest value", most, true, true},
    OperatorFacts{Operator::max, "max", "maximum", "the largest value", least, true, true},
    OperatorFacts{Operator::last, "last", "last non-zero value",
                  "the last value that is not 0: associative, but not commutative", 0, true, false},
    OperatorFacts{Operator::subtract, "subtract", "difference",
                  "the left value minus the right one: not associative, so parallel scans go wrong", 0, false,
                  false},
};

/// Returns the result modulo 2^32. Unsigned arithmetic wraps around, signed arithmetic must not overflow.
template <typename F>
Word wrapped(Word left, Word right, F&& f) {
    return static_cast<Word>(f(static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right)));
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
            return wrapped(left, right, [](std::uint32_t a, std::uint32_t b) { return a + b; });
        case Operator::multiply:
            return wrapped(left, right, [](std::uint32_t a, std::uint32_t b) { return a * b; });
        case Operator::min:
            return std::min(left, right);
        case Operator::max:
            return std::max(left, right);
        case Operator::last:
            return right != 0 ? right : left;
        case Operator::subtract:
            return wrapped(left, right, [](std::uint32_t a, std::uint32_t b) { return a - b; });
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
    return std::to_string(word);
}

}  // namespace winnow::lab
