#include "lab/lesson.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <limits>

#include "base/error.h"
#include "base/text.h"
#include "lab/banks.h"
#include "lab/executor.h"

namespace winnow::lab {
namespace {

/// Returns the word as the learner writes it.
std::string written(const Word& word) {
    return word.lead ? fmt::format("{}:{}", *word.lead, word.value) : std::to_string(word.value);
}

std::int32_t parse_integer(std::string_view option, std::string_view text) {
    std::int32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::invalid_argument || end != text.data() + text.size())
        bad_input("{}: '{}' is not a whole number", option, text);
    if (error != std::errc{})
        bad_input("{}: {} is out of range; from {} to {} is possible", option, text,
                  std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
    return value;
}

/// Parses "3", or a pair "2:3".
Word parse_word(std::string_view option, std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return parse_integer(option, text);
    return {parse_integer(option, text.substr(0, colon)), parse_integer(option, text.substr(colon + 1))};
}

Words parse_words(std::string_view option, std::string_view text) {
    Words words;
    for (;;) {
        const std::size_t comma = text.find(',');
        words.push_back(parse_word(option, text.substr(0, comma)));
        if (comma == std::string_view::npos) return words;
        text.remove_prefix(comma + 1);
    }
}

constexpr std::array chapter_table{
    ChapterFacts{
        Chapter::scans, "scans", "Scans",
        "Each output combines all values up to its place. The algorithms trade steps against operations, "
        "and barriers against memory."},
    ChapterFacts{
        Chapter::reductions, "reductions", "Reductions",
        "A tree combines all values into one. How threads are assigned to its nodes decides how many of "
        "them wait, and in which order the operands meet."},
    ChapterFacts{
        Chapter::blocks, "blocks", "Blocks and memory",
        "An array that no single block can hold is scanned in parts. Blocks cannot wait for each other as "
        "threads of a block can, and every word lies in some bank."},
    ChapterFacts{Chapter::applications, "applications", "Applications",
                 "With the right operator, or the right array to scan, other problems become a scan."},
};

std::uint32_t width_of(const Lesson& lesson, const Parameters& parameters) {
    if (lesson.application.width != nullptr) return lesson.application.width(parameters.values);
    const auto values = static_cast<std::uint32_t>(parameters.values.size());
    switch (lesson.width) {
        case Width::of_values:
            return values;
        case Width::power_of_two:
            return std::bit_ceil(values);
        case Width::multiple_of_threads:
            return (values + parameters.threads - 1) / parameters.threads * parameters.threads;
        case Width::banks:
            return bank_row_bytes / parameters.leaf_bytes;
    }
    return values;
}

/// Refuses pairs for an operator on single words, and single words for one on pairs.
void check_words(Operator op, const Words& words) {
    for (const Word& word : words) {
        if (facts(op).works_on_pairs() && !word.lead)
            bad_input("{} works on pairs such as {}, and {} is a single word", facts(op).name,
                      written(facts(op).pairs.front()), written(word));
        if (!facts(op).works_on_pairs() && word.lead)
            bad_input("{} works on single words, and {} is a pair", facts(op).name, written(word));
        if (op == Operator::segmented_add && *word.lead != 0 && *word.lead != 1)
            bad_input("segmented-add: the flag of {} is neither 0 nor 1", written(word));
    }
}

void check(const Lesson& lesson, const Parameters& parameters) {
    if (!lesson.takes_values) return;
    if (parameters.values.size() < lesson.fewest_values)
        bad_input("{} needs at least {} {}, not {}", lesson.id, lesson.fewest_values,
                  lesson.fewest_values == 1 ? "value" : "values", parameters.values.size());
    if (lesson.application.parse == nullptr) check_words(parameters.op, parameters.values);
    if (lesson.application.check != nullptr) lesson.application.check(parameters.values);
}

/// Says why the result may differ from the sequential fold.
std::string reason_of(const Lesson& lesson, Operator op) {
    const OperatorFacts& used = facts(op);
    if (!used.associative) return fmt::format("{} {}", used.name, lesson.fault_of_grouping);
    if (!lesson.keeps_order && !used.commutative)
        return fmt::format("{} is not commutative and the algorithm changes the order of its operands",
                           used.name);
    return std::string(lesson.goes_wrong_because);
}

}  // namespace

std::span<const ChapterFacts> chapters() {
    return chapter_table;
}

const ChapterFacts& facts(Chapter chapter) {
    return *std::ranges::find(chapter_table, chapter, &ChapterFacts::chapter);
}

std::string_view name_of(LessonGround ground) {
    switch (ground) {
        case LessonGround::shipped_kernel:
            return "shipped kernel";
        case LessonGround::teaching_kernel:
            return "teaching kernel";
        case LessonGround::model:
            return "model";
    }
    return {};
}

const Lesson& lesson_named(std::string_view id) {
    std::vector<std::string_view> ids;
    for (const Lesson& lesson : lessons()) {
        if (lesson.id == id) return lesson;
        ids.push_back(lesson.id);
    }
    bad_input("there is no lesson '{}'{}; winnow lab lists them", id, did_you_mean(id, ids));
}

Words example_values(const Lesson& lesson, std::uint32_t count, Operator op) {
    const bool needs_pairs = !lesson.own_op && facts(op).works_on_pairs();
    const std::span<const Word> example = needs_pairs ? facts(op).pairs : lesson.example;
    Words values;
    if (!lesson.takes_values) return values;
    for (std::uint32_t i = 0; i < count; ++i) values.push_back(example[i % example.size()]);
    return values;
}

Words parse_values(const Lesson& lesson, std::string_view option, std::string_view text) {
    const bool has_own_form = lesson.application.parse != nullptr;
    Words values = has_own_form ? lesson.application.parse(option, text) : parse_words(option, text);
    if (values.size() > lesson.most)
        bad_input("{}: {} values are too many; {} shows at most {}", option, values.size(), lesson.id,
                  lesson.most);
    return values;
}

std::string written_values(const Lesson& lesson, const Words& values) {
    if (lesson.application.write != nullptr) return lesson.application.write(values);
    std::string text;
    for (const Word& value : values) text += (text.empty() ? "" : ",") + written(value);
    return text;
}

Words expected_result(const Lesson& lesson, const Parameters& parameters) {
    if (lesson.application.expected != nullptr) return lesson.application.expected(parameters.values);
    Words words = fold(parameters.op, parameters.values);
    switch (lesson.result) {
        case Result::inclusive:
            break;
        case Result::exclusive:
            words.insert(words.begin(), facts(parameters.op).identity);
            words.pop_back();
            break;
        case Result::total:
            words = {words.back()};
            break;
        case Result::survivors:
            words = parameters.values;
            std::erase(words, Word{0});
            break;
        case Result::sorted:
            words = parameters.values;
            std::ranges::sort(words, {}, &Word::value);
            break;
        case Result::nothing:
            return {};
    }
    return words;
}

Execution execute(const Lesson& lesson, const Parameters& parameters) {
    return execute(lesson, parameters,
                   [&](Executor& executor) { lesson.execute(executor, executor.run().parameters); });
}

Execution execute(const Lesson& lesson, const Parameters& chosen,
                  const std::function<void(Executor&)>& make_rows) {
    Parameters parameters = chosen;
    parameters.op = lesson.own_op.value_or(chosen.op);
    check(lesson, parameters);
    Executor executor(parameters, width_of(lesson, parameters), lesson.lanes);
    if (lesson.takes_values && !lesson.application.shows_input) executor.show_input(lesson.input);
    make_rows(executor);
    executor.end(expected_result(lesson, parameters), reason_of(lesson, parameters.op));
    return executor.run();
}

}  // namespace winnow::lab
