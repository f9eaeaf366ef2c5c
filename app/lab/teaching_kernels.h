// The interface of the teaching kernels: small kernels of the Lab's own, one for each algorithm in GLSL
// (shaders/lab) and in CUDA (cuda/lab). They copy their array to memory after every step, or note in which
// order their tiles did what.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shaders/shared.h"

namespace winnow::lab {

struct Lesson;
struct Execution;
struct Parameters;
enum class Operator;

/// The work that a kernel executes.
struct KernelTask {
    std::string kernel;                // its file's name without the extension
    std::vector<std::int32_t> values;  // with the padding, at most LAB_LANES; of tiles, LAB_THREADS for each
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
struct KernelRecording {
    std::vector<std::vector<std::int32_t>> rows;  // its array after each step; the input is the first
    std::uint64_t operations = 0;                 // applications of the operator, counted on the device
};

/// The things that a tile of a single pass does.
enum class TileAction {
    starts = shared::LAB_STARTS,
    loads = shared::LAB_LOADS,
    publishes_aggregate = shared::LAB_PUBLISHES_AGGREGATE,
    waits = shared::LAB_WAITS,
    finds_aggregate = shared::LAB_FINDS_AGGREGATE,
    finds_prefix = shared::LAB_FINDS_PREFIX,
    computes_again = shared::LAB_COMPUTES_AGAIN,
    publishes_prefix = shared::LAB_PUBLISHES_PREFIX,
    stores = shared::LAB_STORES,
    ends = shared::LAB_ENDS,
};

std::string_view name_of(TileAction action);

struct TileEvent {
    std::uint32_t tile = 0;
    TileAction action = TileAction::starts;
    std::uint32_t at = 0;     // the tile that it waited for, found something at, or computed again
    std::uint32_t looks = 0;  // of a wait, after the first one in vain
    std::int32_t value = 0;   // published, or the sum of the tiles that the look-back has taken so far
};

/// A run of a kernel in one pass, as it happened.
struct KernelTrace {
    std::vector<TileEvent> events;      // in the order that all tiles share
    std::uint64_t left_out = 0;         // events that had no room, or that no tile can have
    std::vector<std::int32_t> scanned;  // the results, as many as the task has values
};

/// The teaching kernels of one backend.
class TeachingKernels {
  public:
    virtual ~TeachingKernels() = default;
    /// Returns the name of the device that executes them.
    virtual std::string device() const = 0;
    /// Executes the kernel and waits for it. Throws Error if that fails.
    virtual KernelRecording run(const KernelTask& task) = 0;
    /// The same for a kernel in one pass.
    virtual KernelTrace trace(const KernelTask& task) = 0;
};

/// Throws Error(bad_input) with the reason if the lesson has no teaching kernel. One of a lesson that is a
/// model is traced.
void require_kernel(const Lesson& lesson);

/// Returns the name of the lesson's kernel, and of its files without the extension.
std::string kernel_name(const Lesson& lesson);

/// Returns true if the kernels know the operator: they work on single words.
bool kernels_know(Operator op);

/// Returns the task of the lesson's kernel for a run of the lesson. Throws Error(bad_input) if the lesson has
/// no kernel, or if the kernels do not know the operator.
KernelTask task_of(const Lesson& lesson, const Execution& run);

/// Returns the task of the lesson's kernel whose tiles have the parameters' values: each tile has LAB_THREADS
/// items, its value and identities behind it. Throws Error(bad_input) if the lesson is not traced, or as
/// task_of() does.
KernelTask trace_task_of(const Lesson& lesson, const Parameters& parameters);

/// Returns the launches of a task, in order. What one wrote to memory, the next one sees.
std::vector<KernelPass> passes_of(const KernelTask& task);

/// Adds what a pass left in its trace.
void append(KernelRecording& recording, const shared::LabTrace& trace);

/// Returns the events and the results that a task in one pass left in memory.
KernelTrace trace_of(const KernelTask& task, const shared::LabHistory& history,
                     std::vector<std::int32_t> scanned);

}  // namespace winnow::lab
