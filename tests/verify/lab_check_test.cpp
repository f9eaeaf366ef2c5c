// The teaching kernels in GLSL against what the Lab draws, and the faults that the comparison must find.
#include "verify/checkers/lab_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "lab/traced_run.h"
#include "support/errors.h"
#include "support/handmade_trace.h"
#include "support/shader_fixture.h"
#include "support/temporary_directory.h"
#include "verify/kernel_backends.h"

namespace winnow::verify {
namespace {

using lab::lesson_named;

lab::Execution run_of(std::string_view id, std::uint32_t count = 8, lab::Operator op = lab::Operator::add) {
    const lab::Lesson& lesson = lesson_named(id);
    return execute(lesson, {example_values(lesson, count), op});
}

/// Returns a recording of exactly the rows that are drawn.
lab::KernelRecording recording_of(const lab::Execution& run) {
    lab::KernelRecording recording;
    for (const lab::Row& row : run.rows) {
        if (!row.in_memory) continue;
        recording.rows.emplace_back();
        for (const lab::Cell& cell : row.cells)
            if (cell.value) recording.rows.back().push_back(cell.value->value);
    }
    recording.operations = run.frames.back().counts.operations;
    return recording;
}

TEST(RecordingFault, NothingIsWrongWithTheDrawnRows) {
    for (const lab::Lesson& lesson : lab::lessons()) {
        if (lesson.ground != lab::LessonGround::teaching_kernel) continue;
        const lab::Execution run = execute(lesson, {lesson.example});
        EXPECT_EQ(recording_fault(run, recording_of(run)), "") << lesson.id;
    }
}

TEST(RecordingFault, TheRowOfTheComparisonIsInNoMemory) {
    const lab::Execution run = run_of("kogge-stone", 8, lab::Operator::subtract);
    ASSERT_EQ(run.frames.back().title, "Comparison");
    EXPECT_EQ(rows_in_memory(run), run.rows.size() - 1);
    EXPECT_EQ(recording_fault(run, recording_of(run)), "");
}

TEST(RecordingFault, NamesTheFirstDifferentWord) {
    const lab::Execution run = run_of("kogge-stone");
    lab::KernelRecording recording = recording_of(run);
    recording.rows[3][0] = -1;
    recording.rows[2][3] = 12;
    EXPECT_EQ(recording_fault(run, recording), "row 2 (stride 2), lane 3: drawn 11, recorded 12");
}

// The array S has an element for each block, and is drawn below the blocks' last lanes.
TEST(RecordingFault, AnElementOfAShorterArrayIsNamedByItsLane) {
    const lab::Execution run = run_of("hierarchical", 16);
    lab::KernelRecording recording = recording_of(run);
    ASSERT_EQ(run.rows[3].name, "S");
    ASSERT_EQ(recording.rows[3].size(), 4u);
    recording.rows[3][2] = 0;
    EXPECT_EQ(recording_fault(run, recording), "row 3 (S), lane 11: drawn 16, recorded 0");
}

TEST(RecordingFault, ElementsRowsAndOperationsAreCounted) {
    const lab::Execution run = run_of("vote-scan-compact");
    lab::KernelRecording longer = recording_of(run), more = longer, other = longer;
    longer.rows.back().push_back(0);
    EXPECT_EQ(recording_fault(run, longer),
              "row 3 (survivors) is drawn with 5 elements, and 6 were recorded");
    more.rows.emplace_back();
    EXPECT_EQ(recording_fault(run, more), "4 rows are drawn, and 5 were recorded");
    more.rows.resize(3);
    EXPECT_EQ(recording_fault(run, more), "4 rows are drawn, and 3 were recorded");
    other.operations = 8;
    EXPECT_EQ(recording_fault(run, other), "7 operations are drawn, and the kernel counted 8");
}

class GlslKernelsTest : public test::ShaderTest {
  protected:
    std::string fault_of(gl::ShaderLibrary& shaders, std::string_view id, std::uint32_t count = 8) {
        GlslTeachingKernels kernels(facts(), shaders);
        return kernel_fault(kernels, lesson_named(id), run_of(id, count));
    }
};

TEST_F(GlslKernelsTest, LeaveTheDrawnRowsInMemory) {
    GlslTeachingKernels kernels(facts(), shaders_);
    shaders_.keep_programs();
    std::size_t lessons = 0;
    for (const lab::Lesson& lesson : lab::lessons()) {
        if (lesson.ground != lab::LessonGround::teaching_kernel) continue;
        ++lessons;
        for (const lab::OperatorFacts& op : lab::operators()) {
            if (!lab::kernels_know(op.op) || op.op != lesson.own_op.value_or(op.op)) continue;
            for (const std::uint32_t count : {2u, 7u, 64u})
                EXPECT_EQ(
                    kernel_fault(kernels, lesson, execute(lesson, {example_values(lesson, count), op.op, 5})),
                    "")
                    << lesson.id << ", " << op.name << " of " << count;
        }
    }
    EXPECT_EQ(lessons, 13u);
}

TEST_F(GlslKernelsTest, ABrokenStepIsFound) {
    const test::ShippedShaders copy;
    copy.replace("lab/blelloch.comp", "x[left] = x[right];", "x[left] = result;");
    gl::ShaderLibrary broken(copy.path());
    EXPECT_EQ(fault_of(broken, "blelloch"), "row 5 (down 4), lane 3: drawn 0, recorded 11");
    EXPECT_EQ(fault_of(broken, "brent-kung"), "");
}

TEST_F(GlslKernelsTest, AStepTooFewAndATooLongTraceAreFound) {
    const test::ShippedShaders copy;
    copy.replace("lab/kogge_stone.comp", "stride < n; stride", "2u * stride < n; stride");
    copy.replace("lab/sequential.comp", "for (uint k = 1u; k < n; ++k) {",
                 "for (uint k = 1u; k < 99u; ++k) {");
    gl::ShaderLibrary broken(copy.path());
    EXPECT_EQ(fault_of(broken, "kogge-stone"), "4 rows are drawn, and 3 were recorded");
    EXPECT_EQ(fault_of(broken, "sequential"), "8 rows are drawn, and 65 were recorded");
}

TEST_F(GlslKernelsTest, ANodeThatNoThreadExecutesIsFound) {
    const test::ShippedShaders copy;
    copy.replace("lab/coarsened_tree.comp", "node < nodes; node += threads", "node < nodes; node += nodes");
    gl::ShaderLibrary broken(copy.path());
    EXPECT_EQ(fault_of(broken, "coarsened-tree", 16),
              "row 2 (reduce 1, round 2), lane 9: drawn 7, recorded 4");
    EXPECT_EQ(fault_of(broken, "coarsened-tree", 8), "") << "a thread for each node";
}

TEST_F(GlslKernelsTest, AnOperationTooManyIsFound) {
    const test::ShippedShaders copy;
    copy.replace("lab/three_phase.comp", "    record(x, n);", "    combine(0, 0);\n    record(x, n);");
    gl::ShaderLibrary broken(copy.path());
    EXPECT_EQ(fault_of(broken, "three-phase", 16), "26 operations are drawn, and the kernel counted 90");
}

/// Returns the fault of the handmade trace after a change.
std::string changed_fault(const std::function<void(lab::KernelTrace&)>& change) {
    lab::KernelTrace trace = test::handmade_trace();
    change(trace);
    const lab::Parameters parameters = test::traced_parameters();
    return trace_fault(parameters, trace_task_of(lesson_named("look-back"), parameters), trace);
}

TEST(TraceFault, NothingIsWrongWithARightTrace) {
    EXPECT_EQ(changed_fault([](lab::KernelTrace&) {}), "");
}

TEST(TraceFault, EachTileDoesEachThingInItsTurn) {
    using lab::TileAction;
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) {
                  trace.events.push_back({0, TileAction::starts, 0, 0, 0});
              }),
              "event 22: tile 0 starts out of turn");
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { trace.events.pop_back(); }), "tile 2 did not end");
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { trace.events[8].at = 0; }),
              "event 8: tile 2 finds an aggregate out of turn");
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { trace.events[9].looks--; }),
              "event 11: tile 2 computes again out of turn")
        << "it has not waited long enough";
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { std::swap(trace.events[14], trace.events[17]); }),
              "event 14: tile 2 stores out of turn");
}

