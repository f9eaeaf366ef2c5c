// Brent-Kung and Blelloch: scans by a reduction tree and a second tree that hands its sums back.
#include <fmt/format.h>

#include "lab/executor.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

/// Executes a reduction tree: after the step with stride s, the last lane of every 2s lanes holds their sum.
void reduce_to_the_right(Executor& executor, std::string_view phase) {
    for (std::uint32_t stride = 1; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("{} {}", phase, stride));
        for (std::uint32_t i = 2 * stride - 1; i < executor.width(); i += 2 * stride)
            executor.combine(i, {above, i - stride}, {above, i});
        executor.count_barriers(1);
        executor.count_step();
        executor.end_frame(fmt::format("{}, stride {}", phase == "up" ? "Up-sweep" : "Reduction", stride),
                           fmt::format("The last element of every {0} now holds the {1} of those {0} values.",
                                       2 * stride, executor.result_noun()));
    }
}

/// Returns "every element", "every second element" or "every 4th element".
std::string every(std::uint32_t stride) {
    if (stride == 1) return "every element";
    return stride == 2 ? "every second element" : fmt::format("every {}th element", stride);
}

void brent_kung(Executor& executor, const Parameters&) {
    reduce_to_the_right(executor, "reduce");
    for (std::uint32_t stride = executor.width() / 4; stride > 0; stride /= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("distribute {}", stride));
        for (std::uint32_t i = 3 * stride - 1; i < executor.width(); i += 2 * stride)
            executor.combine(i, {above, i - stride}, {above, i});
        executor.count_barriers(1);
        executor.count_step();
        executor.end_frame(
            fmt::format("Distribution, stride {}", stride),
            fmt::format("A complete element completes the one {} further right; now {} is complete.", stride,
                        every(stride)));
    }
    executor.count_barriers(1);
}

void blelloch(Executor& executor, const Parameters&) {
    reduce_to_the_right(executor, "up");
    executor.begin_row("clear");
    executor.set_identity(executor.width() - 1);
    executor.end_frame("Clear",
                       fmt::format("The last element held the {} of all values; it becomes the identity, "
                                   "which is all that lies before the array.",
                                   executor.result_noun()));
    for (std::uint32_t stride = executor.width() / 2; stride > 0; stride /= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("down {}", stride));
        for (std::uint32_t right = 2 * stride - 1; right < executor.width(); right += 2 * stride) {
            const std::uint32_t left = right - stride;
            executor.copy(left, {above, right});
            executor.combine(right, {above, right}, {above, left});
        }
        executor.count_barriers(1);
        executor.count_step();
        executor.end_frame(
            fmt::format("Down-sweep, stride {}", stride),
            fmt::format("The left half of a node gets what lies before the node, and the right half "
                        "that combined with the left half; now {} holds the {} of all values before "
                        "its group.",
                        every(stride), executor.result_noun()));
    }
    executor.count_barriers(1);
}

}  // namespace

Lesson brent_kung_lesson() {
    return {
        .id = "brent-kung",
        .title = "Brent-Kung",
        .summary =
            "A reduction tree, then a reverse tree that distributes the partial results: few operations, "
            "about twice the steps.",
        .source = scan_notes,
        .ground = LessonGround::teaching_kernel,
        .width = Width::power_of_two,
        .example = eight,
        .erratum =
            "The kernel of Parallelizing sequential algorithms on GPU reads arr where its parameter is A.",
        .shipped =
            "Winnow's own Brent-Kung scan of a block has the sum of a row of 16 bytes as a leaf, and can pad "
            "the leaves against bank conflicts.",
        .claims =
            {{operations, "2N − 2 − log₂ N", [](Count n, Count) { return 2 * n - 2 - log2_of(n); }, {}},
             {operations, "N (1 − 1/N)", [](Count n, Count) { return n - 1; },
              "Parallelizing sequential algorithms on GPU counts the reduction only, not the distribution. "
              "Divided by N threads it gives 1 − 1/N as the time, less than one step; there are "
              "2 log₂ N − 1 steps, each after the other."},
             {steps, "2 log₂ N − 1", [](Count n, Count) { return 2 * log2_of(n) - 1; }, {}}},
        .estimate = {{"(N/2) (2 log₂ N − 1) / P", "N/2 threads take their turn in every step",
                      [](Count n, Count) { return n / 2 * (2 * log2_of(n) - 1); }}},
        .execute = brent_kung};
}

Lesson blelloch_lesson() {
    return {
        .id = "blelloch",
        .title = "Blelloch: up-sweep and down-sweep",
        .summary =
            "A reduction tree, then each node hands down what lies before it: an exclusive scan with fewer "
            "than 2N operations.",
        .source = slides,
        .ground = LessonGround::teaching_kernel,
        .result = Result::exclusive,
        .width = Width::power_of_two,
        .example = eight,
        .erratum =
            "The host code of the slides starts 256 blocks that all do the same work, and passes neither n "
            "nor the size of the shared array.",
        .shipped =
            "Winnow's own Blelloch scan of a block has the sum of a row of 16 bytes as a leaf, and can pad "
            "the leaves against bank conflicts.",
        .claims = {{operations, "2 (N − 1)", [](Count n, Count) { return 2 * (n - 1); }, {}},
                   {steps, "2 log₂ N", [](Count n, Count) { return 2 * log2_of(n); }, {}}},
        .execute = blelloch};
}

}  // namespace winnow::lab
