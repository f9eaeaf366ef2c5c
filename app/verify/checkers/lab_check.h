// Compares what the Lab draws with what its teaching kernels leave in memory, and checks the traces of those
// in one pass.
#pragma once

#include <string>

#include "lab/lesson.h"
#include "lab/teaching_kernels.h"

namespace winnow::verify {

/// Returns the first difference between the rows that are drawn and those that were recorded, or between the
/// numbers of operations, in one sentence; empty if there is none.
std::string recording_fault(const lab::Execution& drawn, const lab::KernelRecording& recorded);

/// Lets a backend execute the lesson's kernel with the run's parameters, and compares. Throws
/// Error(bad_input) if the lesson has no kernel or the kernels do not know the operator.
std::string kernel_fault(lab::TeachingKernels& kernels, const lab::Lesson& lesson,
                         const lab::Execution& drawn);

/// Returns the first thing in the trace of a task that a right kernel does not do, in one sentence; empty if
/// there is none. The tiles may act in any order in which every word was published before it was found.
std::string trace_fault(const lab::Parameters& parameters, const lab::KernelTask& task,
                        const lab::KernelTrace& trace);

/// Returns the number of rows that a kernel leaves in memory.
std::size_t rows_in_memory(const lab::Execution& run);

}  // namespace winnow::verify
