#include "lab/executor.h"

#include <fmt/format.h>

#include <cstddef>
#include <numeric>
#include <utility>

namespace winnow::lab {

std::string lanes_text(std::string_view noun, const std::vector<std::uint32_t>& lanes) {
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
    std::string text = fmt::format("{}{} ", noun, lanes.size() == 1 ? "" : "s");
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

namespace {

/// Returns the range of two neighbouring ranges combined in order, if they are that.
std::optional<InputRange> joined(const std::optional<InputRange>& left,
                                 const std::optional<InputRange>& right) {
    if (!left || !right) return {};
    if (left->is_empty()) return right;
    if (right->is_empty()) return left;
    if (left->end != right->first) return {};
    return InputRange{left->first, right->end};
}

}  // namespace

Executor::Executor(const Parameters& parameters, std::uint32_t width, std::string_view lanes) {
    run_.parameters = parameters;
    run_.width = width;
    run_.lanes = lanes;
}

void Executor::show_input(std::string_view sentence) {
    const Words& input = run_.parameters.values;
    begin_empty_row("input");
    for (std::uint32_t lane = 0; lane < width(); ++lane)
        if (lane < input.size())
            show(lane, {.value = input[lane], .mark = Mark::input, .range = InputRange{lane, lane + 1}});
        else
            set(lane, facts(op()).identity, Mark::padding);
    const std::size_t added = width() - input.size();
    const std::string padding =
        fmt::format(" Behind them {} of {}, the identity, {} up {} elements.",
                    added == 1 ? "one copy" : fmt::format("{} copies", added),
                    text_of(op(), facts(op()).identity), added == 1 ? "makes" : "make", width());
    const std::string array =
        fmt::format("The array holds {} {}.", input.size(), input.size() == 1 ? "value" : "values");
    end_frame("Input", (sentence.empty() ? array : std::string(sentence)) + (added > 0 ? padding : ""));
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

void Executor::combine(std::uint32_t lane, Place left, Place right, LinkKind left_kind, LinkKind right_kind) {
    combine(op(), lane, left, right, left_kind, right_kind);
}

void Executor::combine(Operator op, std::uint32_t lane, Place left, Place right, LinkKind left_kind,
                       LinkKind right_kind) {
    const auto range = joined(cell_at(left).range, cell_at(right).range);
    set(lane, lab::combine(op, value_at(left), value_at(right)), Mark::computed);
    if (op == run_.parameters.op) cell(lane).range = range;
    count_operation();
    link(left, lane, left_kind);
    link(right, lane, right_kind);
}

Word Executor::apply(Word left, Word right) {
    count_operation();
    return lab::combine(op(), left, right);
}

void Executor::copy(std::uint32_t lane, Place from) {
    read(lane, from);
    link(from, lane, LinkKind::move);
}

void Executor::read(std::uint32_t lane, Place from) {
    const auto range = cell_at(from).range;
    set(lane, value_at(from), Mark::moved);
    cell(lane).range = range;
}

void Executor::set(std::uint32_t lane, Word value, Mark mark) {
    const bool holds_nothing = mark == Mark::identity || mark == Mark::padding;
    show(lane, {.value = value,
                .mark = mark,
                .begins_segment = cell(lane).begins_segment,
                .range = holds_nothing ? std::optional<InputRange>(InputRange{}) : std::nullopt});
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

void Executor::end_comparison(std::string title, std::string sentence) {
    const std::uint32_t result = run_.result_row;
    end_frame(std::move(title), std::move(sentence));
    run_.result_row = result;
}

void Executor::end(std::span<const Word> expected, std::string_view reason) {
    run_.frames.back().counts = counts_;  // with the barriers behind the last step
    if (expected.empty()) return;
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
    end_comparison("Comparison",
                   fmt::format("The sequential computation gives another value for {}{}{}.",
                               lanes_text(run_.lanes, wrong), reason.empty() ? "" : ", because ", reason));
}

std::uint64_t time_units(const Execution& run, std::uint32_t processors) {
    std::uint64_t units = 0;
    for (const std::uint64_t operations : run.step_operations)
        units += (operations + processors - 1) / processors;
    return units;
}

}  // namespace winnow::lab
