#include "lab/notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/text.h"

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

}  // namespace winnow::lab