TEST(TraceFault, AWordIsPublishedBeforeItIsFound) {
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { std::swap(trace.events[12], trace.events[13]); }),
              "event 12: tile 1 finds a prefix that tile 0 has not published");
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) {
                  std::swap(trace.events[5], trace.events[6]);
                  std::rotate(trace.events.begin() + 6, trace.events.begin() + 8, trace.events.begin() + 9);
              }),
              "event 6: tile 2 finds an aggregate that tile 1 has not published");
}

TEST(TraceFault, EveryWordIsRight) {
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { trace.events[5].value = 2; }),
              "event 5: tile 1 publishes its aggregate with 2, not 1");
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { trace.events[11].value = 5; }),
              "event 11: tile 2 computes again with 5, not 4");
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { trace.events[15].value = 3; }),
              "event 15: tile 1 publishes its prefix with 3, not 4");
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { trace.scanned[70] = 0; }),
              "tile 1 stored 0 as item 6, and its prefix is 4");
    EXPECT_EQ(changed_fault([](lab::KernelTrace& trace) { trace.left_out = 2; }),
              "2 events are not in the trace");
}

class GlslTraceTest : public test::ShaderTest {
  protected:
    lab::KernelTrace trace_of(gl::ShaderLibrary& shaders, const lab::Parameters& parameters) {
        GlslTeachingKernels kernels(facts(), shaders);
        return kernels.trace(task_of(parameters));
    }
    static lab::KernelTask task_of(const lab::Parameters& parameters) {
        return trace_task_of(lesson_named("look-back"), parameters);
    }
    static lab::Parameters tiles(std::uint32_t count, lab::Operator op = lab::Operator::add) {
        return {.values = example_values(lesson_named("look-back"), count), .op = op};
    }
};

