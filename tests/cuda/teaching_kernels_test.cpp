// The Lab's teaching kernels in CUDA against what the Lab draws.
#include <gtest/gtest.h>

#include "cuda/base/cuda_error.h"
#include "cuda/cuda_test.h"
#include "cuda/lab/teaching_kernels.h"
#include "lab/lesson.h"
#include "verify/checkers/lab_check.h"

namespace winnow::cuda {
namespace {

/// The kernels on the default stream.
class DefaultStreamKernels : public lab::TeachingKernels {
  public:
    std::string device() const override { return "the current device"; }
    lab::KernelRecording run(const lab::KernelTask& task) override {
        return run_teaching_kernel(nullptr, task);
    }
    lab::KernelTrace trace(const lab::KernelTask& task) override {
        return trace_teaching_kernel(nullptr, task);
    }
};

lab::Words values_of(std::uint32_t count) {
    lab::Words values;
    for (std::uint32_t i = 0; i < count; ++i) values.push_back(static_cast<std::int32_t>(i * 7919 % 13) - 3);
    return values;
}

class TeachingKernelsTest : public test::CudaTest {};

TEST_F(TeachingKernelsTest, LeaveTheDrawnRowsInMemory) {
    DefaultStreamKernels kernels;
    for (const lab::Lesson& lesson : lab::lessons()) {
        if (lesson.ground != lab::LessonGround::teaching_kernel) continue;
        for (const lab::OperatorFacts& op : lab::operators()) {
            if (!lab::kernels_know(op.op) || op.op != lesson.own_op.value_or(op.op)) continue;
            for (std::uint32_t count = lesson.fewest_values; count <= lab::max_values; ++count)
                for (const std::uint32_t threads : {1u, 3u, 4u, 64u}) {
                    EXPECT_EQ(verify::kernel_fault(kernels, lesson,
                                                   execute(lesson, {values_of(count), op.op, threads})),
                              "")
                        << lesson.id << ", " << op.name << " of " << count << ", " << threads << " threads";
                    if (!lesson.has_threads) break;
                }
        }
    }
}

// Other values than the drawn ones must make a difference, or the comparison compares nothing.
TEST_F(TeachingKernelsTest, OtherValuesAreFound) {
    const lab::Lesson& lesson = lab::lesson_named("blelloch");
    const lab::Execution run = execute(lesson, {{3, 1, 7, 0}});
    lab::KernelTask task = task_of(lesson, run);
    task.values[3] = 5;
    EXPECT_EQ(verify::recording_fault(run, run_teaching_kernel(nullptr, task)),
              "row 0 (input), lane 3: drawn 0, recorded 5");
}

TEST_F(TeachingKernelsTest, EveryRunInOnePassIsOneThatTheCpuCanRepeat) {
    const lab::Lesson& lesson = lab::lesson_named("look-back");
    for (const lab::OperatorFacts& op : lab::operators()) {
        if (!lab::kernels_know(op.op)) continue;
        for (std::uint32_t count = 1; count <= lab::max_values; ++count) {
            const lab::Parameters parameters{.values = values_of(count), .op = op.op};
            const lab::KernelTask task = trace_task_of(lesson, parameters);
            const lab::KernelTrace trace = trace_teaching_kernel(nullptr, task);
            EXPECT_EQ(verify::trace_fault(parameters, task, trace), "") << op.name << " of " << count;
            if (!op.associative) continue;
            EXPECT_EQ(lab::Word(trace.scanned.back()), fold(op.op, parameters.values).back());
        }
    }
}

// Needs no device: without one the first call of the runtime fails, and says so.
TEST(TeachingKernels, AFailureOfTheRuntimeIsAnError) {
    if (absence().empty()) GTEST_SKIP() << "this machine has a CUDA device";
    const lab::Lesson& lesson = lab::lesson_named("kogge-stone");
    const lab::KernelTask task = task_of(lesson, execute(lesson, {lesson.example}));
    EXPECT_THROW(run_teaching_kernel(nullptr, task), CudaError);
    EXPECT_THROW(
        trace_teaching_kernel(nullptr, trace_task_of(lab::lesson_named("look-back"), {.values = {1, 2}})),
        CudaError);
}

}  // namespace
}  // namespace winnow::cuda
