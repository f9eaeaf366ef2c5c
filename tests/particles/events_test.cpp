// Checks births along the way of a parent, and where a condition becomes true.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"
#include "support/failing_compactor.h"

namespace winnow::particles {
namespace {

constexpr float near = 1e-4f;  // metres; rounding of a few metres

class EventsTest : public SimulationTest {
  protected:
    /// "parent" flies along x at 60 m/s, a metre in each step; "dust" is born by `link`.
    static effects::Effect flight(const std::string& link, const std::string& parent_modules = "",
                                  const std::string& dust_modules = "", const std::string& more = "") {
        return effects::parse(fmt::format(R"({{"format": 2, "floor": {{"enabled": false}}, {}
            "properties": [{{"name": "level", "value": 0.5}}], "emitters": [
            {{"name": "parent", "rate": 0, "bursts": [{{"count": 1}}], "lifetime": 5,
              "children": [{{"emitter": "dust", {}}}],
              "modules": [{{"module": "jet", "direction": [1, 0, 0], "spread": 0, "speed": 60}}{}]}},
            {{"name": "dust", "rate": 0, "lifetime": 20, "modules": [{}]}}]}})",
                                          more, link, parent_modules, dust_modules),
                              "test");
    }

    /// Many short-lived parents on curved ways, with children by both events, which have children again.
    static effects::Effect crowd() {
        return effects::parse(R"({"format": 2, "limits": {"children_per_parent": 20}, "emitters": [
            {"name": "a", "rate": 900, "lifetime": [0.1, 0.5], "children": [
              {"emitter": "b", "on": "distance", "distance": 0.07, "count": [0, 2], "chance": 0.7},
              {"emitter": "b", "on": "condition", "when": "velocity.y < 0 && random < 0.7", "count": 3},
              {"emitter": "b", "on": "collision", "count": 1},
              {"emitter": "a", "on": "condition", "when": "travelled > 0.4", "chance": 0.3}],
             "modules": [{"module": "jet", "speed": {"random": [0.5, 4]}, "spread": 60},
                         {"module": "gravity"}, {"module": "gusts", "strength": 4}]},
            {"name": "b", "rate": 0, "lifetime": [0.05, 0.3],
             "children": [{"emitter": "b", "on": "distance", "distance": 0.2, "chance": 0.5}],
             "modules": [{"module": "jet", "direction": [1, 0, 0]},
                         {"module": "size", "diameter": "0.01 * travelled"}]}]})",
                              "test");
    }

    static std::vector<Particle> of(Simulation& simulation, std::uint32_t emitter) {
        std::vector<Particle> all = simulation.read_living();
        std::erase_if(all, [&](const Particle& p) { return p.emitter != emitter; });
        return all;
    }

    static std::vector<float> sorted(const std::vector<Particle>& particles, int axis) {
        std::vector<float> places;
        for (const Particle& p : particles) places.push_back(p.position[axis]);
        std::ranges::sort(places);
        return places;
    }

    static std::uint64_t born(const std::vector<StepFigures>& figures) {
        std::uint64_t sum = 0;
        for (const StepFigures& f : figures) sum += f.born;
        return sum;
    }

    /// Makes steps and expects, in each, a child for each parent for which the condition becomes true.
    /// `holds` computes the condition of a particle as it is at the end of a step.
    template <typename FileKind>
    void expect_edges(Simulation& simulation, int steps, const FileKind& holds) {
        std::uint32_t all = 0;
        for (int i = 0; i < steps; ++i) {
            std::map<std::pair<std::uint32_t, std::uint32_t>, bool> before;
            for (const Particle& p : of(simulation, 0)) before[{p.birth_step, p.ordinal}] = holds(p);
            const StepFigures figures = run(simulation, 1).back();
            std::uint32_t edges = 0;
            for (const Particle& p : of(simulation, 0)) {
                const auto known = before.find({p.birth_step, p.ordinal});
                if (known != before.end() && !known->second && holds(p)) ++edges;
            }
            const auto dust = of(simulation, 1);
            ASSERT_EQ(std::ranges::count(dust, figures.step, &Particle::birth_step), edges)
                << "step " << figures.step;
            all += edges;
        }
        EXPECT_GT(all, 0u);
    }
};

// --- age and collision ------------------------------------------------------------------------------------

TEST_F(EventsTest, AnAgeIsReachedOnceHoweverFastParticlesAge) {
    for (const char* rate : {"0", "1", "0.5", "-0.5", "7"}) {
        const std::string ageing = fmt::format(R"(, {{"module": "ageing", "rate": {}}})", rate);
        auto& simulation = make(flight(R"("on": "age", "age": 0.25)", ageing), 64);
        run(simulation, 60);
        EXPECT_EQ(of(simulation, 1).size(), 1u) << "rate " << rate;
    }
}

