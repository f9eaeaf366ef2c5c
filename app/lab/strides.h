// Kogge-Stone's steps, for the lessons that use a scan to compute something else.
#pragma once

#include <fmt/format.h>

#include "lab/executor.h"

namespace winnow::lab {

/// Scans the newest row with `op`, a frame for each step: every lane from `stride` on combines the lane
/// `stride` to its left with its own. `sentence_of(count)` says what an element holds that has combined
/// `count` values, or all where there are fewer.
template <typename F>
void scan_by_strides(Executor& executor, Operator op, F&& sentence_of) {
    for (std::uint32_t stride = 1; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("stride {}", stride));
        for (std::uint32_t i = stride; i < executor.width(); ++i)
            executor.combine(op, i, {above, i - stride}, {above, i});
        executor.count_step();
        executor.count_barriers(2);
        executor.end_frame(fmt::format("Scan, stride {}", stride), sentence_of(2 * stride));
    }
}

/// Reduces the newest row with `op` into its lane 0, a frame for each step: neighbours are combined first,
/// from left to right, and a lane without a neighbour is copied. `sentence_of(count)` says what the first
/// lane of every `count` holds.
template <typename F>
void reduce_by_strides(Executor& executor, Operator op, F&& sentence_of) {
    for (std::uint32_t stride = 1; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_empty_row(fmt::format("reduce {}", stride));
        for (std::uint32_t i = 0; i < executor.width(); i += 2 * stride)
            if (i + stride < executor.width())
                executor.combine(op, i, {above, i}, {above, i + stride});
            else
                executor.copy(i, {above, i});
        executor.count_step();
        executor.count_barriers(1);
        executor.end_frame(fmt::format("Reduction, stride {}", stride), sentence_of(2 * stride));
    }
}

/// Executes Kogge-Stone in every block of `length` lanes at once.
inline void scan_blocks(Executor& executor, std::uint32_t length) {
    for (std::uint32_t stride = 1; stride < length; stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("P: stride {}", stride));
        for (std::uint32_t i = 0; i < executor.width(); ++i)
            if (i % length >= stride) executor.combine(i, {above, i - stride}, {above, i});
        executor.count_barriers(2);
        executor.count_step();
        executor.end_frame(
            fmt::format("Blocks, stride {}", stride),
            fmt::format("Element i holds the {} of the last {} values up to x[i], or of those that its "
                        "block of {} has: no block knows another.",
                        executor.result_noun(), 2 * stride, length));
    }
}

}  // namespace winnow::lab
