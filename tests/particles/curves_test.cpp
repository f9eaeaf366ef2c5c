// Checks that curves and gradients draw what their points say, wherever these lie: samples stand for points
// that they meet, and for no others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"
#include "effects/model/smooth_curve.h"
#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

using Points = std::vector<std::pair<float, float>>;

/// Returns an effect in which each of 4000 particles rests at a place, x, of -0.5 to 1.5 times `stretch`, and
/// has the number that the curve has at x; of vectors, the second component is -1 there and the others are 0.
effects::Effect with_course(const Points& points, bool of_vectors, float stretch, bool is_smooth = false) {
    std::string list;
    for (const auto& [x, y] : points) {
        const std::string value = of_vectors ? fmt::format("[{}, -1, 0]", y) : fmt::format("{}", y);
        list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", x, value);
    }
    const char* const suffix = of_vectors ? "-vector" : "";
    return effects::parse(fmt::format(R"x({{"format": 2, "floor": {{"enabled": false}}, "emitters": [
{{"rate": 0, "bursts": [{{"count": 4000}}], "lifetime": 1000, "modules": [
  {{"module": "point", "centre": "vec3((floor(random * 4096) / 2048 - 0.5) * {}, 0, 0)"}},
  {{"module": "attribute{}", "name": "drawn"}},
  {{"module": "set{}", "attribute": "drawn", "value": {{"{}": [{}], "by": "position.x"{}}}}}]}}]}})x",
                                      stretch, suffix, suffix, of_vectors ? "gradient" : "curve", list,
                                      is_smooth ? ", \"smooth\": true" : ""),
                          "test");
}

/// Returns what straight lines through the points are at x; at the place of a step, what lies behind it.
double expected(const Points& points, double x) {
    const auto next = std::ranges::find_if(points, [x](const auto& point) { return point.first > x; });
    if (next == points.begin()) return points.front().second;
    if (next == points.end()) return points.back().second;
    const auto [x0, y0] = *(next - 1);
    const auto [x1, y1] = *next;
    return y0 + (double{y1} - y0) * (x - x0) / (double{x1} - x0);
}

/// Returns the points between which the smooth line through points is straight.
Points smooth_line(const Points& points, bool of_vectors) {
    effects::Curve curve{{}, {}, true};
    effects::Gradient gradient{{}, {}, true, true};
    Points line;
    for (const auto& [x, y] : points) {
        curve.points.emplace_back(x, y);
        gradient.stops.emplace_back(x, glm::vec4(y, -1, 0, 0));
    }
    if (of_vectors)
        for (const auto& [x, value] : effects::line_of(gradient)) line.emplace_back(x, value.x);
    else
        for (const glm::vec2& point : effects::line_of(curve)) line.emplace_back(point.x, point.y);
    return line;
}

constexpr float next_float = 0.50000006f;  // the next above 0.5
constexpr float few_samples = 127;         // the samples of a curve of this length lie at whole numbers

struct Course {
    const char* name;
    Points points;
    float stretch = 1;
};

class CurvesTest : public SimulationTest {
  protected:
    void expect_drawn(const Course& course, bool of_vectors) {
        auto& simulation = make(with_course(course.points, of_vectors, course.stretch), 4096);
        run(simulation, 2);
        const std::vector<Particle> living = simulation.read_living();
        const State state = simulation.save();
        ASSERT_EQ(living.size(), 4000u);
        for (std::size_t i = 0; i < living.size(); ++i) {
            const float x = living[i].position[0];
            const auto& words = state.columns[shared::PARTICLE_COLUMNS][i];
            ASSERT_NEAR(std::bit_cast<float>(words.x), expected(course.points, x), 2e-5)
                << course.name << " at " << x;
            ASSERT_NEAR(std::bit_cast<float>(words.y), of_vectors ? -1 : 0, 1e-6) << course.name;
        }
    }

