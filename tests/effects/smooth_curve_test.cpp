// Smooth curves go through their points and beyond none of them.
#include "effects/model/smooth_curve.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "effects/compile/rate.h"
#include "effects/compile/stack_values.h"
#include "effects/format/effect_file.h"
#include "effects/format/writer.h"

namespace winnow::effects {
namespace {

using CurvePoints = std::vector<glm::vec2>;

Curve smooth_through(CurvePoints points) {
    Curve curve{std::move(points), {}};
    curve.is_smooth = true;
    return curve;
}

float height_on(const CurvePoints& line, float at) {
    return interpolated(
        line, at, [](const glm::vec2& p) { return p.x; }, [](const glm::vec2& p) { return p.y; });
}

const CurvePoints smooth_courses[] = {
    {{0, 0}, {0.5f, 1}, {1, 0}},
    {{0, 0}, {0.1f, 1}, {0.3f, 0.4f}, {0.6f, 0.1f}, {1, 0}},
    {{-2, 5}, {-1.9f, 5}, {0, 5.001f}, {0.0001f, -3}, {7, -3}},
    {{0, 1}, {0.2f, 1}, {0.21f, 100}, {1, 99}},
    {{0, 0}, {1, 1}, {127, 2}},  // that samples meet
};

TEST(SmoothCurve, MeetsItsPointsAndStaysBetweenThem) {
    for (const CurvePoints& points : smooth_courses) {
        const CurvePoints line = line_of(smooth_through(points));
        for (const glm::vec2& point : points)
            EXPECT_NEAR(height_on(line, point.x), point.y, 1e-4f * std::abs(point.y) + 1e-6f);
        for (std::size_t i = 0, segment = 0; i < line.size(); ++i) {
            if (i > 0) {
                EXPECT_GT(line[i].x, line[i - 1].x);
            }
            while (segment + 2 < points.size() && line[i].x > points[segment + 1].x) ++segment;
            const float a = points[segment].y, b = points[segment + 1].y;
            EXPECT_GE(line[i].y, std::min(a, b));
            EXPECT_LE(line[i].y, std::max(a, b));
        }
    }
}

TEST(SmoothCurve, HasNoCorners) {
    const CurvePoints line =
        line_of(smooth_through({{0, 0}, {0.25f, 0.1f}, {0.5f, 1}, {0.75f, 0.9f}, {1, 0}}));
    float bend = 0;
    for (std::size_t i = 2; i < line.size(); ++i) {
        const glm::vec2 before = line[i - 1] - line[i - 2], after = line[i] - line[i - 1];
        bend = std::max(bend, std::abs(after.y / after.x - before.y / before.x));
    }
    EXPECT_LT(bend, 1.2f) << "straight lines turn by 3.5 or more";
}

TEST(SmoothCurve, IsALineIfItHasTwoPointsOrIsNotSmooth) {
    const CurvePoints two{{0, 1}, {2, 5}}, three{{0, 0}, {0.3f, 1}, {1, 0}};
    EXPECT_EQ(line_of(smooth_through(two)), two);
    EXPECT_EQ(line_of(Curve{three, {}}), three);
}

TEST(SmoothCurve, HasNoMorePointsThanATableHolds) {
    CurvePoints many;
    for (int i = 0; i < 64; ++i) many.emplace_back(static_cast<float>(i * i), static_cast<float>(i % 3));
    EXPECT_EQ(line_of(smooth_through(many)), many);
    many.resize(40);
    EXPECT_LE(line_of(smooth_through(many)).size(), max_curve_points);
}

Curve with_slopes(CurvePoints points, std::vector<std::optional<Slopes>> slopes, bool is_smooth = false) {
    Curve curve{std::move(points), {}, is_smooth};
    curve.slopes = std::move(slopes);
    return curve;
}

float steepness_at(const CurvePoints& line, float from, float to) {
    return (height_on(line, to) - height_on(line, from)) / (to - from);
}

TEST(CurveSlopes, AreThoseOfTheLineBesideThePoints) {
    const CurvePoints line =
        line_of(with_slopes({{0, 0}, {1, 1}, {2, 0}}, {Slopes{4}, Slopes{-2, 3}, Slopes{0}}));
    EXPECT_NEAR(steepness_at(line, 0, 0.01f), 4, 0.4);
    EXPECT_NEAR(steepness_at(line, 0.99f, 1), -2, 0.4);
    EXPECT_NEAR(steepness_at(line, 1, 1.01f), 3, 0.4) << "a corner";
    EXPECT_NEAR(steepness_at(line, 1.99f, 2), 0, 0.4);
    EXPECT_NEAR(height_on(line, 0.5f), 0.5f + 0.125f * (4 + 2), 2e-3f) << "the middle of Hermite's cubic";
    EXPECT_GT(height_on(line, 0.7f), 1.1f) << "it may go beyond its points";
}

TEST(CurveSlopes, LeaveOtherSegmentsAsTheyAre) {
    const CurvePoints points{{0, 0}, {1, 1}, {2, 0}, {3, 5}, {4, 5}};
    const std::vector<std::optional<Slopes>> last{{}, {}, {}, {}, Slopes{-9}};
    const CurvePoints straight = line_of(with_slopes(points, last)),
                      smooth = line_of(with_slopes(points, last, true));
    for (const float x : {0.3f, 0.8f, 1.7f, 2.9f}) {
        EXPECT_NEAR(height_on(straight, x), height_on(points, x), 1e-5f) << x;
        EXPECT_NEAR(height_on(smooth, x), height_on(line_of(smooth_through(points)), x), 1e-5f) << x;
    }
    EXPECT_GT(height_on(straight, 3.7f), 5.5f);
    EXPECT_NEAR(steepness_at(straight, 3, 3.01f), 0, 0.7) << "as steep as the straight line";
}

TEST(CurveSlopes, AreHeldInTheRangeOfTheParameter) {
    const Curve curve = with_slopes({{0, 0.9f}, {1, 0.1f}}, {Slopes{9}, Slopes{9}});
    EXPECT_GT(height_on(line_of(curve), 0.2f), 1.2f);
    for (const glm::vec2& point : line_of(curve, {0, 1})) {
        EXPECT_GE(point.y, 0);
        EXPECT_LE(point.y, 1);
    }
    StackValue value{curve};
    const Parameter opacity{.name = "opacity", .value = 1.0f, .range = {0, 1}};
    EXPECT_EQ(greatest(value, opacity), 1) << "more than both points";
}

TEST(CurveSlopes, AreReadWrittenAndRefused) {
    const auto rate = [](const std::string& points) {
        return R"({"format": 2, "emitters": [{"rate": {"by": "time", "curve": )" + points + "}}]}";
    };
    const std::string points = "[[0, 0, 2], [1, 9, -1, 3], [2, 0]]";
    const Effect effect = parse(rate(points), "e.json");
    const auto& curve = std::get<Curve>(effect.emitters[0].rate.value);
    const std::vector<std::optional<Slopes>> slopes{Slopes{2}, Slopes{-1, 3}, std::nullopt};
    EXPECT_EQ(curve.slopes, slopes);
    EXPECT_EQ(nlohmann::json(write(effect.emitters[0].rate))["curve"], nlohmann::json::parse(points));
    EXPECT_GT(rate_at(rate_of(effect, 0, ParsedLets()), 0.5, false, {}), 4.7f) << "a straight line is at 4.5";
    const Effect millions = parse(rate("[[0, 2e6, 4e6], [1, 2e6, -4e6]]"), "e.json");
    EXPECT_NEAR(rate_at(rate_of(millions, 0, ParsedLets()), 0.5, false, {}), 3e6, 1e4);
    for (const char* faulty : {"[[0, 0, 1, 2, 3]]", R"([[0, 0, "up"]])", "[[0, 0, 1e13]]", "[[0]]"})
        EXPECT_THROW(parse(rate(faulty), "e.json"), Error) << faulty;
    EXPECT_THROW(parse(R"({"format": 2, "emitters": [{"transform": {"position":
        {"by": "time", "gradient": [[0, [0, 5, 0], 1]]}}}]})",
                       "e.json"),
                 Error)
        << "gradients state no slopes";
}