TEST_F(EventsTest, ChildrenOfACollisionAreBornOnTheFloor) {
    auto effect = flight(R"("on": "collision")",
                         R"(, {"module": "point", "centre": [0, 1, 0]}, {"module": "gravity",
                             "acceleration": [0, -200, 0]})");
    effect.plane = {.enabled = true, .height = 0, .restitution = 0.8f, .friction = 0};
    auto& simulation = make(effect, 64);
    run(simulation, 30);
    const auto places = sorted(of(simulation, 1), 1);
    ASSERT_FALSE(places.empty());
    EXPECT_NEAR(places.front(), 0, near);
    EXPECT_NEAR(places.back(), 0, near);
}

TEST_F(EventsTest, ASpringTooStiffForTheStepComesToRest) {
    auto effect = flight(R"("on": "death")", R"(, {"module": "spring", "stiffness": 1000})", "",
                         R"("steps_per_second": 10,)");
    auto& simulation = make(effect, 64);
    run(simulation, 40);
    ASSERT_EQ(of(simulation, 0).size(), 1u);
    EXPECT_NEAR(of(simulation, 0).at(0).position[0], 0, near);
}

// --- distance ---------------------------------------------------------------------------------------------

TEST_F(EventsTest, AFastParticleDrawsAnEvenLine) {
    for (const Compaction compaction : {Compaction::staged, Compaction::fused}) {
        auto& simulation = make(flight(R"("on": "distance", "distance": 0.125)"), 4096);
        set_compactors(simulation, compactor(Backend::glsl, compaction),
                       compactor(Backend::glsl, compaction));
        run(simulation, 20);
        const float end = of(simulation, 0).at(0).position[0];
        const auto places = sorted(of(simulation, 1), 0);
        ASSERT_EQ(places.size(), static_cast<std::size_t>(end / 0.125f));
        EXPECT_GT(places.size(), 152u);
        for (std::size_t i = 0; i < places.size(); ++i)
            EXPECT_NEAR(places[i], 0.125f * static_cast<float>(i + 1), near);
    }
}

TEST_F(EventsTest, TheLineBeginsAtTheBirth) {
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        auto& simulation = make(flight(R"("on": "distance", "distance": 0.25)"), 64, seed);
        run(simulation, 2);
        const auto places = sorted(of(simulation, 1), 0);
        ASSERT_GE(places.size(), 4u) << "seed " << seed;
        for (std::size_t i = 0; i < places.size(); ++i)
            EXPECT_NEAR(places[i], 0.25f * static_cast<float>(i + 1), near) << "seed " << seed;
    }
}

TEST_F(EventsTest, ChildrenAlongTheWayAreBornWhenTheParentWasThere) {
    auto& simulation = make(flight(R"("on": "distance", "distance": 0.125)", "",
                                   R"({"module": "point", "centre": "vec3(0, 0, 1) * time"},
                                      {"module": "jet", "direction": [0, 1, 0], "spread": 0, "speed": 3})"),
                            4096);
    run(simulation, 20);
    const Particle parent = of(simulation, 0).at(0);
    const float now = 20 * step_seconds, birth = now - parent.position[0] / 60;
    for (const Particle& p : of(simulation, 1)) {
        const float moment = birth + p.position[0] / 60;
        EXPECT_NEAR(p.position[1], 3 * (now - moment), near);
        EXPECT_NEAR(p.position[2], moment, near);
    }
    EXPECT_GT(of(simulation, 1).size(), 152u);
}

TEST_F(EventsTest, EachEventAlongTheWayDrawsItsOwnChildren) {
    const std::string link = R"("on": "distance", "distance": 0.0625, "count": [0, 3], "chance": 0.5)";
    auto& simulation = make(flight(link), 1 << 14);
    run(simulation, 60);
    std::map<long, int> by_point;
    const auto dust = of(simulation, 1);
    for (const Particle& p : dust) {
        const float point = p.position[0] / 0.0625f;
        EXPECT_NEAR(point, std::round(point), 0.01f);
        ++by_point[std::lround(point)];
    }
    const double points = of(simulation, 0).at(0).position[0] / 0.0625f;
    EXPECT_NEAR(static_cast<double>(by_point.size()) / points, 0.5 * 0.75, 0.05);
    EXPECT_NEAR(static_cast<double>(dust.size()) / points, 0.5 * 1.5, 0.08);
    EXPECT_TRUE(std::ranges::all_of(by_point, [](const auto& one) { return one.second <= 3; }));
}

