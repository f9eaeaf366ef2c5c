// winnow test lab: the Lab's teaching kernels against what it draws, or the run that they noted against one
// that the CPU repeats, for every number of values.
#include <fmt/format.h>

#include <vector>

#include "lab/lesson.h"
#include "verify/checkers/lab_check.h"
#include "verify/checks.h"
#include "verify/kernel_backends.h"
#include "verify/verify.h"

namespace winnow::verify {
namespace {

constexpr std::uint32_t quick_step = 9;  // from one number of values to the next

/// Returns values of both signs with zeros and repeats among them, and the extremes.
lab::Words values_of(std::uint32_t count, std::uint32_t seed) {
    lab::Words values;
    std::uint32_t state = seed;
    for (std::uint32_t i = 0; i < count; ++i) {
        state = state * 1664525 + 1013904223;  // the generator of Numerical Recipes
        const auto any = static_cast<std::int32_t>(state);
        values.push_back(state >> 30 == 0 ? any : any >> 28);
    }
    return values;
}

std::vector<std::uint32_t> threads_of(const lab::Lesson& lesson) {
    if (!lesson.has_threads) return {lab::Parameters{}.threads};
    return {1, 3, 4, 17, lab::max_values};
}

/// Returns the first fault of a lesson with so many values, whatever the operator and the threads.
std::string lesson_fault(lab::TeachingKernels& kernels, const lab::Lesson& lesson, std::uint32_t count,
                         std::uint32_t seed) {
    for (const lab::OperatorFacts& op : lab::operators()) {
        if (!lab::kernels_know(op.op) || op.op != lesson.own_op.value_or(op.op)) continue;
        for (const std::uint32_t threads : threads_of(lesson)) {
            const lab::Execution run = execute(lesson, {values_of(count, seed), op.op, threads});
            const std::string fault = kernel_fault(kernels, lesson, run);
            if (!fault.empty()) return fmt::format("{}, {} threads: {}", op.name, threads, fault);
        }
    }
    return {};
}

/// Returns the first fault of a run in one pass with so many tiles, whatever the operator.
std::string traced_fault(lab::TeachingKernels& kernels, const lab::Lesson& lesson, std::uint32_t tiles,
                         std::uint32_t seed) {
    for (const lab::OperatorFacts& op : lab::operators()) {
        if (!lab::kernels_know(op.op)) continue;
        const lab::Parameters parameters{.values = values_of(tiles, seed), .op = op.op};
        const lab::KernelTask task = trace_task_of(lesson, parameters);
        const std::string fault = trace_fault(parameters, task, kernels.trace(task));
        if (!fault.empty()) return fmt::format("{}: {}", op.name, fault);
    }
    return {};
}

Check check_of(std::string name, Backend backend, std::uint64_t count) {
    Check check;
    check.name = std::move(name);
    check.backend = name_of(backend);
    check.count = count;
    return check;
}

void check_kernels(const KernelBackends::Member& member, const CheckChoice& options, Checks& checks) {
    const std::uint32_t step = options.quick ? quick_step : 1;
    for (const lab::Lesson& lesson : lab::lessons()) {
        if (lesson.ground != lab::LessonGround::teaching_kernel && !lesson.is_traced) continue;
        const std::string name = fmt::format("lab, {}", lesson.id);
        for (std::uint32_t n = lesson.fewest_values; n <= lab::max_values; n += step)
            checks.run(check_of(name, member.backend, n), [&] {
                return lesson.is_traced ? traced_fault(*member.kernels, lesson, n, options.seed)
                                        : lesson_fault(*member.kernels, lesson, n, options.seed);
            });
    }
}

}  // namespace

void check_lab(session::Machine& machine, const CheckChoice& options, Checks& checks) {
    const KernelBackends backends(machine, options.backend);
    for (const KernelBackends::Member& member : backends.members())
        if (member.kernels != nullptr)
            check_kernels(member, options, checks);
        else
            checks.skip(check_of("lab", member.backend, 0), member.absence);
}

}  // namespace winnow::verify
