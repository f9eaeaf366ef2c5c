// The operators that a lesson scans with. Words are signed 32-bit integers as on the GPU, or pairs of them,
// so sums and products are exact modulo 2^32.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::lab {

/// The operand of an operator: an integer, or a pair for the operators that need two.
struct Word {
    std::int32_t value = 0;
    std::optional<std::int32_t> lead{};  // of a pair: the factor of `affine`, the flag of `segmented-add`

    constexpr Word(std::int32_t single = 0) : value(single) {}  // implicit, because most words are integers
    constexpr Word(std::int32_t lead_, std::int32_t value_) : value(value_), lead(lead_) {}
    bool operator==(const Word&) const = default;
};
using Words = std::vector<Word>;

enum class Operator { add, multiply, min, max, last, first_nonzero, affine, segmented_add, subtract };

struct OperatorFacts {
    Operator op;
    std::string_view name;    // on the command line and in JSON
    std::string_view result;  // the noun for several values combined
    std::string_view summary;
    Word identity;
    bool associative, commutative;
    std::span<const Word> pairs{};  // examples, for an operator that works on pairs

    bool works_on_pairs() const { return !pairs.empty(); }
};

std::span<const OperatorFacts> operators();
const OperatorFacts& facts(Operator op);
/// Throws Error(bad_input) that suggests the nearest name.
Operator operator_named(std::string_view option, std::string_view name);

/// Both words must be pairs if the operator works on pairs, or else neither.
Word combine(Operator op, Word left, Word right);

/// Returns the inclusive scan that one processor computes from left to right. It is the definition that every
/// lesson is compared with, for operators that are not associative too.
Words fold(Operator op, std::span<const Word> values);

/// Returns the word for people: the identities of min and max as infinities, a pair as a formula, and the
/// head of a segment behind a bar.
std::string text_of(Operator op, Word word);

}  // namespace winnow::lab