TEST_F(EventsTest, WhereAParentBouncesTheLineStaysAboveTheFloor) {
    auto effect = flight(R"("on": "distance", "distance": 0.05)",
                         R"(, {"module": "point", "centre": [0, 3, 0]}, {"module": "gravity",
                             "acceleration": [0, -200, 0]})");
    effect.plane = {.enabled = true, .height = 0, .restitution = 0.8f, .friction = 0};
    auto& simulation = make(effect, 1 << 14);
    run(simulation, 60);
    EXPECT_GT(of(simulation, 0).at(0).bounces & ~Particle::bounced, 1u);
    EXPECT_GT(of(simulation, 1).size(), 1000u);
    EXPECT_GE(sorted(of(simulation, 1), 1).front(), -near);
}

TEST_F(EventsTest, TravelledIsTheLengthOfTheWay) {
    auto& simulation = make(flight(R"("on": "distance", "distance": 1000)"), 64);
    run(simulation, 30);
    const State state = simulation.save();
    ASSERT_EQ(state.columns.size(), 4u);
    EXPECT_NEAR(std::bit_cast<float>(state.columns[attribute_column].at(0).x),
                of(simulation, 0).at(0).position[0], 1e-3f);
}

TEST_F(EventsTest, AnExpressionAloneMakesParticlesCountTheirWay) {
    auto& simulation = make(flight(R"("on": "death")", R"(, {"module": "gravity",
        "acceleration": "travelled > 10 ? vec3(0, 60, 0) : vec3(0) "})"),
                            64);
    run(simulation, 10);
    EXPECT_EQ(of(simulation, 0).at(0).position[1], 0);
    run(simulation, 10);
    EXPECT_GT(of(simulation, 0).at(0).position[1], 0.1f);
}

TEST_F(EventsTest, TheLimitsOfChildrenHoldAlongTheWay) {
    auto& per_parent = make(flight(R"("on": "distance", "distance": 0.001, "count": 3)", "", "",
                                   R"("limits": {"children_per_parent": 10},)"),
                            1 << 12);
    auto figures = run(per_parent, 20);
    EXPECT_EQ(born(figures), 1u + 19 * 10);
    auto& per_step = make(
        flight(R"("on": "distance", "distance": 0.01)", "", "", R"("limits": {"children_per_step": 7},)"),
        1 << 12);
    figures = run(per_step, 20);
    EXPECT_EQ(born(figures), 1u + 19 * 7);
    EXPECT_GT(figures.back().dropped, 80u);
}

TEST_F(EventsTest, EmittersThatFeedThemselvesAlongTheWayAreHeldByTheCapacity) {
    auto effect = flight(R"("on": "distance", "distance": 0.01)");
    effect.emitters[0].children[0].emitter = "parent";
    const auto figures = run(make(effect, 5000), 12);
    expect_balanced(figures);
    EXPECT_EQ(figures.back().alive, 5000u);
    EXPECT_GT(figures.back().dropped, 5000u);
}

// --- conditions -------------------------------------------------------------------------------------------

TEST_F(EventsTest, ChildrenAreBornWhereAConditionBecomesTrue) {
    auto effect = flight(R"("on": "condition", "when": "position.x > level * 10")");
    effect.emitters[0].rate = 60;
    expect_edges(make(effect, 1024), 20, [](const Particle& p) { return p.position[0] > 5; });
}

TEST_F(EventsTest, AConditionHasChildrenEachTimeItBecomesTrue) {
    auto effect = flight(R"("on": "condition", "when": "mod(age, 0.1) > 0.04")");
    effect.emitters[0].rate = 60;
    expect_edges(make(effect, 1024), 30, [](const Particle& p) { return p.age % 6 > 2; });
}

TEST_F(EventsTest, AConditionThatHoldsFromBirthHasNoChildren) {
    EXPECT_EQ(born(run(make(flight(R"("on": "condition", "when": "speed > 1")"), 64), 20)), 1u);
}

TEST_F(EventsTest, AConditionOfTheTimeBecomesTrueInOneStep) {
    auto effect = flight(R"("on": "condition", "when": "time > 0.24")");  // in step 15
    effect.emitters[0].bursts[0].count = 100;
    for (const StepFigures& f : run(make(effect, 1024), 30))
        EXPECT_EQ(f.born, f.step == 1 || f.step == 15 ? 100u : 0u) << "step " << f.step;
}

