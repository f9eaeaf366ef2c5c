#include "lab/teaching_kernels.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "lab/lesson.h"

namespace winnow::lab {
namespace {

static_assert(most_values <= shared::LAB_THREADS && most_values <= shared::LAB_ROWS &&
              2 * most_values <= shared::LAB_LANES);

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

}  // namespace

void require_kernel(const Lesson& lesson) {
    if (lesson.ground != Ground::teaching_kernel)
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
    const std::optional<std::uint32_t> op = kernels_name_of(run.parameters.op);
    if (!op)
        bad_input("the teaching kernels work on single words, and {} works on pairs",
                  facts(run.parameters.op).name);
    KernelTask task{.kernel = kernel_name(lesson),
                    .values = {},
                    .threads = run.parameters.threads,
                    .op = *op,
                    .identity = facts(run.parameters.op).identity.value};
    for (const Cell& cell : run.rows.front().cells) task.values.push_back(cell.value.value().value);
    return task;
}

std::vector<KernelPass> passes_of(const KernelTask& task) {
    if (task.kernel != "hierarchical") return {{"kernel"}};
    const auto blocks = static_cast<std::uint32_t>(task.values.size()) / task.threads;
    if (blocks == 1) return {{"scan_blocks"}};
    return {{"scan_blocks", blocks}, {"scan_sums"}, {"add_sums", blocks}};
}

void append(Recording& recording, const shared::LabTrace& trace) {
    for (std::uint32_t row = 0; row < std::min(trace.rows, shared::LAB_ROWS); ++row) {
        const std::int32_t* const words = trace.words + std::size_t{row} * shared::LAB_LANES;
        recording.rows.emplace_back(words, words + std::min(trace.lengths[row], shared::LAB_LANES));
    }
    recording.operations += trace.operations;
}

}  // namespace winnow::lab
