// The benchmark of timelines: its rows are of the run that was asked for, and read back as they were written.
#include "measure/timeline_report.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "measure/made_up_results.h"
#include "measure/measure.h"
#include "measure/measured.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::measure {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const TimelineDocument& document) {
    return document_json(document.head, "timeline", to_json(document.bench));
}

class TimelineBenchTest : public test::GlTest {
  protected:
    TimelineBenchChoice options() const {
        auto options = quick_options<TimelineBenchChoice>({400});
        options.effect = folder_
                             .write("few.json",
                                    R"({"format": 2, "name": "few", "steps_per_second": 60, "emitters": [
                                        {"rate": 200, "lifetime": [1, 1], "modules": [{"module": "jet"}]}]})")
                             .string();
        options.seconds = 3;
        return options;
    }

    const test::TemporaryDirectory folder_;
};

TEST_F(TimelineBenchTest, StepsJumpsAndWaysBackAreMeasured) {
    const TimelineBench bench = measured(bench_timeline, options());
    ASSERT_EQ(bench.rows.size(), timeline_works.size());
    EXPECT_EQ(bench.left_out, std::vector<LeftOut>{});
    for (std::size_t i = 0; i < bench.rows.size(); ++i) {
        const TimelineRow& row = bench.rows[i];
        EXPECT_EQ(row.work, timeline_works.at(i));
        EXPECT_EQ(row.effect, "few");
        EXPECT_EQ(row.seconds, 3u);
        EXPECT_NEAR(row.alive, 400, 20);
        EXPECT_GT(row.ms.median, 0);
        EXPECT_LE(row.ms.p10, row.ms.p90);
        EXPECT_EQ(row.checkpoints > 1, row.work != plain_step) << row.work;
        EXPECT_EQ(row.memory_bytes > 0, row.work != plain_step) << row.work;
    }
    EXPECT_EQ(bench.rows[0].runs, 3u) << "the second half of six times thirty steps";
    EXPECT_EQ(bench.rows[3].runs, 20u);
    const TimelineDocument document{test::made_up_head(), bench};
    EXPECT_EQ(json_of(read_timeline_document(json_of(document), "it")), json_of(document));
    EXPECT_EQ(to_text(read_timeline_document(json_of(document), "it").bench), to_text(bench));
}

TEST_F(TimelineBenchTest, WhatCannotBeMeasuredIsLeftOutWithItsReason) {
    TimelineBenchChoice too_short = options();
    too_short.seconds = 0;
    too_short.sizes = {400, 1'000'000'000};
    const TimelineBench bench = measured(bench_timeline, too_short);
    EXPECT_TRUE(bench.rows.empty());
    ASSERT_EQ(bench.left_out.size(), 2u);
    EXPECT_NE(bench.left_out[0].reason.find("no second half"), std::string::npos);
    EXPECT_NE(bench.left_out[1].reason.find("no room"), std::string::npos);
}

TEST(TimelineReport, TheCostOfCheckpointsIsOfTheSameRun) {
    TimelineBench bench;
    bench.rows = {{"step", "a", 10, 5, 30, {2, 2, 2}, 0, 0},
                  {"step with checkpoints", "a", 10, 5, 30, {2.1, 2.1, 2.1}, 3, 100},
                  {"step with checkpoints", "b", 10, 5, 30, {2.1, 2.1, 2.1}, 3, 100}};
    ASSERT_TRUE(checkpoint_cost(bench, bench.rows[0]));
    EXPECT_NEAR(*checkpoint_cost(bench, bench.rows[0]), 0.05, 1e-9);
    EXPECT_FALSE(checkpoint_cost(bench, bench.rows[2]));
    EXPECT_NE(to_text(bench).find("+5.0 %"), std::string::npos);
}

TEST(TimelineReport, AnUnknownKindOfWorkIsRefused) {
    TimelineDocument document{test::made_up_head(), {}};
    document.bench.rows = {{"step", "a", 10, 5, 30, {2, 2, 2}, 0, 0}};
    Json json = json_of(document);
    json["rows"][0]["work"] = "leap";
    test::expect_error(ExitStatus::bad_input, "\"work\" is not known: leap",
                       [&] { read_timeline_document(json, "it"); });
}

}  // namespace
}  // namespace winnow::measure
