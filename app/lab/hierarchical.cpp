// Scans of an array that is longer than a block, or divided among processors.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/strides.h"

namespace winnow::lab {

// --- The scan of an array that is divided among three processors.

namespace {

constexpr std::uint32_t parts = 3;

void scan_parts(Executor& executor, std::uint32_t length) {
    for (std::uint32_t k = 1; k < length; ++k) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("local {}", k));
        for (std::uint32_t i = k; i < executor.width(); i += length)
            executor.combine(i, {above, i - 1}, {above, i});
        executor.count_step();
        executor.end_frame(
            fmt::format("Local scan, step {}", k),
            fmt::format("Each processor has scanned the first {} values of its part of {}.", k + 1, length));
    }
}

/// Sends the parts' last elements to one processor, which scans them. Returns their lanes in the newest row.
std::vector<std::uint32_t> scan_y(Executor& executor, std::uint32_t length) {
    const std::uint32_t local = executor.newest_row();
    std::vector<std::uint32_t> lasts;
    for (std::uint32_t first = 0; first < executor.width(); first += length)
        lasts.push_back(std::min(first + length, executor.width()) - 1);
    const std::uint32_t sent = executor.begin_empty_row("Y");
    for (const std::uint32_t last : lasts) executor.copy(last, {local, last});
    executor.end_frame("Last elements", "The last elements, each the result of a part, go to one processor.");
    const std::uint32_t scanned = executor.begin_empty_row("Y scanned");
    executor.copy(lasts.front(), {sent, lasts.front()});
    for (std::size_t part = 1; part < lasts.size(); ++part) {
        executor.combine(lasts[part], {scanned, lasts[part - 1]}, {sent, lasts[part]});
        executor.count_step();
    }
    executor.end_frame(
        "Scan of the last elements",
        fmt::format("One processor scans Y: each holds the {} of everything up to its part's end.",
                    executor.result_noun()));
    return lasts;
}

void divide(Executor& executor, const Parameters&) {
    const std::uint32_t length = (executor.width() + parts - 1) / parts;
    scan_parts(executor, length);
    if (executor.width() == length) return;  // one part is the whole array
    const std::uint32_t local = executor.newest_row();
    const std::vector<std::uint32_t> lasts = scan_y(executor, length);
    const std::uint32_t scanned = executor.newest_row();
    executor.begin_empty_row("X + Y");
    for (std::uint32_t i = 0; i < executor.width(); ++i)
        if (i < length)
            executor.copy(i, {local, i});
        else
            executor.combine(i, {scanned, lasts[i / length - 1]}, {local, i});
    executor.count_step();
    executor.end_frame("Addition", "Each processor adds what lies before its part to all of its elements.");
}

}  // namespace

Lesson divide_lesson() {
    return {
        .id = "divide",
        .title = "Divide and conquer on three processors",
        .summary =
            "Each processor scans its part, one of them scans the parts' last elements, and each adds what "
            "lies before its part.",
        .source = slides,
        .chapter = Chapter::blocks,
        .example = {1, 2, 3, 4, 5, 6, 7, 8, 9},
        .erratum =
            "The slides add each prefix sum of Y to the corresponding part; it belongs to the part after it.",
        .execute = divide};
}

namespace {

/// Copies the blocks' last elements into S, which is drawn below them, and scans it by Kogge-Stone. Returns
/// the row of the scanned S.
std::uint32_t scan_sums(Executor& executor, std::uint32_t length) {
    const std::uint32_t local = executor.newest_row();
    executor.begin_empty_row("S");
    for (std::uint32_t last = length - 1; last < executor.width(); last += length)
        executor.copy(last, {local, last});
    executor.end_frame("Sums of the blocks",
                       fmt::format("S is an array of its own: S[b] holds the {} of block b, "
                                   "which is the last element of its scan.",
                                   executor.result_noun()));
    for (std::uint32_t stride = length; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("S: stride {}", stride / length));
        for (std::uint32_t i = stride + length - 1; i < executor.width(); i += length)
            executor.combine(i, {above, i - stride}, {above, i});
        executor.count_barriers(2);
        executor.count_step();
        executor.end_frame(fmt::format("Scan of S, stride {}", stride / length),
                           fmt::format("S[b] now holds the {} of block b and up to {} before it.",
                                       executor.result_noun(), 2 * stride / length - 1));
    }
    return executor.newest_row();
}

void hierarchical(Executor& executor, const Parameters& parameters) {
    const std::uint32_t length = parameters.threads;
    scan_blocks(executor, length);
    const std::uint32_t local = executor.newest_row();
    if (executor.width() == length) return;  // one block is the whole array
    const std::uint32_t sums = scan_sums(executor, length);
    executor.begin_empty_row("P + S");
    for (std::uint32_t i = 0; i < length; ++i) executor.copy(i, {local, i});
    for (std::uint32_t i = length; i < executor.width(); ++i)
        executor.combine(i, {sums, i / length * length - 1}, {local, i});
    executor.count_step();
    executor.end_frame("Addition",
                       "Every element of block b is combined with S[b - 1], the result of all blocks before "
                       "it; block 0 was complete.");
}

}  // namespace

Lesson hierarchical_lesson() {
    return {
        .id = "hierarchical",
        .title = "Hierarchical scan with an array of sums",
        .summary =
            "Each block scans its values, an array S of the blocks' sums is scanned, and each block is "
            "combined with the sum before it.",
        .source = article,
        .chapter = Chapter::blocks,
        .ground = LessonGround::teaching_kernel,
        .width = Width::multiple_of_threads,
        .has_threads = true,
        .example = sixteen,
        .erratum =
            "The article prints 7 for the second prefix sum of the last block, 1 + 7 = 8, and so 58 for 59. "
            "The third kernel of the notes on Kirk and Hwu lets block 0 read S[-1]. The shader of "
            "alexandre1357 for several groups multiplies the global index by the stride and takes the last "
            "element of group 0 as the sum of every group; a group should count from its own first element.",
        .remark =
            "The notes scan up to 65,536 blocks of 2,048 elements, 134,217,728 in all. A CUDA grid had up to "
            "65,535 blocks before compute capability 3.0 and has had up to 2³¹ − 1 since.",
        .shipped =
            "Winnow's own scan-then-propagate has far larger blocks with the sums of rows of 16 bytes as "
            "leaves, and scans S in the same way, level by level.",
        .execute = hierarchical};
}

}  // namespace winnow::lab
