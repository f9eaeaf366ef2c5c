// The table of the lessons, in the order in which a learner follows them.
#include "lab/lessons.h"

namespace winnow::lab {

std::span<const Lesson> lessons() {
    static const std::vector<Lesson> all{
        sequential_lesson(),
        sequential_exclusive_lesson(),
        quadratic_lesson(),
        tree_per_output_lesson(),
        shift_lesson(),
        kogge_stone_lesson(),
        kogge_stone_exclusive_lesson(),
        kogge_stone_double_buffered_lesson(),
        kogge_stone_race_lesson(),
        brent_kung_lesson(),
        blelloch_lesson(),
        three_phase_lesson(),
        coarsened_tree_lesson(),
        coarsening_lesson(),
        overflow_lesson(),
        reduction_interleaved_lesson(),
        reduction_sequential_lesson(),
        divide_lesson(),
        hierarchical_lesson(),
        chained_lesson(),
        chained_no_fence_lesson(),
        look_back_lesson(),
        block_deadlock_lesson(),
        dynamic_block_index_lesson(),
        bounded_wait_lesson(),
        grid_barrier_lesson(),
        grid_barrier_counts_spins_lesson(),
        banks_none_lesson(),
        banks_padded_lesson(),
        banks_two_level_lesson(),
        vote_scan_compact_lesson(),
        estimate_lesson(),
        segmented_scan_lesson(),
        histogram_lesson(),
        radix_sort_lesson(),
        quicksort_lesson(),
        polynomial_lesson(),
        recurrence_lesson(),
        string_comparison_lesson(),
        tree_depths_lesson(),
        subtree_sizes_lesson(),
    };
    return all;
}

}  // namespace winnow::lab
