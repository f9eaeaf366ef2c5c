// Runs effects whose particles are drawn as ribbons, and reads the numbers of the ribbons that they belong
// to.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"
#include "shaders/particles/ribbon.h"

namespace winnow::particles {
namespace {

using RibbonNumbers = std::set<std::uint32_t>;

class RibbonTest : public SimulationTest {
  protected:
    static constexpr std::uint32_t capacity = 8192;
    static constexpr int heads = 5, strands = 3, steps = 40;

    /// Heads that fly side by side, 1 m apart, and leave two kinds of trails.
    static effects::Effect flights() {
        return effects::parse(R"j({"format": 2, "floor": {"enabled": false}, "emitters": [
{"name": "heads", "rate": 0, "bursts": [{"count": 5}], "lifetime": 9, "modules": [
  {"module": "grid", "size": [5, 1, 1], "columns": 5, "rows": 1, "layers": 1},
  {"module": "jet", "direction": [0, 0, 1], "spread": 0, "speed": 6}],
 "children": [{"emitter": "trail", "on": "distance", "distance": 0.03},
              {"emitter": "other", "on": "distance", "distance": 0.2}]},
{"name": "trail", "rate": 0, "lifetime": [0.2, 0.4], "modules": [{"module": "ribbon"}]},
{"name": "other", "rate": 0, "lifetime": [0.2, 0.4], "modules": [{"module": "ribbon"}]}]})j",
                              "test");
    }

    /// Births at a place that moves 6 m in a second.
    static effects::Effect brush(const std::string& modules) {
        return effects::parse(
            R"j({"format": 2, "floor": {"enabled": false}, "emitters": [
{"name": "brush", "rate": 720, "lifetime": 9, "modules": [)j" +
                modules +
                R"j({"module": "point", "centre": "vec3(6 * time, 0, 0)"}, {"module": "ribbon"}]}]
})j",
            "test");
    }

    static std::uint32_t number_of(const State& state, std::size_t i) {
        return state.columns[attribute_column][i].x;
    }
};

TEST_F(RibbonTest, ChildrenOfAParentShareOneAndThoseOfOthersDoNot) {
    auto& simulation = make(flights(), capacity);
    run(simulation, steps);
    const std::vector<Particle> living = simulation.read_living();
    const State state = simulation.save();
    std::map<std::pair<std::uint32_t, long>, RibbonNumbers> by_parent;  // the child's emitter, and its place
    RibbonNumbers all;
    for (std::size_t i = 0; i < living.size(); ++i) {
        if (living[i].emitter == 0) continue;
        by_parent[{living[i].emitter, std::lround(living[i].position[0])}].insert(number_of(state, i));
        all.insert(number_of(state, i));
        EXPECT_NE(number_of(state, i) & shared::RIBBON_OF_PARENT, 0u);
    }
    EXPECT_EQ(by_parent.size(), 2u * heads);
    for (const auto& [parent, numbers] : by_parent) EXPECT_EQ(numbers.size(), 1u) << parent.second;
    EXPECT_EQ(all.size(), 2u * heads);
}

TEST_F(RibbonTest, ChildrenAreInTheOrderOfTheirParentsWay) {
    auto& simulation = make(flights(), capacity);
    run(simulation, steps);
    std::map<long, float> newest;
    std::size_t seen = 0;
    for (const Particle& p : simulation.read_living()) {
        if (p.emitter != 1) continue;
        const auto [place, is_first] = newest.try_emplace(std::lround(p.position[0]), -1.0f);
        EXPECT_GT(p.position[2], place->second);
        place->second = p.position[2];
        ++seen;
    }
    EXPECT_GT(seen, 100u);
}

TEST_F(RibbonTest, BirthsOfAnEmitterAreOneInTheOrderOfTime) {
    auto& simulation = make(brush(""), capacity);
    run(simulation, steps);
    const std::vector<Particle> living = simulation.read_living();
    const State state = simulation.save();
    ASSERT_EQ(living.size(), 12u * steps);
    for (std::size_t i = 0; i < living.size(); ++i) {
        EXPECT_EQ(number_of(state, i), shared::RIBBON_OF_EMITTER);
        if (i == 0) continue;
        EXPECT_NEAR(living[i].position[0] - living[i - 1].position[0], 6.0f / 720, 1e-4f)
            << "births of a step follow each other, without `moments`";
    }
}

TEST_F(RibbonTest, StrandsTakeTurns) {
    auto& simulation = make(brush(R"j({"module": "strands", "count": 3},)j"), capacity);
    run(simulation, steps);
    const State state = simulation.save();
    RibbonNumbers all;
    for (std::size_t i = 0; i < state.alive(); ++i) {
        const auto strand = static_cast<std::uint32_t>(i % strands);  // 12 births in each step
        EXPECT_EQ(number_of(state, i), shared::RIBBON_OF_EMITTER + strand);
        EXPECT_EQ(std::bit_cast<float>(state.columns[attribute_column][i].y), static_cast<float>(strand));
        all.insert(number_of(state, i));
    }
    EXPECT_EQ(all.size(), std::size_t{strands});
}

TEST_F(RibbonTest, NumbersAreTheSameWithEveryCompactor) {
    expect_same_with_every_compactor(flights(), capacity, steps);
}

}  // namespace
}  // namespace winnow::particles
