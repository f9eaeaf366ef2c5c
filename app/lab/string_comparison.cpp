// The comparison of two strings as a reduction: the first difference decides.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/error.h"
#include "lab/lessons.h"
#include "lab/strides.h"

namespace winnow::lab {
namespace {

// A word is a pair of the character codes at one place; the shorter string is continued with zeros, which
// come before every character.
constexpr char first_printable = ' ', last_printable = '~';

/// Parses "strategy,stratification".
Words parse_strings(std::string_view option, std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || text.find(',', comma + 1) != std::string_view::npos)
        bad_input("{}: '{}' is not two strings with one comma between them", option, text);
    for (const char c : text)
        if (c < first_printable || c > last_printable)
            bad_input("{}: '{}' has a character that is not printable ASCII", option, text);
    const std::string_view left = text.substr(0, comma), right = text.substr(comma + 1);
    Words pairs;
    for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i)
        pairs.push_back({i < left.size() ? left[i] : 0, i < right.size() ? right[i] : 0});
    return pairs;
}

/// Returns one of the strings, 0 or 1.
std::string string_of(const Words& pairs, int which) {
    std::string text;
    for (const Word& pair : pairs) {
        const std::int32_t code = which == 0 ? *pair.lead : pair.value;
        if (code != 0) text += static_cast<char>(code);
    }
    return text;
}

std::string write_strings(const Words& pairs) {
    return string_of(pairs, 0) + ',' + string_of(pairs, 1);
}

void add_characters(Executor& executor, std::string name, const std::string& text) {
    executor.begin_empty_row(std::move(name));
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        executor.set(i, i < text.size() ? text[i] : 0, i < text.size() ? Mark::input : Mark::padding);
        executor.label(i, i < text.size() ? std::string(1, text[i]) : "end");
    }
}

/// Shows the signs of every `distance`-th lane of the newest row as relations.
void label_signs(Executor& executor, std::uint32_t distance) {
    for (std::uint32_t i = 0; i < executor.width(); i += distance) {
        const std::int32_t sign = executor.value_at({executor.newest_row(), i}).value;
        executor.label(i, sign < 0 ? "<" : sign > 0 ? ">" : "=");
    }
}

void string_comparison(Executor& executor, const Parameters& parameters) {
    const std::string left = string_of(parameters.values, 0), right = string_of(parameters.values, 1);
    add_characters(executor, "first", left);
    add_characters(executor, "second", right);
    executor.end_frame("Input",
                       "Both strings stand below each other, and the end comes before every character.");

    const std::uint32_t second = executor.newest_row();
    executor.begin_empty_row("sign");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        const std::int32_t difference =
            executor.value_at({second - 1, i}).value - executor.value_at({second, i}).value;
        executor.set(i, (difference > 0) - (difference < 0), Mark::computed);
        executor.link({second - 1, i}, i, LinkKind::operand);
        executor.link({second, i}, i, LinkKind::operand);
        executor.count_operation();
    }
    label_signs(executor, 1);
    executor.count_step();
    executor.end_frame(
        "Compare the characters",
        "Every element holds how the upper character compares with the lower one; the first that is "
        "not = decides.");

    reduce_by_strides(executor, Operator::first_nonzero, [&](std::uint32_t count) {
        label_signs(executor, count);
        if (count < executor.width())
            return fmt::format(
                "The first element of every {0} holds the first difference among those {0} places, or = if "
                "there is "
                "none.",
                count);
        const std::int32_t sign = executor.value_at({executor.newest_row(), 0}).value;
        return fmt::format("Element 0 holds the first difference of all: \"{}\" {} \"{}\".", left,
                           sign < 0   ? "comes before"
                           : sign > 0 ? "comes after"
                                      : "equals",
                           right);
    });
}

Words comparison(const Words& pairs) {
    const int order = string_of(pairs, 0).compare(string_of(pairs, 1));
    return {(order > 0) - (order < 0)};
}

}  // namespace

Lesson string_comparison_lesson() {
    return {.id = "string-comparison",
            .title = "Comparison of two strings",
            .summary =
                "All characters are compared at once, and a reduction keeps the first difference: an "
                "operator that "
                "is associative, but not commutative.",
            .source = applications,
            .chapter = Chapter::applications,
            .own_op = Operator::first_nonzero,
            .example = parse_strings("example", "strategy,stratification"),
            .application = {.values_are = "--values takes two strings, such as strategy,stratification.",
                            .shows_input = true,
                            .parse = parse_strings,
                            .write = write_strings,
                            .expected = comparison},
            .execute = string_comparison};
}

}  // namespace winnow::lab
