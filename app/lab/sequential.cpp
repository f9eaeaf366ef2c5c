// The simplest scans: by one processor, with which every other scan is compared; one form made from the
// other; and every output on its own.
#include <fmt/format.h>

#include "lab/executor.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

void sequential_scan(Executor& executor, const Parameters&) {
    for (std::uint32_t i = 1; i < executor.width(); ++i) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("i = {}", i));
        executor.combine(i, {above, i - 1}, {above, i});
        executor.count_step();
        executor.end_frame(
            fmt::format("Element {}", i),
            fmt::format("Elements 0 to {} are complete: each holds the {} of the values up to it.", i,
                        executor.result_noun()));
    }
}

void sequential_exclusive_scan(Executor& executor, const Parameters&) {
    Word sum = facts(executor.op()).identity;
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("i = {}", i));
        executor.show(
            i, {.value = sum, .mark = i == 0 ? Mark::identity : Mark::computed, .range = InputRange{0, i}});
        if (i > 0) {
            executor.link({above, i - 1}, i, LinkKind::operand);
            executor.link({above - 1, i - 1}, i, LinkKind::operand);
        }
        const Word before = sum;
        sum = executor.apply(sum, executor.value_at({above, i}));
        executor.count_step();
        executor.end_frame(
            fmt::format("Element {}", i),
            fmt::format(
                "temp keeps {}, the {}; x[{}] joins it in sum, which is {} now; then temp takes the "
                "place of x[{}].",
                text_of(executor.op(), before),
                i == 0 ? "identity" : fmt::format("{} of all values before x[{}]", executor.result_noun(), i),
                i, text_of(executor.op(), sum), i));
    }
}

}  // namespace

Lesson sequential_lesson() {
    return {
        .id = "sequential",
        .title = "Sequential scan",
        .summary = "One processor carries a running result from left to right.",
        .source = scan_notes,
        .ground = LessonGround::teaching_kernel,
        .example = eight,
        .erratum = "The notes keep the running result of float values in an int, which cuts off fractions.",
        .remark =
            "The loop of alexandre1357 stores the running sum before it adds the element, which makes "
            "the exclusive scan; the lesson sequential-exclusive shows that one.",
        .shipped = "Winnow's own sequential scan runs on the CPU: every scan is tested against it.",
        .claims = {reduction_work, {steps, "N − 1", [](Count n, Count) { return n - 1; }, {}}},
        .execute = sequential_scan};
}

Lesson sequential_exclusive_lesson() {
    return {
        .id = "sequential-exclusive",
        .title = "Sequential exclusive scan",
        .summary =
            "One processor stores its running result before it adds the element: each element gets the "
            "result of all values before it.",
        .source = particle_article,
        .ground = LessonGround::teaching_kernel,
        .result = Result::exclusive,
        .fault_of_grouping = "has no identity on the left and the loop begins with 0 − x[0]",
        .example = eight,
        .remark =
            "The array is scanned in place: temp is needed because the element's own place is written. The "
            "result of all values is left in the variable sum, and in no element.",
        .claims = {{operations, "N", [](Count n, Count) { return n; }, {}},
                   {steps, "N", [](Count n, Count) { return n; }, {}}},
        .execute = sequential_exclusive_scan};
}

// --- The two forms of a scan, one from the other.

namespace {

void shift(Executor& executor, const Parameters&) {
    const std::uint32_t input = executor.newest_row(), last = executor.width() - 1;
    const std::uint32_t inclusive = executor.begin_row("inclusive");
    for (std::uint32_t i = 1; i <= last; ++i) {
        executor.combine(i, {inclusive, i - 1}, {input, i});
        executor.count_step();
    }
    executor.end_frame("Inclusive scan", "Element i holds the result of all values up to x[i], its own too.");

    const std::uint32_t exclusive = executor.begin_empty_row("exclusive");
    executor.set_identity(0);
    for (std::uint32_t i = 1; i <= last; ++i) executor.copy(i, {inclusive, i - 1});
    executor.end_frame(
        "Shift to the right",
        "Each result moves one element to the right and the identity enters at element 0: element "
        "i holds the result of all values before x[i]. The result of all values has left the "
        "array.");

    executor.begin_empty_row("inclusive");
    for (std::uint32_t i = 0; i < last; ++i) executor.copy(i, {exclusive, i + 1});
    executor.combine(last, {exclusive, last}, {input, last});
    executor.count_step();
    executor.end_frame(
        "Shift to the left",
        "Each result moves back, and the last element combines its own with the last value of the "
        "input, because nothing else still knows the result of all values.");
}

}  // namespace

Lesson shift_lesson() {
    return {
        .id = "shift",
        .title = "Inclusive and exclusive by shifting",
        .summary =
            "The exclusive scan is the inclusive one moved to the right by one element; the way back needs "
            "the last value of the input.",
        .source = scan_notes,
        .example = eight,
        .erratum =
            "The notes set the first element to 0, which is the identity of addition; another operator "
            "needs its own.",
        .execute = shift};
}

// --- Scans in which every output is computed on its own, by a thread or by a tree.

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