TEST_F(EventsTest, ARandomNumberOfAConditionStaysWithTheParticle) {
    auto effect = flight(R"("on": "condition", "when": "age > 0.1 && random < 0.5")");
    effect.emitters[0].bursts[0].count = 1000;
    const auto figures = run(make(effect, 4096), 60);
    EXPECT_NEAR(static_cast<double>(born(figures)), 1500, 60);
}

TEST_F(EventsTest, SeveralConditionsAreToldApart) {
    auto effect = flight(R"("on": "condition", "when": "age > 0.09", "count": 1)");
    auto& links = effect.emitters[0].children;
    links.push_back({.emitter = "dust", .on = effects::On::distance, .distance = 1000});
    links.push_back(
        {.emitter = "dust", .on = effects::On::condition, .when = "age > 0.19", .count = {20, 20}});
    for (const StepFigures& f : run(make(effect, 1024), 20))
        EXPECT_EQ(f.born, f.step == 1 || f.step == 7 ? 1u : f.step == 13 ? 20u : 0u) << "step " << f.step;
}

// --- moments ----------------------------------------------------------------------------------------------

TEST_F(EventsTest, AnEmitterThatMovesDrawsAnEvenLine) {
    const auto effect = [](const char* moments) {
        return effects::parse(fmt::format(R"({{"format": 2, "floor": {{"enabled": false}}, "emitters": [
            {{"rate": 100, "moments": "{}", "lifetime": 20, "modules": [
              {{"module": "point", "centre": "time * vec3(10, 0, 0) "}}]}}]}})",
                                          moments),
                              "test");
    };
    auto& even = make(effect("even"), 1024);
    run(even, 60);
    const auto places = sorted(of(even, 0), 0);
    ASSERT_EQ(places.size(), 100u);
    for (std::size_t i = 0; i < places.size(); ++i)
        EXPECT_NEAR(places[i], 0.1f * static_cast<float>(i + 1), near);
    set_effect(even, effect("random"));
    run(even, 60);
    float widest = 0;
    const auto uneven = sorted(of(even, 0), 0);
    for (std::size_t i = 101; i < uneven.size(); ++i) widest = std::max(widest, uneven[i] - uneven[i - 1]);
    EXPECT_GT(widest, 0.15f);
}

TEST_F(EventsTest, AnEvenBurstFillsItsStep) {
    auto effect = effects::parse(R"({"format": 2, "floor": {"enabled": false}, "emitters": [
        {"rate": 0, "bursts": [{"count": 50, "time": 0.1}], "moments": "even", "lifetime": 20,
         "modules": [{"module": "jet", "direction": [1, 0, 0], "spread": 0, "speed": 60}]}]})",
                                 "test");
    auto& simulation = make(effect, 1024);
    run(simulation, 7);
    const auto places = sorted(of(simulation, 0), 0);
    ASSERT_EQ(places.size(), 50u);
    for (std::size_t i = 0; i < places.size(); ++i)
        EXPECT_NEAR(places[i], (static_cast<float>(i) + 0.5f) / 50, near);
}

TEST_F(EventsTest, ABurstTogetherIsBornAtItsTime) {
    auto effect = effects::parse(R"({"format": 2, "floor": {"enabled": false}, "emitters": [
        {"rate": 0, "bursts": [{"count": 20, "time": 0.105}, {"count": 30, "time": 0.11}], "moments": "together",
         "lifetime": 20, "modules": [{"module": "jet", "direction": [1, 0, 0], "spread": 0, "speed": 60}]}]})",
                                 "test");
    auto& simulation = make(effect, 1024);
    run(simulation, 7);
    const auto places = sorted(of(simulation, 0), 0);
    ASSERT_EQ(places.size(), 50u);
    for (std::size_t i = 0; i < places.size(); ++i)
        EXPECT_NEAR(places[i], i < 30 ? 0.4f : 0.7f, near) << "after 7 steps of 1 m";
}

TEST_F(EventsTest, BurstsThatVaryGoOnFromASavedState) {
    const auto effect = effects::parse(R"({"format": 2, "emitters": [{"moments": "together", "lifetime": 1,
        "rate": 100, "duration": 0.8, "loop": true, "modules": [{"module": "jet"}], "bursts": [
            {"count": {"random": [10, 90]}, "every": 0.05, "probability": 0.5, "delay": {"random": [0, 0.2]},
             "duration": 0.3},
            {"count": "20 + 100 * time", "time": 0.1}]}]})",
                                       "test");
    auto &straight = make(effect, 8192), &resumed = make(effect, 8192);
    run(straight, 57);
    resumed.restore(straight.save());
    const auto expected = hashes(run(straight, 60));
    EXPECT_EQ(hashes(run(resumed, 60)), expected);
    auto& again = make(effect, 8192);
    run(again, 57);
    EXPECT_EQ(hashes(run(again, 60)), expected);
    auto& other = make(effect, 8192, 2);
    run(other, 57);
    EXPECT_NE(hashes(run(other, 60)), expected) << "what bursts draw follows from the seed";
}

