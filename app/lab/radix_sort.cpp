// A sort that splits the values by one bit after the other.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

void check_not_negative(const Words& values) {
    for (const Word& word : values)
        if (word.value < 0)
            bad_input("radix-sort: {} is negative; only numbers from 0 on are sorted by their bits",
                      word.value);
}

/// Returns the bits that the largest value needs, at least 1.
int bits_of(const Words& values) {
    std::uint32_t all = 1;
    for (const Word& word : values) all |= static_cast<std::uint32_t>(word.value);
    return std::bit_width(all);
}

/// Moves the values of the newest row whose bit is 0 before the others and keeps the order of both.
void split(Executor& executor, int bit) {
    const std::uint32_t values = executor.newest_row(), width = executor.width();
    const std::uint32_t bits = executor.begin_empty_row(fmt::format("bit {}", bit));
    for (std::uint32_t i = 0; i < width; ++i) {
        executor.set(i, executor.value_at({values, i}).value >> bit & 1, Mark::computed);
        executor.link({values, i}, i, LinkKind::operand);
    }
    executor.end_frame(
        fmt::format("Bit {}", bit),
        bit == 0 ? "Each element takes the lowest bit of its value."
                 : fmt::format("Each element takes bit {0} of its value; by the {1} below it the values "
                               "are sorted already.",
                               bit, bit == 1 ? "bit" : "bits"));

    const std::uint32_t zeros = executor.begin_empty_row("zeros before");
    executor.set_identity(0);
    const auto is_zero = [&](std::uint32_t i) { return executor.value_at({bits, i}) == 0 ? 1 : 0; };
    for (std::uint32_t i = 1; i < width; ++i) {
        executor.set(i, executor.value_at({zeros, i - 1}).value + is_zero(i - 1), Mark::computed);
        executor.link({zeros, i - 1}, i, LinkKind::operand);
        executor.link({bits, i - 1}, i, LinkKind::operand);
        executor.count_operation();
        executor.count_step();
    }
    const auto all_zeros =
        static_cast<std::uint32_t>(executor.value_at({zeros, width - 1}).value + is_zero(width - 1));
    executor.end_frame(
        "Scan", fmt::format("An exclusive scan counts the zeros before each element; there are {} in all.",
                            all_zeros));

    executor.begin_empty_row("values");
    for (std::uint32_t i = 0; i < width; ++i) {
        const auto before = static_cast<std::uint32_t>(executor.value_at({zeros, i}).value);
        const std::uint32_t place = is_zero(i) == 1 ? before : all_zeros + i - before;
        executor.set(place, executor.value_at({values, i}), Mark::moved);
        executor.link({zeros, i}, place, LinkKind::move);
    }
    executor.begin_segment(0);
    if (all_zeros < width) executor.begin_segment(all_zeros);
    executor.end_frame(
        "Split", fmt::format("A value whose bit is 0 moves to the number of zeros before it, any other "
                             "behind all {} zeros by the "
                             "number of ones before it: the values are sorted by their {}.",
                             all_zeros, bit == 0 ? "lowest bit" : fmt::format("lowest {} bits", bit + 1)));
}

void radix_sort(Executor& executor, const Parameters& parameters) {
    for (int bit = 0; bit < bits_of(parameters.values); ++bit) split(executor, bit);
}

}  // namespace

Lesson radix_sort_lesson() {
    return {.id = "radix-sort",
            .title = "Radix sort",
            .summary =
                "For one bit after the other, from the lowest, a scan tells each value its place among those "
                "with the "
                "same bit, zeros first.",
            .source = applications,
            .chapter = Chapter::applications,
            .result = Result::sorted,
            .own_op = Operator::add,
            .example = {5, 7, 3, 1, 4, 2, 7, 2},
            .application = {.values_are = "--values takes numbers that are not negative.",
                            .check = check_not_negative},
            .execute = radix_sort};
}

}  // namespace winnow::lab
