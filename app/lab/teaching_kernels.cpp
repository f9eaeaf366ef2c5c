#include "lab/teaching_kernels.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "lab/lesson.h"

namespace winnow::lab {
namespace {

static_assert(max_values <= shared::LAB_THREADS && max_values <= shared::LAB_TILES &&
              max_values < shared::LAB_ROWS && 2 * max_values <= shared::LAB_LANES);

/// Returns nothing for an operator on pairs.
std::optional<std::uint32_t> kernels_name_of(Operator op) {
    switch (op) {
        case Operator::add:
            return shared::LAB_ADD;
        case Operator::multiply:
            return shared::LAB_MULTIPLY;
        case Operator::min:
            return shared::LAB_MIN;
        case Operator::max:
            return shared::LAB_MAX;
        case Operator::last:
            return shared::LAB_LAST;
        case Operator::first_nonzero:
            return shared::LAB_FIRST_NONZERO;
        case Operator::subtract:
            return shared::LAB_SUBTRACT;
        case Operator::affine:
        case Operator::segmented_add:
            return {};
    }
    return {};
}

/// Returns a task without values.
KernelTask empty_task_of(const Lesson& lesson, const Parameters& parameters) {
    const std::optional<std::uint32_t> op = kernels_name_of(parameters.op);
    if (!op)
        bad_input("the teaching kernels work on single words, and {} works on pairs",
                  facts(parameters.op).name);
    return {.kernel = kernel_name(lesson),
            .values = {},
            .threads = parameters.threads,
            .op = *op,
            .identity = facts(parameters.op).identity.value};
}

bool is_possible(const TileEvent& event, std::size_t tiles) {
    return event.tile < tiles && event.at < tiles && event.action >= TileAction::starts &&
           event.action <= TileAction::ends;
}

}  // namespace

std::string_view name_of(TileAction action) {
    switch (action) {
        case TileAction::starts:
            return "starts";
        case TileAction::loads:
            return "loads";
        case TileAction::publishes_aggregate:
            return "publishes its aggregate";
        case TileAction::waits:
            return "waits";
        case TileAction::finds_aggregate:
            return "finds an aggregate";
        case TileAction::finds_prefix:
            return "finds a prefix";
        case TileAction::computes_again:
            return "computes again";
        case TileAction::publishes_prefix:
            return "publishes its prefix";
        case TileAction::stores:
            return "stores";
        case TileAction::ends:
            return "ends";
    }
    return {};
}

void require_kernel(const Lesson& lesson) {
    if (lesson.ground != LessonGround::teaching_kernel && !lesson.is_traced)
        bad_input("{} has no teaching kernel: {}", lesson.id, lesson.why_no_kernel);
}

std::string kernel_name(const Lesson& lesson) {
    std::string name(lesson.id);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

bool kernels_know(Operator op) {
    return kernels_name_of(op).has_value();
}

KernelTask task_of(const Lesson& lesson, const Execution& run) {
    require_kernel(lesson);
    if (lesson.ground != LessonGround::teaching_kernel)
        bad_input("the rows of {} are those of a model; --trace shows what its kernel did", lesson.id);
    KernelTask task = empty_task_of(lesson, run.parameters);
    for (const Cell& cell : run.rows.front().cells) task.values.push_back(cell.value.value().value);
    return task;
}

KernelTask trace_task_of(const Lesson& lesson, const Parameters& parameters) {
    if (!lesson.is_traced) {
        std::vector<std::string_view> traced;
        for (const Lesson& other : lessons())
            if (other.is_traced) traced.push_back(other.id);
        bad_input("{} has no kernel that leaves a trace; {} has", lesson.id, join_or(traced));
    }
    KernelTask task = empty_task_of(lesson, parameters);
    task.threads = shared::LAB_THREADS;
    task.values.assign(parameters.values.size() * task.threads, task.identity);
    for (std::size_t tile = 0; tile < parameters.values.size(); ++tile)
        task.values[tile * task.threads] = parameters.values[tile].value;
    return task;
}

std::vector<KernelPass> passes_of(const KernelTask& task) {
    if (task.kernel == "look_back")
        return {{"kernel", static_cast<std::uint32_t>(task.values.size()) / task.threads}};
    if (task.kernel != "hierarchical") return {{"kernel"}};
    const auto blocks = static_cast<std::uint32_t>(task.values.size()) / task.threads;
    if (blocks == 1) return {{"scan_blocks"}};
    return {{"scan_blocks", blocks}, {"scan_sums"}, {"add_sums", blocks}};
}

void append(KernelRecording& recording, const shared::LabTrace& trace) {
    for (std::uint32_t row = 0; row < std::min(trace.rows, shared::LAB_ROWS); ++row) {
        const std::int32_t* const words = trace.words + std::size_t{row} * shared::LAB_LANES;
        recording.rows.emplace_back(words, words + std::min(trace.lengths[row], shared::LAB_LANES));
    }
    recording.operations += trace.operations;
}

KernelTrace trace_of(const KernelTask& task, const shared::LabHistory& history,
                     std::vector<std::int32_t> scanned) {
    KernelTrace trace{.events = {}, .left_out = 0, .scanned = std::move(scanned)};
    for (std::uint32_t number = 0; number < std::min(history.count, shared::LAB_EVENTS); ++number) {
        const shared::LabEvent& event = history.events[number];
        const TileEvent read{event.tile, static_cast<TileAction>(event.kind), event.at, event.looks,
                             event.value};
        if (is_possible(read, task.values.size() / task.threads)) trace.events.push_back(read);
    }
    trace.left_out = history.count - trace.events.size();
    return trace;
}

}  // namespace winnow::lab
