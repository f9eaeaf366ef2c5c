#include "lab/lesson.h"

#include <fmt/format.h>

#include <bit>

#include "base/error.h"
#include "base/text.h"
#include "lab/executor.h"

namespace winnow::lab {
namespace {

std::uint32_t width_of(const Lesson& lesson, const Parameters& parameters) {
    const auto values = static_cast<std::uint32_t>(parameters.values.size());
    switch (lesson.width) {
        case Width::of_values:
            return values;
        case Width::power_of_two:
            return std::bit_ceil(values);
        case Width::multiple_of_threads:
            return (values + parameters.threads - 1) / parameters.threads * parameters.threads;
    }
    return values;
}

void check(const Lesson& lesson, const Parameters& parameters) {
    if (parameters.values.size() < lesson.fewest_values)
        bad_input("{} needs at least {} {}, not {}", lesson.id, lesson.fewest_values,
                  lesson.fewest_values == 1 ? "value" : "values", parameters.values.size());
    if (lesson.adds_only && parameters.op != Operator::add)
        bad_input("{} counts votes, so its operator is add, not {}", lesson.id, facts(parameters.op).name);
}

/// Says why the result may differ from the sequential fold.
std::string reason_of(const Lesson& lesson, Operator op) {
    const OperatorFacts& used = facts(op);
    if (!used.associative)
        return fmt::format("{} is not associative and the algorithm groups its operands in another way",
                           used.name);
    if (!lesson.keeps_order && !used.commutative)
        return fmt::format("{} is not commutative and the algorithm changes the order of its operands",
                           used.name);
    return std::string(lesson.goes_wrong_because);
}

}  // namespace

std::string_view name_of(Ground ground) {
    switch (ground) {
        case Ground::shipped_kernel:
            return "shipped kernel";
        case Ground::teaching_kernel:
            return "teaching kernel";
        case Ground::model:
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

Words example_values(const Lesson& lesson, std::uint32_t count) {
    Words values;
    for (std::uint32_t i = 0; i < count; ++i) values.push_back(lesson.example[i % lesson.example.size()]);
    return values;
}

Words expected_result(const Lesson& lesson, const Parameters& parameters) {
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
    }
    return words;
}

Execution execute(const Lesson& lesson, const Parameters& parameters) {
    check(lesson, parameters);
    Executor executor(parameters, width_of(lesson, parameters));
    lesson.execute(executor, parameters);
    executor.end(expected_result(lesson, parameters), reason_of(lesson, parameters.op));
    return executor.run();
}

}  // namespace winnow::lab
