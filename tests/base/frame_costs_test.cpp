// Checks the history of times: what a frame holds, medians and percentiles, pauses, and the files.
#include "base/frame_costs.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace winnow::test {
namespace {

class FrameCostsTest : public ::testing::Test {
  protected:
    /// Adds a frame in which the simulation has made so many runs of this time, and the drawing one of 2 ms.
    void frame(double simulate, std::uint64_t runs = 1, double seconds = 0.1) {
        rows_[0].milliseconds = simulate;
        rows_[0].runs += runs;
        ++rows_[1].runs;
        costs_.add(seconds, rows_);
    }

    std::vector<PassRow> rows_{{"simulate", "", std::nullopt, 7, true}, {"particles", "", 2.0, 7, false}};
    FrameCosts costs_;
};

TEST_F(FrameCostsTest, AFrameHoldsWhatArrivedInIt) {
    frame(1);
    EXPECT_EQ(costs_.frame(0).simulation, 0) << "what ran before the first frame is not known";
    frame(1, 3);
    EXPECT_EQ(costs_.frame(1).simulation, 3) << "three steps";
    EXPECT_EQ(costs_.frame(1).drawing, 2);
    frame(1, 0);
    EXPECT_EQ(costs_.frame(2).simulation, 0);
    costs_.summarise();
    EXPECT_EQ(costs_.passes()[0].each, 1);
    EXPECT_EQ(costs_.step_milliseconds(), 1);
    EXPECT_EQ(costs_.find("particles"), 1u);
    EXPECT_EQ(costs_.find("none"), std::nullopt);
}

TEST_F(FrameCostsTest, MedianAndPercentileAreOfTheNearestRank) {
    frame(1);
    for (int i = 1; i <= 100; ++i) frame(i, 1, 0.01);
    costs_.summarise();
    EXPECT_EQ(costs_.passes()[0].spread, (Spread{50, 99, 100}));
    EXPECT_EQ(costs_.simulation(), (Spread{50, 99, 100}));
    EXPECT_EQ(costs_.drawing().median, 2);
    EXPECT_NEAR(costs_.between().median, 10, 1e-3);
}

TEST_F(FrameCostsTest, FramesOlderThanTenSecondsGo) {
    for (int i = 0; i < 300; ++i) frame(1);
    EXPECT_NEAR(static_cast<double>(costs_.frames()), 101, 1);
    EXPECT_NEAR(costs_.frame(costs_.frames() - 1).at, 30, 1e-6);
    for (std::size_t i = 0; i < 2 * FrameCosts::max_frames; ++i) frame(1, 1, 0);
    EXPECT_EQ(costs_.frames(), FrameCosts::max_frames) << "however fast they come";
}

TEST_F(FrameCostsTest, NothingIsAddedWhilePaused) {
    frame(1);
    costs_.set_paused(true);
    for (int i = 0; i < 300; ++i) frame(100);
    EXPECT_EQ(costs_.frames(), 1u);
    costs_.set_paused(false);
    frame(2);
    EXPECT_EQ(costs_.frame(1).simulation, 2) << "what ran in the pause does not count";
}

TEST_F(FrameCostsTest, APassThatRanOnceIsNoPartOfAStep) {
    rows_.push_back({"resize", "", 50.0, 0, true});
    frame(1);
    ++rows_[2].runs;
    for (int i = 0; i < 5; ++i) frame(1);
    costs_.summarise();
    EXPECT_EQ(costs_.passes()[2].spread.frames, 1u);
    EXPECT_EQ(costs_.step_milliseconds(), 1);
}

TEST_F(FrameCostsTest, FilesHaveEveryFrame) {
    for (int i = 0; i < 3; ++i) frame(1.5);
    rows_.push_back({"idle", "", 1.0, 0, false});
    frame(1.5);
    costs_.summarise();
    const std::string csv = costs_text(costs_, CostFile::csv, "test");
    EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
    EXPECT_TRUE(
        csv.starts_with("seconds,frame_ms,simulation_ms,drawing_ms,\"simulate ms\",\"particles ms\"\n"))
        << csv;
    EXPECT_NE(csv.find("\n0.2000,100.0000,1.50000,2.00000,1.50000,2.00000\n"), std::string::npos) << csv;
    const auto json = nlohmann::json::parse(costs_text(costs_, CostFile::json, "a \"test\""));
    EXPECT_EQ(json["title"], "a \"test\"");
    EXPECT_EQ(json["passes"].size(), 2u) << "one has not run";
    EXPECT_EQ(json["passes"][0]["part"], "simulation");
    EXPECT_EQ(json["passes"][0]["ms"].size(), 4u);
    EXPECT_EQ(json["drawing"]["median_ms"], 2);
    const auto trace = nlohmann::json::parse(costs_text(costs_, CostFile::trace, ""));
    double end = 0;
    for (const auto& event : trace["traceEvents"])
        if (event["ph"] == "X" && event["tid"] == 0) {
            EXPECT_GE(event["ts"].get<double>(), end - 1e-3) << "frames lie one after another";
            end = event["ts"].get<double>() + event["dur"].get<double>();
        }
    EXPECT_NEAR(end, 0.4e6, 1);
}

}  // namespace
}  // namespace winnow::test