    void expect_smooth(const Course& course, bool of_vectors) {
        const Points line = smooth_line(course.points, of_vectors);
        auto& simulation = make(with_course(course.points, of_vectors, course.stretch, true), 4096);
        run(simulation, 2);
        const std::vector<Particle> living = simulation.read_living();
        const State state = simulation.save();
        float farthest = 0;  // from the straight lines through the points
        for (std::size_t i = 0; i < living.size(); ++i) {
            const float x = living[i].position[0];
            const float drawn = std::bit_cast<float>(state.columns[shared::PARTICLE_COLUMNS][i].x);
            ASSERT_NEAR(drawn, expected(line, x), 2e-5) << course.name << " at " << x;
            farthest = std::max(farthest, std::abs(drawn - static_cast<float>(expected(course.points, x))));
        }
        EXPECT_GT(farthest, 0.01f) << course.name << " is not smooth";
    }
};

TEST_F(CurvesTest, DrawWhatThePointsSay) {
    const Course courses[] = {
        {"a flash between samples", {{0, 0}, {0.5f, 0}, {0.503f, 1}, {0.506f, 0}, {1, 0}}},
        {"a step", {{0, 0.25f}, {0.5f, 0.25f}, {next_float, 1}, {1, 0.5f}}},
        {"a step where a sample lies", {{0, 0}, {40, 0}, {40.00001f, 1}, {few_samples, 0.5f}}, few_samples},
        {"a step at the beginning", {{0, 0}, {1e-7f, 1}, {1, 0.5f}}},
        {"a step at the end", {{0, 0}, {0.99999994f, 0.5f}, {1, 1}}},
        {"points beyond all samples' reach", {{-0.3f, 0}, {-0.29f, 1}, {1.2f, 0.5f}, {1.21f, 0}}},
        {"points that samples of a curve meet", {{0, 0}, {40, 1}, {few_samples, 0.25f}}, few_samples},
        {"points that samples of a gradient meet", {{0, 0}, {21, 1}, {63, 0.25f}}, 63},
        {"a line", {{0, 1}, {1, 0}}},
        {"a single point", {{0.5f, 0.75f}}},
    };
    for (const Course& course : courses)
        for (const bool of_vectors : {false, true}) expect_drawn(course, of_vectors);
}

TEST_F(CurvesTest, ThatAreSmoothAreWhatTheCpuAndThePanelHave) {
    const Course courses[] = {
        {"a bell", {{0, 0}, {0.25f, 0.5f}, {0.5f, 1}, {0.75f, 0.5f}, {1, 0}}},
        {"near points", {{0, 0.25f}, {0.5f, 0.25f}, {0.503f, 1}, {1, 0.5f}}},
        {"points that samples meet", {{0, 0}, {40, 1}, {few_samples, 0.25f}}, few_samples},
        {"points that samples of a gradient meet", {{0, 0}, {21, 1}, {63, 0.25f}}, 63},
    };
    for (const Course& course : courses)
        for (const bool of_vectors : {false, true}) expect_smooth(course, of_vectors);
}

/// Returns so many samples, or the first components of those of vectors, given that they lie one unit apart
/// from 0 on; empty if the table holds the points themselves.
std::vector<float> samples_of(const effects::Effect& effect, std::size_t count, bool of_vectors) {
    const auto rows = effects::program_of(effect).stacks[0].step_rows;
    std::vector<float> samples;
    auto row = std::ranges::find(rows, glm::vec4(0, 1, 0, 0));  // the table's head
    if (row == rows.end()) return samples;
    while (samples.size() < count && ++row != rows.end())
        samples.insert(samples.end(), &row->x, &row->x + (of_vectors ? 1 : effects::row_words));
    return samples;
}

TEST_F(CurvesTest, ThatSamplesMeetKeepEveryBit) {
    for (const bool of_vectors : {false, true}) {
        const std::size_t count = of_vectors ? effects::gradient_samples : effects::curve_samples;
        const float begin = 0.1f, middle = 0.7f, end = 0.3f, bend = 40, last = static_cast<float>(count - 1);
        const Points points{{0, begin}, {bend, middle}, {last, end}};
        const auto samples = samples_of(with_course(points, of_vectors, last), count, of_vectors);
        ASSERT_EQ(samples.size(), count);
        for (float x = 0; x < last; ++x)
            EXPECT_EQ(samples[static_cast<std::size_t>(x)],
                      x < bend ? glm::mix(begin, middle, x / bend)
                               : glm::mix(middle, end, (x - bend) / (last - bend)))
                << x;
        EXPECT_EQ(samples.back(), end);
    }
}

}  // namespace
}  // namespace winnow::particles
