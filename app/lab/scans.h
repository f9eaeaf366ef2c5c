// The scans as lessons: each function executes one algorithm, in the steps of its kernel.
#pragma once

#include "lab/executor.h"
#include "lab/lesson.h"

namespace winnow::lab {

void sequential_scan(Executor& executor, const Parameters& parameters);
void kogge_stone(Executor& executor, const Parameters& parameters);
void kogge_stone_exclusive(Executor& executor, const Parameters& parameters);
void kogge_stone_double_buffered(Executor& executor, const Parameters& parameters);
/// The kernel that has no barrier between a step's reads and its writes. Warps run one after another.
void kogge_stone_race(Executor& executor, const Parameters& parameters);
void brent_kung(Executor& executor, const Parameters& parameters);
void blelloch(Executor& executor, const Parameters& parameters);
/// One block: each of its threads scans a section.
void three_phase(Executor& executor, const Parameters& parameters);
/// As many blocks as the values need, one value a thread.
void hierarchical(Executor& executor, const Parameters& parameters);

// The sum of all values in lane 0, by a tree.
void reduction_interleaved(Executor& executor, const Parameters& parameters);
void reduction_sequential(Executor& executor, const Parameters& parameters);

/// Keeps the values that are not 0.
void vote_scan_compact(Executor& executor, const Parameters& parameters);

}  // namespace winnow::lab
