// The interface of the teaching kernels: small kernels of the Lab's own, one for each algorithm in GLSL
// (shaders/lab) and in CUDA (cuda/lab), that copy their array to a trace after every step.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shaders/shared.h"

namespace winnow::lab {

struct Lesson;
struct Execution;
enum class Operator;

/// The work that a kernel executes.
struct KernelTask {
    std::string kernel;                // its file's name without the extension
    std::vector<std::int32_t> values;  // with the padding, at most LAB_LANES
    std::uint32_t threads = 1;         // that divide the values among them, at most LAB_THREADS
    std::uint32_t op = 0;              // LAB_ADD or another
    std::int32_t identity = 0;         // of the operator
};

/// One launch of a kernel's function, with this many blocks of LAB_THREADS threads.
struct KernelPass {
    std::string_view function;
    std::uint32_t blocks = 1;
};

/// The rows and the count that a kernel left in memory.
struct Recording {
    std::vector<std::vector<std::int32_t>> rows;  // its array after each step; the input is the first
    std::uint64_t operations = 0;                 // applications of the operator, counted on the device
};

/// The teaching kernels of one backend.
class TeachingKernels {
  public:
    virtual ~TeachingKernels() = default;
    /// Returns the name of the device that executes them.
    virtual std::string device() const = 0;
    /// Executes the kernel and waits for it. Throws Error if that fails.
    virtual Recording run(const KernelTask& task) = 0;
};

/// Throws Error(bad_input) with the reason if the lesson has no teaching kernel.
void require_kernel(const Lesson& lesson);

/// Returns the name of the lesson's kernel, and of its files without the extension.
std::string kernel_name(const Lesson& lesson);

/// Returns true if the kernels know the operator: they work on single words.
bool kernels_know(Operator op);

/// Returns the task of the lesson's kernel for a run of the lesson. Throws Error(bad_input) if the lesson has
/// no kernel, or if the kernels do not know the operator.
KernelTask task_of(const Lesson& lesson, const Execution& run);

/// Returns the launches of a task, in order. What one wrote to memory, the next one sees.
std::vector<KernelPass> passes_of(const KernelTask& task);

/// Adds what a pass left in its trace.
void append(Recording& recording, const shared::LabTrace& trace);

}  // namespace winnow::lab
