// The lessons. Each function lies in the file of its algorithm, behind the function that executes it.
#pragma once

#include <bit>

#include "lab/lesson.h"

namespace winnow::lab {

// The texts that the lessons follow, their example values, and the formulas that several of them give.

inline constexpr Source scan_notes{"notes on Kirk and Hwu, Programming Massively Parallel Processors",
                                   "8. Parallel Patterns: prefix sum"};
inline constexpr Source article{"funktor", "Parallelizing sequential algorithms on GPU - Prefix Sum"};
inline constexpr Source slides{"Sathish Vadhiyar", "Prefix Computations"};
inline constexpr Source gems{"Mark Harris, Shubhabrata Sengupta and John D. Owens",
                             "GPU Gems 3, chapter 39: Parallel Prefix Sum (Scan) with CUDA"};
inline constexpr Source reduction_slides{"Mark Harris", "Optimizing Parallel Reduction in CUDA"};
inline constexpr Source applications{"Guy E. Blelloch", "Prefix Sums and Their Applications"};
inline constexpr Source particle_article{"alexandre1357", "Parallel Prefix Sum"};

inline const Words eight{3, 1, 7, 0, 4, 1, 6, 3};
inline const Words sixteen{2, 1, 5, 8, 9, 0, 4, 6, 3, 4, 5, 4, 1, 7, 7, 2};
inline const Words sixteen_signed{10, 1, 8, -1, 0, -2, 3, 5, -2, -3, 2, 7, 0, 11, 0, 2};
inline const Words with_dead{3, 0, 7, 0, 4, 1, 0, 6};

inline constexpr auto operations = &Counts::operations;
inline constexpr auto steps = &Counts::steps;
inline constexpr auto barriers = &Counts::barriers;

using Count = std::uint64_t;

constexpr Count log2_of(Count power) {
    return static_cast<Count>(std::bit_width(power)) - 1;
}

inline const Claim kogge_stone_work{
    operations, "N log₂ N − (N − 1)", [](Count n, Count) { return n * log2_of(n) - (n - 1); }, {}};
inline const Claim kogge_stone_steps{steps, "log₂ N", [](Count n, Count) { return log2_of(n); }, {}};
inline const Claim reduction_work{operations, "N − 1", [](Count n, Count) { return n - 1; }, {}};
inline const Claim two_barriers_a_step{
    barriers, "2 log₂ N", [](Count n, Count) { return 2 * log2_of(n); }, {}};

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