TEST(SmoothCurve, IsReadAndWritten) {
    const auto text = [](const std::string& value) {
        return R"({"format": 2, "emitters": [{"rate": )" + value + "}]}";
    };
    const std::string curve = R"({"by": "time", "curve": [[0, 0], [1, 9], [2, 0]], "smooth": true})";
    const Effect effect = parse(text(curve), "e.json");
    EXPECT_TRUE(std::get<Curve>(effect.emitters[0].rate.value).is_smooth);
    EXPECT_EQ(nlohmann::json(write(effect.emitters[0].rate)), nlohmann::json::parse(curve));
    EXPECT_THROW(parse(text(R"({"random": [0, 1], "smooth": true})"), "e.json"), Error);
    EXPECT_THROW(parse(text(R"({"curve": [[0, 1]], "smooth": 1})"), "e.json"), Error);
}

TEST(SmoothCurve, AGradientIsSmoothInEachComponent) {
    const auto text = [](const std::string& value) {
        return R"({"format": 2, "emitters": [{"transform": {"position": )" + value + "}}]}";
    };
    const std::string position =
        R"({"by": "time", "gradient": [[0, [0, 5, 0]], [1, [9, 5, 1]], [3, [0, 5, 4]]], "smooth": true})";
    const Effect effect = parse(text(position), "e.json");
    const VectorInTime& read = effect.emitters[0].transform.position;
    EXPECT_EQ(nlohmann::json(write(read)), nlohmann::json::parse(position));
    const auto& gradient = std::get<Gradient>(read.value);
    const auto line = line_of(gradient);
    for (const int part : {0, 2}) {
        CurvePoints points, drawn;
        for (const auto& [place, value] : gradient.stops) points.emplace_back(place, value[part]);
        for (const auto& [place, value] : line) drawn.emplace_back(place, value[part]);
        const Curve curve = smooth_through(points);
        for (const float x : {0.3f, 0.8f, 1.7f, 2.9f})
            EXPECT_NEAR(height_on(drawn, x), height_on(line_of(curve), x), 5e-3f) << part;
    }
    for (const auto& [place, value] : line) EXPECT_EQ(value.y, 5);
    const StackValue value = read_in_time(
        read.value, parameter_of(number("position", "m", metres_anywhere, metres_near, ""), read), {},
        ParsedLets(), Path());
    EXPECT_NEAR(value_at(value, 0.8, false, {}).x,
                height_on(line_of(smooth_through({{0, 0}, {1, 9}, {3, 0}})), 0.8f), 5e-3f);
}

TEST(SmoothCurve, ARateFollowsIt) {
    const Effect effect = parse(R"({"format": 2, "emitters": [
        {"rate": {"curve": [[0, 0], [1, 90], [3, 0]], "smooth": true}}]})",
                                "e.json");
    const Curve& curve = std::get<Curve>(effect.emitters[0].rate.value);
    const StackValue rate = rate_of(effect, 0, ParsedLets());
    EXPECT_EQ(rate_at(rate, 0.4, false, {}), height_on(line_of(curve), 0.4f));
    EXPECT_GT(rate_at(rate, 0.8, false, {}), 75) << "a straight line is at 72";
}

}  // namespace
}  // namespace winnow::effects
