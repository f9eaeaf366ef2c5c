#include "verify/lab_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow::verify {
namespace {

using RecordedRow = std::vector<std::int32_t>;

/// Compares the row's cells that have a value, from left to right, with the array's elements.
std::string row_fault(lab::Operator op, std::size_t number, const lab::Row& drawn,
                      const RecordedRow& recorded) {
    std::size_t element = 0;
    for (std::size_t lane = 0; lane < drawn.cells.size(); ++lane) {
        const auto& value = drawn.cells[lane].value;
        if (!value) continue;
        if (element < recorded.size() && *value != lab::Word{recorded[element]})
            return fmt::format("row {} ({}), lane {}: drawn {}, recorded {}", number, drawn.name, lane,
                               text_of(op, *value), text_of(op, recorded[element]));
        ++element;
    }
    if (element == recorded.size()) return {};
    return fmt::format("row {} ({}) is drawn with {} elements, and {} were recorded", number, drawn.name,
                       element, recorded.size());
}

}  // namespace

std::size_t rows_in_memory(const lab::Execution& run) {
    return static_cast<std::size_t>(
        std::count_if(run.rows.begin(), run.rows.end(), [](const lab::Row& row) { return row.in_memory; }));
}

std::string recording_fault(const lab::Execution& drawn, const lab::Recording& recorded) {
    std::size_t next = 0;
    for (std::size_t row = 0; row < drawn.rows.size(); ++row) {
        if (!drawn.rows[row].in_memory || next == recorded.rows.size()) continue;
        std::string fault = row_fault(drawn.parameters.op, row, drawn.rows[row], recorded.rows[next++]);
        if (!fault.empty()) return fault;
    }
    if (const std::size_t rows = rows_in_memory(drawn); rows != recorded.rows.size())
        return fmt::format("{} rows are drawn, and {} were recorded", rows, recorded.rows.size());
    if (const std::uint64_t operations = drawn.frames.back().counts.operations;
        operations != recorded.operations)
        return fmt::format("{} operations are drawn, and the kernel counted {}", operations,
                           recorded.operations);
    return {};
}

std::string kernel_fault(lab::TeachingKernels& kernels, const lab::Lesson& lesson,
                         const lab::Execution& drawn) {
    return recording_fault(drawn, kernels.run(task_of(lesson, drawn)));
}

}  // namespace winnow::verify
