#include "lab/scans.h"

#include <fmt/format.h>

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

/// Executes one step in which each section, `length` lanes long, combines lane k with the one before.
void scan_sections(Executor& executor, std::uint32_t length) {
    for (std::uint32_t k = 1; k < length; ++k) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("sections {}", k));
        for (std::uint32_t first = 0; first < executor.width(); first += length)
            executor.combine(first + k, {above, first + k - 1}, {above, first + k});
        executor.count_step();
        executor.end_frame(
            fmt::format("Phase 1, step {}", k),
            fmt::format("Each thread has scanned the first {} values of its section of {}, without "
                        "a barrier.",
                        k + 1, length));
    }
    executor.count_barriers(1);
}

/// Executes Kogge-Stone over the last lanes of the sections.
void scan_last_elements(Executor& executor, std::uint32_t length) {
    for (std::uint32_t stride = length; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("ends {}", stride / length));
        for (std::uint32_t i = stride + length - 1; i < executor.width(); i += length)
            executor.combine(i, {above, i - stride}, {above, i});
        executor.count_barriers(2);
        executor.count_step();
        executor.end_frame(
            fmt::format("Phase 2, stride {}", stride / length),
            fmt::format("The last element of each section holds the {} of its own and up to {} "
                        "earlier sections.",
                        executor.result_noun(), 2 * stride / length - 1));
    }
}

void add_to_next_section(Executor& executor, std::uint32_t length) {
    if (length == 1 || length == executor.width()) return;
    const std::uint32_t above = executor.newest_row();
    executor.begin_row("addition");
    for (std::uint32_t first = length; first < executor.width(); first += length)
        for (std::uint32_t i = first; i + 1 < first + length; ++i)
            executor.combine(i, {above, first - 1}, {above, i});
    executor.count_step();
    executor.end_frame("Phase 3",
                       "The last element of a section is combined into all but the last element of the "
                       "next section, which completes the scan.");
}

}  // namespace

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

void three_phase(Executor& executor, const Parameters& parameters) {
    const std::uint32_t length = executor.width() / parameters.threads;
    scan_sections(executor, length);
    scan_last_elements(executor, length);
    add_to_next_section(executor, length);
}

}  // namespace winnow::lab
