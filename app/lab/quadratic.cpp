// Scans in which every output is computed on its own, by a thread or by a tree.
#include <fmt/format.h>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

const Claim every_sum_alone{operations, "N (N − 1)/2", [](Count n, Count) { return n * (n - 1) / 2; }, {}};

void quadratic(Executor& executor, const Parameters&) {
    const std::uint32_t input = executor.newest_row();
    executor.begin_empty_row("x[0]");
    for (std::uint32_t i = 0; i < executor.width(); ++i) executor.copy(i, {input, 0});
    executor.end_frame("Begin", "Every thread begins its own sum with x[0].");
    for (std::uint32_t k = 1; k < executor.width(); ++k) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("with x[{}]", k));
        for (std::uint32_t i = k; i < executor.width(); ++i)
            executor.combine(i, {above, i}, {input, k}, LinkKind::operand, LinkKind::named);
        executor.count_step();
        executor.end_frame(
            fmt::format("x[{}]", k),
            fmt::format(
                "Every thread from {0} on combines x[{0}] into its own result; {1} idle, for {2} complete.",
                k, k == 1 ? "thread 0 is" : fmt::format("the {} threads before it are", k),
                k == 1 ? "it is" : "they are"));
    }
}

/// Executes the tree of output `last` on lanes 0 to `last`. Its root lies in lane `last`.
void reduce_up_to(Executor& executor, std::uint32_t input, std::uint32_t last) {
    executor.begin_empty_row(fmt::format("P[{}]: x[0..{}]", last, last));
    for (std::uint32_t i = 0; i <= last; ++i) executor.read(i, {input, i});
    for (std::uint32_t stride = 1; stride <= last; stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("P[{}]: stride {}", last, stride));
        for (std::uint32_t node = 0; last >= node + stride; node += 2 * stride)
            executor.combine(last - node, {above, last - node - stride}, {above, last - node});
        executor.count_barriers(1);
        executor.count_step();
    }
    executor.end_frame(
        fmt::format("Output {}", last),
        fmt::format("All threads together build the tree of P[{}]; the next output has to wait.", last));
}

void tree_per_output(Executor& executor, const Parameters&) {
    const std::uint32_t input = executor.newest_row();
    std::vector<Place> roots{{input, 0}};
    for (std::uint32_t last = 1; last < executor.width(); ++last) {
        reduce_up_to(executor, input, last);
        roots.push_back({executor.newest_row(), last});
    }
    executor.begin_empty_row("P");
    for (std::uint32_t i = 0; i < executor.width(); ++i) executor.read(i, roots[i]);
    executor.end_frame("Outputs", "The roots of the trees are the scan.");
}

}  // namespace

Lesson quadratic_lesson() {
    return {.id = "quadratic",
            .title = "Every thread on its own: O(N²)",
            .summary =
                "Thread i combines x[0] to x[i] by itself: no barrier and no waiting, but the last thread "
                "does as much as one processor would, and all together do N/2 times as much.",
            .source = article,
            .example = eight,
            .erratum =
                "The article's loop runs up to the thread's index even where that lies behind the array, and "
                "reads there.",
            .remark =
                "The article's sum begins with 0 and so takes one addition more in each thread, N (N + 1)/2 "
                "in all.",
            .claims = {every_sum_alone, {steps, "N − 1", [](Count n, Count) { return n - 1; }, {}}},
            .execute = quadratic};
}

Lesson tree_per_output_lesson() {
    return {.id = "tree-per-output",
            .title = "A reduction tree for each output",
            .summary =
                "All threads together reduce x[0] to x[i], for one output after another: each tree has few "
                "steps, but all trees together have more than one processor needs.",
            .source = article,
            .most = 16,
            .max_executed = 16,
            .example = {3, 1, 7, 0, 4},
            .remark =
                "The notes on Kirk and Hwu come from these trees to Kogge-Stone: all trees at once, each "
                "partial result computed once.",
            .claims =
                {every_sum_alone,
                 {steps, "N log₂ N − (N − 1)", [](Count n, Count) { return n * log2_of(n) - (n - 1); }, {}}},
            .execute = tree_per_output};
}

}  // namespace winnow::lab
