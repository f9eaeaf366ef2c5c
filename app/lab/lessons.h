// The lessons. Each function lies in the file of its algorithm, behind the function that executes it.
#pragma once

#include "lab/lesson.h"

namespace winnow::lab {

Lesson sequential_lesson();
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
Lesson vote_scan_compact_lesson();

}  // namespace winnow::lab
