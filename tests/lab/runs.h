// Runs of lessons with values that they can have, and what their rows hold.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "lab/lesson.h"
#include "support/errors.h"

namespace winnow::lab {

/// Returns `count` values of 0 to 12 in no order, with repeats among them.
inline std::vector<std::int32_t> some_integers(std::uint32_t count) {
    std::vector<std::int32_t> integers;
    for (std::uint32_t i = 0; i < count; ++i) integers.push_back(static_cast<std::int32_t>(i * 7919 % 13));
    return integers;
}

/// Returns values that the lesson and the operator can have: with zeros, negative ones and repeats among them
/// where they may be.
inline Words some_values(const Lesson& lesson, Operator op, std::uint32_t count) {
    const bool has_pairs = facts(lesson.own_op.value_or(op)).works_on_pairs();
    Words values;
    for (std::uint32_t i = 0; const std::int32_t integer : some_integers(count)) {
        const auto before = static_cast<std::int32_t>(i++);
        if (lesson.application.parse != nullptr)  // the codes of two characters
            values.push_back({'a', integer % 3 == 0 ? 'a' : 'a' + integer % 5});
        else if (lesson.id == "tree-depths" || lesson.id == "subtree-sizes")
            values.push_back(before == 0 ? -1 : integer % before);
        else if (lesson.application.check != nullptr)  // of numbers that are not negative
            values.push_back(integer);
        else if (has_pairs)
            values.push_back({integer % 3 == 1 ? 1 : 0, integer - 3});
        else
            values.push_back(integer - 3);
    }
    return values;
}

inline Words result_of(const Execution& run, std::size_t count) {
    Words words;
    for (std::size_t i = 0; i < count; ++i) words.push_back(run.rows[run.result_row].cells[i].value.value());
    return words;
}

/// Returns the values of a row's cells that have one.
inline Words row(const Execution& run, std::uint32_t number) {
    Words words;
    for (const Cell& cell : run.rows[number].cells)
        if (cell.value) words.push_back(*cell.value);
    return words;
}

inline std::vector<std::uint32_t> wrong_lanes(const Execution& run) {
    std::vector<std::uint32_t> lanes;
    const auto& cells = run.rows[run.result_row].cells;
    for (std::uint32_t i = 0; i < cells.size(); ++i)
        if (cells[i].wrong) lanes.push_back(i);
    return lanes;
}

inline bool is_compared(const Execution& run) {
    return run.frames.back().title == "Comparison";
}

inline Execution run_example(std::string_view id, Operator op = Operator::add) {
    const Lesson& lesson = lesson_named(id);
    return execute(lesson, {lesson.example, op});
}

inline Execution run_values(std::string_view id, const std::string& values) {
    const Lesson& lesson = lesson_named(id);
    return execute(lesson, {parse_values(lesson, "--values", values)});
}

inline void expect_bad(const std::string& part, const std::function<void()>& call) {
    test::expect_error(ExitStatus::bad_input, part, call);
}

}  // namespace winnow::lab
