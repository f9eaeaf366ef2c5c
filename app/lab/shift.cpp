// The two forms of a scan, one from the other.
#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
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

}  // namespace winnow::lab
