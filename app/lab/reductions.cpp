// Reductions of all values to one, by trees.
#include <fmt/format.h>

#include "lab/executor.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

void reduction_interleaved(Executor& executor, const Parameters&) {
    for (std::uint32_t stride = 1; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("stride {}", stride));
        for (std::uint32_t i = 0; i < executor.width(); i += 2 * stride)
            executor.combine(i, {above, i}, {above, i + stride});
        executor.count_barriers(1);
        executor.count_step();
        executor.end_frame(
            fmt::format("Stride {}", stride),
            fmt::format("The first element of every {0} now holds the {1} of those {0} values; the "
                        "busy threads lie ever further apart.",
                        2 * stride, executor.result_noun()));
    }
}

void reduction_sequential(Executor& executor, const Parameters&) {
    for (std::uint32_t stride = executor.width() / 2; stride > 0; stride /= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("stride {}", stride));
        for (std::uint32_t i = 0; i < stride; ++i) executor.combine(i, {above, i}, {above, i + stride});
        executor.count_barriers(1);
        executor.count_step();
        executor.end_frame(
            fmt::format("Stride {}", stride),
            fmt::format(
                "{} the {} of all values; the busy threads stay side "
                "by side.",
                stride == 1 ? "Element 0 holds" : fmt::format("The first {} elements together hold", stride),
                executor.result_noun()));
    }
}

}  // namespace

Lesson reduction_interleaved_lesson() {
    return {.id = "reduction-interleaved",
            .title = "Reduction tree, interleaved addressing",
            .summary =
                "Neighbours are combined first, then neighbours of neighbours, until element 0 holds the "
                "result.",
            .source = reduction_slides,
            .chapter = Chapter::reductions,
            .ground = LessonGround::teaching_kernel,
            .result = Result::total,
            .width = Width::power_of_two,
            .fewest_values = 2,
            .example = sixteen_signed,
            .claims = {reduction_work, kogge_stone_steps},
            .execute = reduction_interleaved};
}

Lesson reduction_sequential_lesson() {
    return {.id = "reduction-sequential",
            .title = "Reduction tree, sequential addressing",
            .summary =
                "The right half is folded onto the left half until element 0 holds the result; the operator "
                "must be commutative.",
            .source = reduction_slides,
            .chapter = Chapter::reductions,
            .ground = LessonGround::teaching_kernel,
            .result = Result::total,
            .width = Width::power_of_two,
            .fewest_values = 2,
            .keeps_order = false,
            .example = sixteen_signed,
            .claims = {reduction_work, kogge_stone_steps},
            .execute = reduction_sequential};
}

}  // namespace winnow::lab
