// The lessons. Each function lies in the file of its algorithm, behind the function that executes it.
#pragma once

#include "lab/lesson.h"

namespace winnow::lab {

Lesson sequential_lesson();
Lesson sequential_exclusive_lesson();
Lesson kogge_stone_lesson();
Lesson kogge_stone_exclusive_lesson();
Lesson kogge_stone_double_buffered_lesson();
Lesson kogge_stone_race_lesson();
Lesson brent_kung_lesson();
Lesson blelloch_lesson();
Lesson three_phase_lesson();
Lesson hierarchical_lesson();
Lesson reduction_interleaved_lesson();
Lesson reduction_sequential_lesson();
Lesson shift_lesson();
Lesson segmented_scan_lesson();
Lesson quadratic_lesson();
Lesson tree_per_output_lesson();
Lesson divide_lesson();
Lesson chained_lesson();
Lesson chained_no_fence_lesson();
Lesson block_deadlock_lesson();
Lesson dynamic_block_index_lesson();
Lesson bounded_wait_lesson();
Lesson grid_barrier_lesson();
Lesson grid_barrier_counts_spins_lesson();
Lesson look_back_lesson();
Lesson coarsened_tree_lesson();
Lesson coarsening_lesson();
Lesson banks_none_lesson();
Lesson banks_padded_lesson();
Lesson banks_two_level_lesson();
Lesson estimate_lesson();
Lesson overflow_lesson();
Lesson vote_scan_compact_lesson();
Lesson histogram_lesson();
Lesson radix_sort_lesson();
Lesson quicksort_lesson();
Lesson polynomial_lesson();
Lesson recurrence_lesson();
Lesson string_comparison_lesson();
Lesson tree_depths_lesson();
Lesson subtree_sizes_lesson();

}  // namespace winnow::lab
