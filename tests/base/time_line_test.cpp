// Checks that a time line is JSON with the spans that were added, whether it is completed or not.
#include "base/time_line.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "support/errors.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

using test::text_of;
using Track = TimeLine::Track;

class TimeLineTest : public ::testing::Test {
  protected:
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

    /// Returns the events of one phase: X for spans, M for names.
    nlohmann::json events(const std::string& name, const std::string& phase) const {
        const auto document = nlohmann::json::parse(text_of(path(name)));
        EXPECT_EQ(document.at("displayTimeUnit"), "ms");
        nlohmann::json found = nlohmann::json::array();
        for (const auto& event : document.at("traceEvents"))
            if (event.at("ph") == phase) found.push_back(event);
        return found;
    }

    test::TemporaryDirectory folder_;
};

TEST_F(TimeLineTest, HasTheSpansInMicroseconds) {
    TimeLine line(path("a"));
    const auto now = TimeLine::Clock::now();
    using std::chrono::nanoseconds;
    line.add(Track::opengl, "outer \"1\"", now, now + nanoseconds(5'000'250), {"step", 7});
    line.add(Track::cuda, "later", now + nanoseconds(2500), now + nanoseconds(3500), {});
    line.commit();
    const auto spans = events("a", "X");
    ASSERT_EQ(spans.size(), 2u);
    EXPECT_EQ(spans[0].at("name"), "outer \"1\"");
    EXPECT_EQ(spans[0].at("cat"), "pass");
    EXPECT_EQ(spans[0].at("dur"), 5000.25);
    EXPECT_EQ(spans[0].at("args"), nlohmann::json({{"step", 7}}));
    EXPECT_GE(spans[0].at("ts"), 0);
    EXPECT_NEAR(spans[1].at("ts").get<double>() - spans[0].at("ts").get<double>(), 2.5, 0.002);
    EXPECT_EQ(spans[1].at("dur"), 1.0);
    EXPECT_TRUE(spans[1].at("args").empty());
    EXPECT_EQ(spans[0].at("pid"), spans[1].at("pid"));
}

TEST_F(TimeLineTest, NamesTheTracksThatAreUsed) {
    TimeLine line(path("a"));
    const auto now = TimeLine::Clock::now();
    for (int i = 0; i < 2; ++i) line.add(Track::cuda, "scan", now, now, {});
    line.commit();
    const auto names = events("a", "M");
    ASSERT_EQ(names.size(), 2u);
    EXPECT_EQ(names[0].at("args").at("name"), "winnow");
    EXPECT_EQ(names[1].at("args").at("name"), "CUDA");
    EXPECT_EQ(names[1].at("tid"), events("a", "X")[0].at("tid"));
}

TEST_F(TimeLineTest, SpansOfTheHostAreNestedAndPassTheirOwnerOn) {
    TimeLine line(path("a"));
    {
        const HostSpan frame(&line, "frame", {"frame", 3});
        {
            const HostSpan step(&line, "step", {"step", 9});
            EXPECT_EQ(line.owner().number, 9u);
        }
        const HostSpan draw(&line, "draw");
        EXPECT_EQ(line.owner().unit, "frame");
    }
    EXPECT_TRUE(line.owner().unit.empty());
    line.commit();
    const auto spans = events("a", "X");
    ASSERT_EQ(spans.size(), 3u);
    const auto begin = [&](int i) { return spans[i].at("ts").get<double>(); };
    const auto end = [&](int i) { return begin(i) + spans[i].at("dur").get<double>(); };
    constexpr double rounding = 0.002;
    for (const int inner : {0, 1}) {
        EXPECT_GE(begin(inner), begin(2) - rounding);
        EXPECT_LE(end(inner), end(2) + rounding);
    }
    EXPECT_LE(end(0), begin(1) + rounding);
    EXPECT_EQ(spans[0].at("args"), nlohmann::json({{"step", 9}}));
    EXPECT_EQ(spans[1].at("args"), nlohmann::json({{"frame", 3}}));
    EXPECT_EQ(spans[1].at("cat"), "host");
}

TEST_F(TimeLineTest, NothingIsWrittenThatNobodyWants) {
    TimeLine line("");
    EXPECT_FALSE(line.wanted());
    const HostSpan alone(nullptr, "nowhere");
    line.add(Track::host, "x", {}, {}, {});
    line.write();
    EXPECT_NO_THROW(line.commit());
}

TEST_F(TimeLineTest, LeavesNoFileWithoutACommit) {
    { TimeLine(path("a")).add(Track::host, "x", {}, {}, {}); }
    EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(TimeLineTest, ReadersOfAPipeGetCompleteJsonWithoutACommit) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    std::string text;
    std::thread reader([&] { text = text_of(path("pipe")); });
    {
        TimeLine line(path("pipe"));
        line.add(Track::host, "x", {}, {}, {});
        line.write();
        line.add(Track::host, "y", {}, {}, {});
    }
    reader.join();
    EXPECT_EQ(nlohmann::json::parse(text).at("traceEvents").size(), 4u);  // two of them names
}

TEST_F(TimeLineTest, SaysHowManySpansAreMissing) {
    TimeLine line(path("a"));
    for (int i = 0; i < 3; ++i) line.miss();
    ::testing::internal::CaptureStderr();
    line.commit();
    EXPECT_NE(::testing::internal::GetCapturedStderr().find("3 passes are missing"), std::string::npos);
}

TEST_F(TimeLineTest, AnUnwritablePathIsSaidAtOnce) {
    test::expect_error(ExitStatus::bad_input, "directory", [&] { TimeLine line(folder_.path().string()); });
}

}  // namespace
}  // namespace winnow