TEST_F(GlslTraceTest, EveryRunIsOneThatTheCpuCanRepeat) {
    GlslTeachingKernels kernels(facts(), shaders_);
    shaders_.keep_programs();
    for (const lab::OperatorFacts& op : lab::operators()) {
        if (!lab::kernels_know(op.op)) continue;
        for (const std::uint32_t count : {1u, 2u, 7u, 32u, lab::max_values}) {
            const lab::Parameters parameters = tiles(count, op.op);
            const lab::KernelTrace trace = kernels.trace(task_of(parameters));
            EXPECT_EQ(trace_fault(parameters, task_of(parameters), trace), "") << op.name << " of " << count;
            if (!op.associative) continue;
            const lab::Execution run =
                traced_run(lesson_named("look-back"), parameters, trace, kernels.device(), "GLSL");
            EXPECT_NE(run.frames.back().title, "Comparison") << op.name << " of " << count;
        }
    }
}

// Where the last tiles run first, as the hardware may choose, they compute all aggregates again instead of
// hanging.
TEST_F(GlslTraceTest, TilesThatRunBackwardsComputeAgainAndFinish) {
    const test::ShippedShaders copy;
    copy.replace("lab/look_back.comp", "return gl_WorkGroupID.x;",
                 "return gl_NumWorkGroups.x - 1u - gl_WorkGroupID.x;");
    gl::ShaderLibrary backwards(copy.path());
    for (const std::uint32_t count : {8u, lab::max_values}) {
        const lab::Parameters parameters = tiles(count, lab::Operator::last);
        const lab::KernelTrace trace = trace_of(backwards, parameters);
        EXPECT_EQ(trace_fault(parameters, task_of(parameters), trace), "");
        EXPECT_GT(std::ranges::count(trace.events, lab::TileAction::computes_again, &lab::TileEvent::action),
                  0)
            << count;
    }
}

