// The benchmark of steps: the effect keeps the pool as full as it should, and rows say what was measured.
#include "measure/measure.h"
#include "measure/step_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "effects/format/effect_file.h"
#include "measure/step_bench.h"
#include "session/machine.h"
#include "session/trace.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/many_words.h"
#include "support/temporary_directory.h"

namespace winnow::measure {
namespace {

TEST(StepRow, CountsBytesOfTheColumnsAlone) {
    StepRow row;
    row.alive = 1000;
    row.died = 100;
    row.born = 50;
    row.ms.median = 0.001;
    row.copy_ms = 0.0005;
    EXPECT_DOUBLE_EQ(row.bytes(), 48 * (1050 + 950 + 50));
    EXPECT_DOUBLE_EQ(row.gigabytes_per_second(), row.bytes() / 1e-6 / 1e9);
    EXPECT_DOUBLE_EQ(row.of_copy(), 2);
}

TEST(StepCases, AreFewWhereACpuRenders) {
    EXPECT_EQ(step_cases({}, true).size(), 1u);
    const auto usual = step_cases({}, false);
    EXPECT_EQ(usual.size(), 5u + 4);
    EXPECT_EQ(std::count_if(usual.begin(), usual.end(), [](const auto& one) { return one.every_compactor; }),
              1);
    StepBenchChoice options;
    options.all = true;
    EXPECT_EQ(step_cases(options, false).size(), 6u * 4);
    options = {};
    options.sizes = {1000, 2000};
    options.deaths = {50, 0.1f};
    EXPECT_EQ(step_cases(options, false).size(), 4u);
    for (const StepCase& one : usual) {
        EXPECT_LE(*effects::constant_number(one.effect.emitters[0].rate.value), 1e9f);
        EXPECT_GT(static_cast<float>(one.filling_steps), 100 / one.deaths);
    }
}

TEST(StepCases, MoreThanThereIsRoomForIsRefused) {
    StepBenchChoice options;
    options.sizes = {134'000'000};
    test::expect_error(ExitStatus::bad_input, "134000000 alive", [&] { step_cases(options, false); });
    options = {};
    options.effect = "fontain";
    test::expect_error(ExitStatus::bad_input, "fountain", [&] { step_cases(options, false); });
}

class StepBenchTest : public test::GlTest {};

TEST_F(StepBenchTest, ACompactorThatIsAskedForIsMeasuredWhereThereIsOne) {
    StepBenchChoice options;
    options.sizes = {500};
    options.compaction = Compaction::bits;
    session::Machine machine({}, options.backend);
    Progress progress;
    session::Trace trace("");
    const StepBench bench = bench_step(machine, options, progress, trace);
    ASSERT_FALSE(bench.rows.empty());
    for (const StepRow& row : bench.rows) EXPECT_EQ(row.compaction, "bits") << row.backend;
}

TEST_F(StepBenchTest, HeavyParticlesArePeeledUnlessTheOptionsSayOtherwise) {
    const test::TemporaryDirectory folder;
    StepBenchChoice options;
    options.backend = Backend::glsl;
    options.compaction = Compaction::fused;
    options.runs = 1;
    options.capacity = 1u << 23;  // a smaller pool is not peeled
    const std::filesystem::path file = folder.write("mixed.json", R"({"format": 2, "emitters": [
        {"name": "light", "rate": 4000, "modules": [{"module": "jet"}]},
        {"name": "heavy", "modules": [{"module": "jet"}, {"module": "gusts"}]}]})");
    options.effect = file.string();
    session::Machine machine({}, options.backend);
    Progress progress;
    session::Trace trace("");
    for (const bool peels_none : {false, true}) {
        options.peels_none = peels_none;
        const StepBench bench = bench_step(machine, options, progress, trace);
        ASSERT_EQ(bench.rows.size(), 1u);
        EXPECT_EQ(std::ranges::count(bench.rows[0].passes, "peel", &PassTimes::value_type::first),
                  peels_none ? 0 : 1);
    }
}

TEST_F(StepBenchTest, CountsThePlanesOfAttributes) {
    const test::TemporaryDirectory folder;
    StepBenchChoice options;
    options.backend = Backend::glsl;
    options.compaction = Compaction::fused;
    options.runs = 1;
    options.capacity = 4096;
    options.effect = folder.write("many.json", effects::to_json(test::with_words(9)).dump()).string();
    session::Machine machine({}, options.backend);
    Progress progress;
    session::Trace trace("");
    const StepBench bench = bench_step(machine, options, progress, trace);
    ASSERT_EQ(bench.rows.size(), 1u);
    const StepRow& row = bench.rows[0];
    EXPECT_EQ(row.planes, 3u);
    EXPECT_EQ(row.bytes(), (double(row.alive) - row.born + row.died + row.alive) * (48 + 3 * 16));
    EXPECT_GE(row.bytes_per_particle(), 2 * (48 + 3 * 16));
}

TEST_F(StepBenchTest, KeepsSoManyAliveOfWhichSoManyDie) {
    StepBenchChoice options;
    options.backend = Backend::glsl;
    options.sizes = {4000};
    options.deaths = {10, 50};
    session::Machine machine({}, options.backend);
    Progress progress;
    session::Trace trace("");
    const StepBench bench = bench_step(machine, options, progress, trace);
    ASSERT_GE(bench.rows.size(), 2u);
    const std::set<std::string> copies{"glsl copy", "cuda copy kernel", "cudaMemcpyAsync"};
    for (const StepRow& row : bench.rows) {
        EXPECT_NEAR(row.alive, 4000, 200);
        EXPECT_NEAR(row.died, 4000 * row.deaths / 100, 400 * row.deaths / 100);
        EXPECT_GE(row.runs, 50u);
        EXPECT_GT(row.copy_ms, 0);
        EXPECT_TRUE(copies.contains(row.copy)) << row.copy;
        EXPECT_FALSE(row.passes.empty());
    }
    const auto json = to_json(bench);
    for (const char* key : {"backend", "compaction", "deaths_percent", "alive", "born", "ms", "passes",
                            "bytes", "gb_per_s", "copy_ms", "copies", "memory_bytes", "bytes_per_particle"})
        EXPECT_TRUE(json["rows"][0].contains(key)) << key;
    EXPECT_EQ(json["bytes_model"], step_bytes_model);
}

}  // namespace
}  // namespace winnow::measure
