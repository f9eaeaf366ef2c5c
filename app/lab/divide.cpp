// The scan of an array that is divided among three processors.
#include <fmt/format.h>

#include <algorithm>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
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

}  // namespace winnow::lab
