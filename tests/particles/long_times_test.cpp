// Checks runs of days and years: time and age stay even, steps are counted beyond 2^32, and random numbers do
// not come again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

class LongTimesTest : public SimulationTest {
  protected:
    static constexpr std::uint64_t per_second = 60, day = 86400 * per_second;
    static constexpr std::uint64_t word = std::uint64_t{1} << 32;
    static constexpr std::uint64_t late_steps[] = {shared::FLOAT_STEPS - 10, 36 * 3600 * per_second, 7 * day,
                                                   word - 10, std::uint64_t{1} << 41};
    static constexpr double period = 10, between = 1.0 / per_second, uneven = 0.1 / per_second;

    static effects::Effect one_emitter(const std::string& members, const std::string& modules) {
        return effects::parse(fmt::format(R"({{"format": 2, "floor": {{"enabled": false}}, "emitters": [
            {{"name": "a", "lifetime": 1e7, {}, "modules": [{}]}}]}})",
                                          members, modules),
                              "test");
    }

    /// Returns a simulation in which nothing lives after so many steps.
    Simulation& after(std::uint64_t steps, const effects::Effect& effect) {
        State state;
        state.step = steps;
        state.fractions = {0};
        state.slots = {0};
        state.slot_count = 1;
        Simulation& simulation = make(effect, 1024);
        simulation.restore(state);
        return simulation;
    }

    /// Returns a simulation with a single particle, which is so many steps old.
    Simulation& with_one(std::uint32_t age, std::uint64_t steps, const std::string& modules) {
        const auto effect = one_emitter(R"("rate": 0, "bursts": [{"count": 1}])", modules);
        Simulation& simulation = make(effect, 64);
        run(simulation, 1);
        State state = simulation.save();
        state.step = steps;
        state.columns[position_column].at(0).w = age;
        state.columns[identity_column].at(0).x = static_cast<std::uint32_t>(steps - age);
        simulation.restore(state);
        return simulation;
    }

    static void expect_even(const std::vector<double>& places, const std::string& what,
                            double begin_anew = period) {
        for (std::size_t i = 1; i < places.size(); ++i)
            EXPECT_NEAR(std::fmod(places[i] - places[i - 1] + begin_anew, begin_anew), between, uneven)
                << what << ", " << i;
    }
};

TEST_F(LongTimesTest, BirthsByTimeDrawAnEvenLine) {
    const auto effect = one_emitter(R"("rate": 60, "moments": "even")",
                                    R"x({"module": "point", "centre": "vec3(mod(time, 10), 0, 0)"})x");
    for (const std::uint64_t steps : late_steps) {
        Simulation& simulation = after(steps, effect);
        run(simulation, 30);
        std::vector<double> places;
        for (const Particle& p : simulation.read_living()) places.push_back(p.position[0]);
        ASSERT_EQ(places.size(), 30u);
        expect_even(places, fmt::format("from step {}", steps));
    }
}

TEST_F(LongTimesTest, PicturesLieEvenlyAlongRibbons) {
    constexpr double long_ribbon = 16384;  // seconds, as in shaders/particles/precise.glsl
    constexpr auto begins_anew = static_cast<std::uint64_t>(2 * long_ribbon) * per_second;
    const auto effect = one_emitter(R"("rate": 60, "moments": "even")", R"({"module": "point"},
        {"module": "mask", "file": "built-in/smoke.png"}, {"module": "ribbon", "picture_length": 1})");
    for (const std::uint64_t steps : {late_steps[1], late_steps[2], late_steps[4], begins_anew - 10}) {
        Simulation& simulation = after(steps, effect);
        run(simulation, 30);
        const State state = simulation.save();
        std::vector<double> ways;
        for (const auto& words : state.columns.at(shared::PARTICLE_COLUMNS))
            ways.push_back(std::bit_cast<float>(words.y));
        ASSERT_EQ(ways.size(), 30u);
        expect_even(ways, fmt::format("from step {}", steps), long_ribbon);
    }
}

TEST_F(LongTimesTest, AgesAreEven) {
    Simulation& simulation = with_one(7 * day, 8 * day, R"x({"module": "point"},
        {"module": "attribute", "name": "phase"},
        {"module": "set", "attribute": "phase", "value": "mod(age, 10)"})x");
    std::vector<double> phases;
    for (int i = 0; i < 20; ++i) {
        run(simulation, 1);
        phases.push_back(
            std::bit_cast<float>(simulation.save().columns.at(shared::PARTICLE_COLUMNS).at(0).x));
    }
    expect_even(phases, "age");
}

/// A pattern that moves on by equal ways pushes a resting particle by a force that changes by nearly equal
/// steps.
TEST_F(LongTimesTest, PatternsMoveEvenly) {
    for (const char* module : {"gusts", "eddies"}) {
        Simulation& simulation = with_one(1, 7 * day,
                                          fmt::format(R"({{"module": "point"}},
            {{"module": "{}", "motion": [1, 0, 0], "strength": 0.01, "scale": 0.3}})",
                                                      module));
        std::vector<double> speeds{0};
        for (int i = 0; i < 24; ++i) {
            run(simulation, 1);
            speeds.push_back(simulation.read_living().at(0).velocity[1]);
        }
        std::vector<double> bends;
        for (std::size_t i = 2; i < speeds.size(); ++i)
            bends.push_back(std::abs(speeds[i] - 2 * speeds[i - 1] + speeds[i - 2]));
        const double most = std::ranges::max(bends);
        const auto moved = std::ranges::count_if(bends, [most](double bend) { return bend > 0.1 * most; });
        EXPECT_GT(moved, 12) << module << ": in most steps, not in every fourth";
    }
}

TEST_F(LongTimesTest, RandomNumbersDoNotComeAgain) {
    const auto effect = one_emitter(R"("rate": 600)", R"({"module": "box"})");
    const auto places = [&](std::uint64_t steps) {
        Simulation& simulation = after(steps, effect);
        run(simulation, 3);
        std::vector<float> all;
        for (const Particle& p : simulation.read_living()) all.push_back(p.position[0]);
        return all;
    };
    const auto first = places(1000), second = places(1000 + word), third = places(1000 + 2 * word);
    ASSERT_EQ(first.size(), 30u);
    EXPECT_NE(first, second);
    EXPECT_NE(second, third);
    EXPECT_NE(first, third);
}

TEST_F(LongTimesTest, AParticleKeepsItsRandomNumbersWhereTheLowWordBeginsAnew) {
    Simulation& simulation = with_one(1, word - 5, R"({"module": "point"},
        {"module": "gravity", "acceleration": {"random": [[0, -9, 0], [0, 9, 0]]}})");
    std::vector<float> gains;
    for (float before = 0; gains.size() < 10; before += gains.back()) {
        run(simulation, 1);
        gains.push_back(simulation.read_living().at(0).velocity[1] - before);
    }
    EXPECT_EQ(simulation.steps(), word + 5);
    for (const float gain : gains) EXPECT_NEAR(gain, gains.front(), 1e-5f);
}

}  // namespace
}  // namespace winnow::particles