TEST_F(EventsTest, RatesThatChangeGoOnFromASavedState) {
    const auto effect = effects::parse(R"({"format": 2, "emitters": [{"moments": "even", "lifetime": 1,
        "rate": "400 * sin(time * 20) + 500", "modules": [{"module": "jet"}]}]
})",
                                       "test");
    auto &straight = make(effect, 4096), &resumed = make(effect, 4096);
    run(straight, 33);
    const State state = straight.save();
    resumed.restore(state);
    EXPECT_EQ(hashes(run(resumed, 33)), hashes(run(straight, 33)));
}

TEST_F(EventsTest, ParticlesDieWhereAConditionHolds) {
    auto effect = flight(R"("on": "death")", R"(, {"module": "kill", "region": "everywhere",
        "when": "age > 0.09 && random < 0.5"})");
    effect.emitters[0].bursts[0].count = 1000;
    effect.emitters[0].children.clear();
    const auto figures = run(make(effect, 1024), 20);
    for (const StepFigures& f : figures)
        EXPECT_NEAR(f.alive, f.step < 7 ? 1000 : 500, 60) << "step " << f.step;
}

// --- both -------------------------------------------------------------------------------------------------

TEST_F(EventsTest, AreTheSameFoldedUnfoldedAndWhereverTheyAreCounted) {
    const auto effect = crowd();
    auto& textbook = make(effect, 1 << 14);
    const auto expected = run(textbook, 50);
    EXPECT_GT(born(expected), 3000u);
    expect_balanced(expected);
    const auto compare = [&](Simulation& other, const char* what) {
        EXPECT_EQ(hashes(run(other, 50)), hashes(expected)) << what;
        EXPECT_TRUE(other.check_step()->matches()) << what;
    };
    for (const bool folds : {true, false}) {
        auto& fused = make(effect, 1 << 14);
        set_compactors(fused, compactor(Backend::glsl, Compaction::fused),
                       compactor(Backend::glsl, Compaction::fused));
        set_folding(fused, folds);
        compare(fused, folds ? "folded" : "unfolded");
    }
    auto& cpu = make(effect, 1 << 14);
    set_compactor(cpu, compactor(Backend::cpu));
    compare(cpu, "cpu");
    auto& broken = make(effect, 1 << 14);
    set_compactor(broken, std::make_unique<test::FailingCompactor>(compactor(Backend::cpu), 20));
    compare(broken, "repeated");
    EXPECT_FALSE(broken.failure().empty());
}

TEST_F(EventsTest, GoOnFromASavedState) {
    auto &straight = make(crowd(), 1 << 14), &resumed = make(crowd(), 1 << 14);
    run(straight, 20);
    const State state = straight.save();
    resumed.restore(state);
    EXPECT_EQ(hashes(run(resumed, 20)), hashes(run(straight, 20)));
}

TEST_F(EventsTest, DoNotDependOnScratch) {
    auto &poisoned = make(crowd(), 1 << 13), &clean = make(crowd(), 1 << 13);
    for (int i = 0; i < 20; ++i) {
        poisoned.poison_scratch(0xA5A5A5A5);
        ASSERT_EQ(run(poisoned, 1).back().hash, run(clean, 1).back().hash);
    }
}

TEST_F(EventsTest, TakePartInEditsAndInTheMemoryThatIsSaid) {
    const auto plain = flight(R"("on": "age", "age": 0.1)");
    auto& simulation = make(plain, 1000);
    run(simulation, 5);
    const std::uint64_t before = simulation.memory_bytes();
    set_effect(simulation, flight(R"("on": "distance", "distance": 0.25)"));
    constexpr std::uint64_t a_column = shared::COLUMN_BYTES;
    EXPECT_EQ(simulation.memory_bytes(),
              before + 1000 * a_column * (2 + 6));  // two more, and six that are kept
    EXPECT_GE(run(simulation, 1).back().born, 4u);
    set_effect(simulation, plain);
    EXPECT_EQ(simulation.memory_bytes(), before);
    expect_balanced(run(make(plain, 100), 5));
}

}  // namespace
}  // namespace winnow::particles
