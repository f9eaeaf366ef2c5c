// The operators that a lesson scans with. Words are signed 32-bit integers as on the GPU, so sums and
// products are exact modulo 2^32.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::lab {

using Word = std::int32_t;
using Words = std::vector<Word>;

enum class Operator { add, multiply, min, max, last, subtract };

struct OperatorFacts {
    Operator op;
    std::string_view name;    // on the command line and in JSON
    std::string_view result;  // the noun for several values combined
    std::string_view summary;
    Word identity;
    bool associative, commutative;
};

std::span<const OperatorFacts> operators();
const OperatorFacts& facts(Operator op);
/// Throws Error(bad_input) that suggests the nearest name.
Operator operator_named(std::string_view option, std::string_view name);

Word combine(Operator op, Word left, Word right);

/// Returns the inclusive scan that one processor computes from left to right. It is the definition that every
/// lesson is compared with, for operators that are not associative too.
Words fold(Operator op, std::span<const Word> values);

/// Returns the word for people; the identities of min and max are shown as infinities.
std::string text_of(Operator op, Word word);

}  // namespace winnow::lab
