// Computations that look sequential, as scans: the powers of a polynomial, and recurrences of the first
// order.
#include "lab/lessons.h"

#include <cstddef>
#include "lab/strides.h"

namespace winnow::lab {
namespace {

/// Returns the number of coefficients; x is the first value.
std::uint32_t coefficients(const Words& values) {
    return static_cast<std::uint32_t>(values.size()) - 1;
}

void polynomial(Executor& executor, const Parameters& parameters) {
    const Word x = parameters.values.front();
    const std::uint32_t coefficient_row = executor.begin_empty_row("coefficients");
    for (std::uint32_t i = 0; i < executor.width(); ++i)
        executor.set(i, parameters.values[i + 1], Mark::input);
    executor.begin_empty_row("1, x, x...");
    executor.set_identity(0);
    for (std::uint32_t i = 1; i < executor.width(); ++i) executor.set(i, x, Mark::input);
    executor.end_frame("Input",
                       fmt::format("Element i holds the coefficient of the power i of x, and x is {}; below "
                                   "stands 1 for element 0 and x for the others.",
                                   x.value));

    scan_by_strides(executor, Operator::multiply, [](std::uint32_t count) {
        return fmt::format(
            "Element i holds the product of the last {} factors up to its own; where there are fewer, it is "
            "complete: the power i of x.",
            count);
    });

    const std::uint32_t powers = executor.newest_row();
    executor.begin_empty_row("terms");
    for (std::uint32_t i = 0; i < executor.width(); ++i)
        executor.combine(Operator::multiply, i, {coefficient_row, i}, {powers, i});
    executor.count_step();
    executor.end_frame("Terms",
                       "Every element held the power i of x; multiplied by its coefficient it is a term of "
                       "the polynomial.");

    reduce_by_strides(executor, Operator::add, [&](std::uint32_t count) {
        if (count >= executor.width())
            return std::string("Element 0 holds the sum of all terms, which is the polynomial's value.");
        return fmt::format("The first element of every {0} holds the sum of those {0} terms.", count);
    });
}

/// Returns left * right + addend, modulo 2^32.
Word multiplied_and_added(Word left, Word right, Word addend) {
    const auto bits = [](Word word) { return static_cast<std::uint32_t>(word.value); };
    return static_cast<std::int32_t>(bits(left) * bits(right) + bits(addend));
}

/// Evaluates the polynomial by Horner's rule, from the last coefficient to the first.
Words polynomial_value(const Words& values) {
    Word result = 0;
    for (std::size_t i = values.size() - 1; i > 0; --i)
        result = multiplied_and_added(result, values.front(), values[i]);
    return {result};
}

void recurrence(Executor& executor, const Parameters& parameters) {
    executor.begin_empty_row("maps");
    for (std::uint32_t i = 0; i < executor.width(); ++i) executor.set(i, parameters.values[i], Mark::input);
    executor.end_frame(
        "Input", "Element i holds the map that makes x[i] from x[i − 1]; before the first, x[−1] is 0.");

    scan_by_strides(executor, Operator::affine, [](std::uint32_t count) {
        return fmt::format(
            "Element i holds the last {0} maps up to its own as one map, which makes x[i] from x[i − {0}]; "
            "where there are fewer, it is complete and makes x[i] from x[−1].",
            count);
    });

    const std::uint32_t composed = executor.newest_row();
    executor.begin_empty_row("x");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        executor.set(i, executor.value_at({composed, i}).value, Mark::moved);
        executor.link({composed, i}, i, LinkKind::move);
    }
    executor.end_frame("Apply",
                       "Each map is applied to x[−1] = 0, which leaves its constant: every element of the "
                       "recurrence is known, although none waited for the one before it.");
}

Words recurrence_values(const Words& values) {
    Words results;
    Word x = 0;
    for (const Word& map : values) results.push_back(x = multiplied_and_added(*map.lead, x, map.value));
    return results;
}

}  // namespace

Lesson polynomial_lesson() {
    return {
        .id = "polynomial",
        .title = "Polynomial",
        .summary =
            "A scan with multiplication makes the powers of x, each is multiplied by its coefficient, and a "
            "reduction adds the terms.",
        .source = applications,
        .chapter = Chapter::applications,
        .fewest_values = 2,
        .own_op = Operator::multiply,
        .example = {2, 3, 1, 7, 0, 4, 1, 6, 3},
        .application = {.values_are = "--values takes x, then the coefficients of x^0, x^1, x^2...",
                        .shows_input = true,
                        .width = coefficients,
                        .expected = polynomial_value},
        .execute = polynomial};
}

Lesson recurrence_lesson() {
    const std::span<const Word> maps = facts(Operator::affine).pairs;
    return {.id = "recurrence",
            .title = "Recurrence x[i] = a[i] x[i − 1] + b[i]",
            .summary =
                "Each step of the recurrence is a map; maps can be composed in any grouping, so a scan "
                "composes them and none waits for the one before it.",
            .source = applications,
            .chapter = Chapter::applications,
            .own_op = Operator::affine,
            .example = Words(maps.begin(), maps.end()),
            .application = {.values_are = "--values takes the pairs a:b, such as 2:1,1:3,-1:4.",
                            .shows_input = true,
                            .expected = recurrence_values},
            .execute = recurrence};
}

}  // namespace winnow::lab