TEST_F(GlslTraceTest, ABrokenKernelIsFoundAndItsResultIsMarked) {
    const test::ShippedShaders copy;
    copy.replace("lab/look_back.comp", "if (status == LAB_PREFIX) return;",
                 "if (status != LAB_EMPTY) return;");
    copy.replace("lab/look_back.comp", "tiles[at].prefix : tiles[at].aggregate",
                 "tiles[at].prefix : identity");
    copy.replace("lab/look_back.comp", "status == LAB_PREFIX ? tiles[at].prefix", "false ? 0");
    gl::ShaderLibrary broken(copy.path());
    const lab::Parameters parameters = tiles(8);
    const lab::KernelTrace trace = trace_of(broken, parameters);
    EXPECT_NE(trace_fault(parameters, task_of(parameters), trace), "");
    const lab::Execution run = traced_run(lesson_named("look-back"), parameters, trace, "A device", "GLSL");
    EXPECT_EQ(run.frames.back().title, "Comparison");
}

TEST_F(GlslTraceTest, EventsWithoutRoomAreCounted) {
    const test::ShippedShaders copy;
    copy.replace("lab/look_back.comp", "if (number < LAB_EVENTS) history.events[number] =",
                 "if (number < 3u) history.events[number] =");
    gl::ShaderLibrary broken(copy.path());
    const lab::Parameters parameters = tiles(1);
    const lab::KernelTrace trace = trace_of(broken, parameters);
    EXPECT_EQ(trace.events.size(), 3u);
    EXPECT_EQ(trace.left_out, 2u);
    EXPECT_EQ(trace_fault(parameters, task_of(parameters), trace), "2 events are not in the trace");
}

TEST(KernelTask, ALessonWhoseKernelIsTracedHasNoRowsToCompare) {
    test::expect_error(ExitStatus::bad_input, "the rows of look-back are those of a model; --trace",
                       [] { task_of(lesson_named("look-back"), run_of("look-back")); });
}

TEST(KernelTask, ALessonWithoutAKernelSaysWhy) {
    test::expect_error(ExitStatus::bad_input,
                       "kogge-stone-race has no teaching kernel: what a race computes depends on the order",
                       [] { task_of(lesson_named("kogge-stone-race"), run_of("kogge-stone-race")); });
}

TEST(KernelTask, HoldsThePaddingAndTheIdentity) {
    const lab::Lesson& lesson = lesson_named("brent-kung");
    const lab::KernelTask task = task_of(lesson, execute(lesson, {{5, 6, 7}, lab::Operator::multiply}));
    EXPECT_EQ(task.kernel, "brent_kung");
    EXPECT_EQ(task.values, (std::vector<std::int32_t>{5, 6, 7, 1}));
    EXPECT_EQ(task.identity, 1);
}

TEST(KernelTask, OnlyTheHierarchicalScanHasSeveralPasses) {
    const lab::Lesson& lesson = lesson_named("hierarchical");
    const auto passes = [&](std::uint32_t count) {
        return passes_of(task_of(lesson, execute(lesson, {example_values(lesson, count)})));
    };
    EXPECT_EQ(passes(4).size(), 1u) << "one block is the whole array";
    ASSERT_EQ(passes(9).size(), 3u);
    EXPECT_EQ(passes(9)[0].blocks, 3u);
    EXPECT_EQ(passes(9)[1].blocks, 1u);
    EXPECT_EQ(passes_of(task_of(lesson_named("blelloch"), run_of("blelloch"))).size(), 1u);
}

}  // namespace
}  // namespace winnow::verify
