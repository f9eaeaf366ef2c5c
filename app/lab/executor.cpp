#include "lab/executor.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace winnow::lab {
namespace {

/// Returns "element 3", "elements 3 and 5" or "elements 3 to 7 and 9".
std::string elements_text(const std::vector<std::uint32_t>& lanes) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < lanes.size();) {
        std::size_t end = i + 1;
        while (end < lanes.size() && lanes[end] == lanes[end - 1] + 1) ++end;
        const bool is_range = end - i > 2;
        if (!is_range) end = i + 1;
        parts.push_back(is_range ? fmt::format("{} to {}", lanes[i], lanes[end - 1])
                                 : std::to_string(lanes[i]));
        i = end;
    }
    std::string text = lanes.size() == 1 ? "element " : "elements ";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

}  // namespace

Executor::Executor(const Parameters& parameters, std::uint32_t width) {
    run_.parameters = parameters;
    run_.width = width;
}

void Executor::show_input() {
    const Words& input = run_.parameters.values;
    begin_empty_row("input");
    for (std::uint32_t lane = 0; lane < width(); ++lane)
        if (lane < input.size())
            set(lane, input[lane], Mark::input);
        else
            set(lane, facts(op()).identity, Mark::padding);
    const std::size_t added = width() - input.size();
    const std::string padding =
        fmt::format(" Behind them {} of {}, the identity, {} up {} elements.",
                    added == 1 ? "one copy" : fmt::format("{} copies", added),
                    text_of(op(), facts(op()).identity), added == 1 ? "makes" : "make", width());
    end_frame("Input", fmt::format("The array holds {} {}.{}", input.size(),
                                   input.size() == 1 ? "value" : "values", added > 0 ? padding : ""));
}

std::uint32_t Executor::begin_row(std::string name) {
    std::vector<Cell> cells = run_.rows.back().cells;
    for (Cell& one : cells) one.mark = one.mark == Mark::padding ? Mark::padding : Mark::kept;
    run_.rows.push_back({std::move(name), std::move(cells)});
    return newest_row();
}

std::uint32_t Executor::begin_empty_row(std::string name) {
    run_.rows.push_back({std::move(name), std::vector<Cell>(run_.width)});
    return newest_row();
}

void Executor::combine(std::uint32_t lane, Place left, Place right, LinkKind left_kind) {
    combine(op(), lane, left, right, left_kind);
}

void Executor::combine(Operator op, std::uint32_t lane, Place left, Place right, LinkKind left_kind) {
    set(lane, lab::combine(op, value_at(left), value_at(right)), Mark::computed);
    count_operation();
    link(left, lane, left_kind);
    link(right, lane, LinkKind::operand);
}

void Executor::copy(std::uint32_t lane, Place from) {
    set(lane, value_at(from), Mark::moved);
    link(from, lane, LinkKind::move);
}

void Executor::set(std::uint32_t lane, Word value, Mark mark) {
    cell(lane) = {.value = value, .mark = mark, .begins_segment = cell(lane).begins_segment};
}

void Executor::link(Place from, std::uint32_t lane, LinkKind kind) {
    links_.push_back({from, {newest_row(), lane}, kind});
}

void Executor::count_step() {
    counts_.steps++;
    const std::uint64_t before = std::reduce(run_.step_operations.begin(), run_.step_operations.end());
    run_.step_operations.push_back(counts_.operations - before);
}

void Executor::end_frame(std::string title, std::string sentence) {
    const std::uint32_t first = run_.frames.empty() ? 0 : run_.frames.back().rows_end;
    run_.frames.push_back(
        {std::move(title), std::move(sentence), first, newest_row() + 1, std::exchange(links_, {}), counts_});
    run_.result_row = newest_row();
}

void Executor::end(std::span<const Word> expected, std::string_view reason) {
    run_.frames.back().counts = counts_;  // with the barriers behind the last step
    const std::uint32_t result = run_.result_row;
    std::vector<std::uint32_t> wrong;
    for (std::uint32_t lane = 0; lane < run_.width; ++lane) {
        Cell& one = run_.rows[result].cells[lane];
        one.wrong = lane < expected.size() && one.value != expected[lane];
        if (one.wrong) wrong.push_back(lane);
    }
    if (wrong.empty()) return;
    begin_empty_row("one by one");
    run_.rows.back().in_memory = false;
    for (std::uint32_t lane = 0; lane < expected.size(); ++lane) set(lane, expected[lane], Mark::expected);
    end_frame("Comparison", fmt::format("The sequential computation gives another value for {}{}{}.",
                                        elements_text(wrong), reason.empty() ? "" : ", because ", reason));
    run_.result_row = result;
}

std::uint64_t time_units(const Execution& run, std::uint32_t processors) {
    std::uint64_t units = 0;
    for (const std::uint64_t operations : run.step_operations)
        units += (operations + processors - 1) / processors;
    return units;
}

}  // namespace winnow::lab
