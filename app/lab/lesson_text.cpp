#include "lab/lesson_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>

#include "base/output.h"
#include "base/text.h"
#include "base/version.h"
#include "lab/network_view.h"

namespace winnow::lab {
namespace {

std::string plural(std::uint64_t count, std::string_view noun) {
    return fmt::format("{}{}", noun, count == 1 ? "" : "s");
}

std::string_view noun_of(std::uint64_t Counts::*counter) {
    if (counter == &Counts::operations) return "operation";
    return counter == &Counts::steps ? "step" : "barrier";
}

/// Returns the formulas that hold, in one sentence, and one for each that does not.
std::vector<std::string> formula_notes(const Lesson& lesson, const Execution& run) {
    std::string right;
    std::vector<std::string> wrong;
    for (const Claim& claim : lesson.claims) {
        const std::string value = grouped(claim.value(run.width, run.parameters.threads));
        if (claim.erratum.empty())
            right += fmt::format("{} {}s {} = {}", right.empty() ? "" : ";", noun_of(claim.counter),
                                 claim.formula, value);
        else
            wrong.push_back(fmt::format("Erratum: {} = {} is given for {}s. {}", claim.formula, value,
                                        noun_of(claim.counter), claim.erratum));
    }
    std::vector<std::string> lines;
    if (!right.empty()) lines.push_back(fmt::format("By the formulas for N = {}:{}", run.width, right));
    lines.insert(lines.end(), wrong.begin(), wrong.end());
    return lines;
}

std::string counted(std::uint64_t count, std::string_view noun) {
    return grouped(count) + ' ' + plural(count, noun);
}

/// Returns true where the formulas, which are for powers of two, say something.
bool has_formulas(const Lesson& lesson, const Execution& run) {
    if (run.width < 2 || !std::has_single_bit(run.width)) return false;
    return !lesson.has_threads || std::has_single_bit(run.parameters.threads);
}

/// Returns the time on the processors that the learner has, beside the source's estimate.
std::string time_note(const Lesson& lesson, const Execution& run) {
    const std::uint32_t processors = run.parameters.processors;
    const double alone = run.width;  // the units of one processor: a load, or an operation, for each value
    const std::uint64_t units = time_units(run, processors);
    std::string note =
        fmt::format("On {}: {}", counted(processors, "processor"), counted(units, "time unit"));
    if (lesson.own_op) return note + ".";  // it does more than a scan
    note += fmt::format(", which is {:.1f} times as fast as one that scans {} values one by one.",
                        alone / static_cast<double>(std::max<std::uint64_t>(units, 1)), grouped(run.width));
    if (lesson.estimate && has_formulas(lesson, run)) {
        const double estimate =
            static_cast<double>(lesson.estimate->operations(run.width, run.parameters.threads)) / processors;
        note +=
            fmt::format(" The notes on Kirk and Hwu estimate {} = {:.0f}, {:.1f} times as fast, because {}.",
                        lesson.estimate->formula, estimate, alone / estimate, lesson.estimate->reason);
    }
    return note;
}

}  // namespace

std::vector<Counter> counters(const Counts& counts) {
    if (counts.turns > 0) return {{counts.turns, plural(counts.turns, "turn") + " of shared memory"}};
    return {{counts.operations, plural(counts.operations, "operation")},
            {counts.steps, plural(counts.steps, "step")},
            {counts.barriers, plural(counts.barriers, "barrier")}};
}

std::string text_of(const Counts& counts) {
    std::vector<std::string> texts;
    for (const Counter& counter : counters(counts))
        texts.push_back(grouped(counter.count) + ' ' + counter.noun);
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string counters_text(const Execution& run, std::size_t frame) {
    return text_of(run.frames[frame].counts) + (frame + 1 < run.frames.size() ? " so far" : "");
}

std::vector<std::string> remarks(const Lesson& lesson, const Execution& run) {
    std::vector<std::string> lines;
    if (has_formulas(lesson, run))
        for (std::string& line : formula_notes(lesson, run)) lines.push_back(std::move(line));
    if (!run.remark.empty()) lines.push_back(run.remark);
    if (run.parameters.processors > 0) lines.push_back(time_note(lesson, run));
    if (!lesson.remark.empty()) lines.emplace_back(lesson.remark);
    if (lesson.note != nullptr) lines.push_back(lesson.note(run.parameters));
    if (!lesson.erratum.empty()) lines.push_back(fmt::format("Erratum: {}", lesson.erratum));
    if (!lesson.shipped.empty()) lines.emplace_back(lesson.shipped);
    return lines;
}

std::vector<std::string> notes(const Lesson& lesson, const Execution& run) {
    std::vector<std::string> lines = remarks(lesson, run);
    lines.push_back(fmt::format("After {}: {}. Ground: {}.", lesson.source.author, lesson.source.title,
                                name_of(lesson.ground)));
    return lines;
}

using Json = nlohmann::ordered_json;

namespace {

Json head_of(const Lesson& lesson) {
    Json head{{"id", lesson.id},
              {"title", lesson.title},
              {"summary", lesson.summary},
              {"ground", name_of(lesson.ground)},
              {"lanes", lesson.lanes},
              {"source", {{"author", lesson.source.author}, {"title", lesson.source.title}}},
              {"most_values", lesson.takes_values ? lesson.most : 0}};
    if (!lesson.application.values_are.empty()) head["values"] = lesson.application.values_are;
    return head;
}

/// Calls f for the frames that are wanted.
template <typename F>
void for_frames(const Execution& run, std::optional<std::size_t> frame, F&& f) {
    for (std::size_t i = 0; i < run.frames.size(); ++i)
        if (!frame || *frame == i) f(i);
}

std::string text_of(const Execution& run, const Cell& cell) {
    if (cell.is_empty()) return "";
    return (cell.begins_segment ? "|" : "") + shown_text(run, cell) + (cell.wrong ? "≠" : "");
}

std::string rows_text(const Execution& run, const Frame& frame) {
    std::vector<TableColumn> columns{{fmt::format("  {}", run.lanes)}};
    for (std::uint32_t lane = 0; lane < run.width; ++lane)
        columns.push_back({std::to_string(lane), Align::right});
    TextTable table(columns);
    // The comparison is read beside the row that it is about.
    const std::uint32_t first = frame.first_row > run.result_row ? run.result_row : frame.first_row;
    for (std::uint32_t row = first; row < frame.rows_end; ++row) {
        std::vector<std::string> cells{"  " + run.rows[row].name};
        for (const Cell& cell : run.rows[row].cells) cells.push_back(text_of(run, cell));
        table.add(cells);
    }
    return table.text();
}

/// Returns the lanes whose cells fulfil `is_meant`.
template <typename F>
Json lanes_of(const Row& row, F&& is_meant) {
    Json lanes = Json::array();
    for (std::size_t lane = 0; lane < row.cells.size(); ++lane)
        if (is_meant(row.cells[lane])) lanes.push_back(lane);
    return lanes;
}

Json json_of(const Row& row) {
    Json values = Json::array(), labels = Json::array();
    bool has_labels = false;
    for (const Cell& cell : row.cells) {
        values.push_back(cell.value ? Json(*cell.value) : Json());
        labels.push_back(cell.label);
        has_labels |= !cell.label.empty();
    }
    Json json{{"name", row.name},
              {"values", values},
              {"wrong", lanes_of(row, [](const Cell& cell) { return cell.wrong; })}};
    if (has_labels) json["labels"] = labels;
    const Json segments = lanes_of(row, [](const Cell& cell) { return cell.begins_segment; });
    if (!segments.empty()) json["segments"] = segments;
    return json;
}

Json json_of(const Execution& run, std::size_t number) {
    const Frame& frame = run.frames[number];
    Json rows = Json::array();
    for (std::uint32_t row = frame.first_row; row < frame.rows_end; ++row)
        rows.push_back(json_of(run.rows[row]));
    Json json{{"frame", number},
              {"title", frame.title},
              {"sentence", frame.sentence},
              {"rows", rows},
              {"operations", frame.counts.operations},
              {"steps", frame.counts.steps},
              {"barriers", frame.counts.barriers}};
    if (frame.counts.turns > 0) json["turns"] = frame.counts.turns;
    return json;
}

std::string notes_text(const Lesson& lesson, const Execution& run) {
    std::string text;
    for (const std::string& note : notes(lesson, run)) text += note + '\n';
    return text;
}

}  // namespace

void to_json(Json& json, const Word& word) {
    if (word.lead)
        json = {*word.lead, word.value};
    else
        json = word.value;
}

std::string list_text() {
    TextTable table({{"LESSON"}, {"WHAT"}, {"GROUND"}, {"AFTER"}});
    for (const Lesson& lesson : lessons())
        table.add({std::string(lesson.id), std::string(lesson.title), std::string(name_of(lesson.ground)),
                   fmt::format("{}: {}", lesson.source.author, lesson.source.title)});
    TextTable ops({{"OPERATOR"}, {"WHAT"}});
    for (const OperatorFacts& op : operators()) ops.add({std::string(op.name), std::string(op.summary)});
    return table.text() + '\n' + ops.text();
}

Json list_json() {
    Json rows = Json::array();
    for (const Lesson& lesson : lessons()) rows.push_back(head_of(lesson));
    return {{"schema", json_schema}, {"version", version()}, {"lessons", rows}};
}

std::string text_of(const Lesson& lesson, const Execution& run, std::optional<std::size_t> frame) {
    std::string text = fmt::format("{}\n{}\n", lesson.title, lesson.summary);
    for_frames(run, frame, [&](std::size_t number) {
        const Frame& one = run.frames[number];
        text += fmt::format("\n{}: {}. {}\n{}", number, one.title, one.sentence, rows_text(run, one));
    });
    if (!lesson.application.values_are.empty()) text += fmt::format("\n{}\n", lesson.application.values_are);
    text += '\n' + counters_text(run, frame.value_or(run.frames.size() - 1)) + '\n';
    return text + notes_text(lesson, run);
}

std::string counts_text(const Lesson& lesson, const Execution& run) {
    const std::string size = lesson.takes_values ? fmt::format("{} values", run.parameters.values.size())
                                                 : fmt::format("{} leaves", run.parameters.leaves);
    return fmt::format("{}, {}\n{}\n{}", lesson.title, size, counters_text(run, run.frames.size() - 1),
                       notes_text(lesson, run));
}

Json json_of(const Lesson& lesson, const Execution& run, std::optional<std::size_t> frame) {
    Json frames = Json::array();
    for_frames(run, frame, [&](std::size_t number) { frames.push_back(json_of(run, number)); });
    return {{"schema", json_schema},           {"version", version()},
            {"lesson", head_of(lesson)},       {"operator", facts(run.parameters.op).name},
            {"values", run.parameters.values}, {"frames", frames}};
}

}  // namespace winnow::lab
