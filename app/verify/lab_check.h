// Compares what the Lab draws with what its teaching kernels leave in memory.
#pragma once

#include <string>

#include "lab/lesson.h"
#include "lab/teaching_kernels.h"

namespace winnow::verify {

/// Returns the first difference between the rows that are drawn and those that were recorded, or between the
/// numbers of operations, in one sentence; empty if there is none.
std::string recording_fault(const lab::Execution& drawn, const lab::Recording& recorded);

/// Lets a backend execute the lesson's kernel with the run's parameters, and compares. Throws
/// Error(bad_input) if the lesson has no kernel or the kernels do not know the operator.
std::string kernel_fault(lab::TeachingKernels& kernels, const lab::Lesson& lesson,
                         const lab::Execution& drawn);

/// Returns the number of rows that a kernel leaves in memory.
std::size_t rows_in_memory(const lab::Execution& run);

}  // namespace winnow::verify
