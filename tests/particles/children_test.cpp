// Checks births from other particles, each step against the model.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "particles/children_model.h"
#include "particles/motion_model.h"
#include "particles/simulation_fixture.h"
#include "support/failing_compactor.h"
#include "support/family.h"
#include "support/own_module.h"

namespace winnow::particles {
namespace {

using effects::Children;
using effects::On;

constexpr std::uint32_t seed = 5;

/// A scan that must not be used.
class UnusedScan : public scan::Scan {
  public:
    ScanType type() const override { return {}; }
    std::uint64_t tile() const override { return 1; }
    void reserve(std::uint64_t) override {}
    void run(const scan::Request&) override { throw std::logic_error("this scan must not be used"); }
    void poison_scratch(std::uint32_t) override {}
};

class ChildrenTest : public SimulationTest {
  protected:
    /// "parent" gives 600 births per second; "child" is born only as a child, at rest at its parent's
    /// position.
    static effects::Effect family(Children link) {
        effects::Effect effect = short_lived(600);
        effect.emitters[0].name = "parent";
        effect.emitters[0].children = {std::move(link)};
        effect.emitters.push_back(effect.emitters[0]);
        effects::Emitter& child = effect.emitters[1];
        child.name = "child";
        child.rate = 0;
        test::values_of(child, "jet")["speed"] = 0;
        child.children.clear();
        return effect;
    }

    using Identity = std::pair<std::uint32_t, std::uint32_t>;
    static Identity identity(const Particle& p) { return {p.birth_step, p.ordinal}; }

    /// Returns the particles alive before a step in their state after it: the survivors as they were read,
    /// the others by the model.
    static std::vector<Particle> aged(std::vector<Particle> before, const std::vector<Particle>& after,
                                      const MotionModel& model) {
        std::map<Identity, Particle> survivors;
        for (const Particle& p : after) survivors.emplace(identity(p), p);
        for (Particle& p : before) {
            const auto found = survivors.find(identity(p));
            const glm::vec3 place = model.advanced(p).motion.position;
            for (int axis = 0; axis < 3; ++axis) p.position[axis] = place[axis];
            ++p.age;
            p.bounces &= ~Particle::bounced;
            if (found != survivors.end()) p = found->second;
        }
        return before;
    }

    /// Makes one step and compares all its births with the model. Returns its figures.
    StepFigures expect_as_modelled(Simulation& simulation, const effects::Effect& effect) {
        const auto before = simulation.read_living();
        const StepFigures figures = run(simulation, 1).back();
        const auto after = simulation.read_living();
        const auto parents = aged(before, after, MotionModel(effect, seed));
        const auto asked = ChildrenModel(effect, seed).children(parents);
        std::vector<Particle> born;
        for (const Particle& p : after)
            if (p.birth_step == figures.step) born.push_back(p);
        const std::size_t by_rate = figures.born + figures.dropped - asked.size();
        EXPECT_LE(born.size(), by_rate + asked.size());
        for (const Particle& p : born) {
            if (p.ordinal < by_rate) continue;
            const ExpectedChild& child = asked.at(p.ordinal - by_rate);
            EXPECT_EQ(p.emitter, child.emitter) << "step " << figures.step << ", ordinal " << p.ordinal;
            expect_at(p, parents[child.parent], effect.emitters[0].children[0].on);
        }
        for (std::size_t i = 1; i < born.size(); ++i) EXPECT_EQ(born[i].ordinal, born[i - 1].ordinal + 1);
        return figures;
    }

    /// A child at rest has the position of its parent, dead or alive; that of a collision lies on the floor.
    static void expect_at(const Particle& child, const Particle& parent, On on) {
        constexpr float rounding = 1e-5f;  // rounding of the model
        if (child.velocity[0] != 0 || child.velocity[1] != 0) return;
        if (on == On::collision) {
            EXPECT_NEAR(child.position[1], 0, rounding) << "the height of the floor";
            return;
        }
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(child.position[axis], parent.position[axis], rounding) << axis;
    }

    std::vector<StepFigures> run_modelled(Simulation& simulation, const effects::Effect& effect, int steps) {
        std::vector<StepFigures> all;
        for (int i = 0; i < steps && !HasFailure(); ++i)
            all.push_back(expect_as_modelled(simulation, effect));
        expect_balanced(all);
        return all;
    }

    template <typename Count>
    static std::uint64_t sum(const std::vector<StepFigures>& figures, Count StepFigures::*member) {
        std::uint64_t total = 0;
        for (const StepFigures& f : figures) total += f.*member;
        return total;
    }
};

TEST_F(ChildrenTest, AreBornOnDeathAllOfThem) {
    const auto effect = family({.emitter = "child", .count = {3, 3}});
    const auto figures = run_modelled(make(effect, 4096, seed), effect, 50);
    std::uint64_t parents = 0;  // the number that died; the first children die later than these
    for (const StepFigures& f : figures)
        if (f.step <= 12) parents += f.died;
    EXPECT_GT(parents, 0u);
    EXPECT_EQ(sum({figures.begin(), figures.begin() + 12}, &StepFigures::born), 12 * 10 + 3 * parents);
    EXPECT_EQ(sum(figures, &StepFigures::dropped), 0u);
}

TEST_F(ChildrenTest, AreDrawnByCountAndChance) {
    const auto effect = family({.emitter = "child", .count = {0, 9}, .chance = 0.6f});
    const auto figures = run_modelled(make(effect, 8192, seed), effect, 60);
    const double rate_births = 600, parents = static_cast<double>(sum(figures, &StepFigures::died));
    const double children = static_cast<double>(sum(figures, &StepFigures::born)) - rate_births;
    EXPECT_GT(children, parents * 0.5);
    EXPECT_LT(children, parents * 4.5);
}

TEST_F(ChildrenTest, OfAnExactChanceAreBornOnlyBelowIt) {
    auto effect = family({.emitter = "child", .on = On::age, .age = 1 / 60.0f});
    effect.emitters[0].rate = 0;
    effect.emitters[0].bursts = {{.time = 0, .count = 1}};
    Particle first{};
    first.age = first.birth_step = 1;
    const std::uint32_t drawn = ChildrenModel(effect, seed).drawn(first, 0);
    for (const std::uint32_t more : {0u, 1u}) {
        effect.emitters[0].children[0].chance = std::ldexp(static_cast<float>(drawn + more), -24);
        auto& simulation = make(effect, 16, seed);
        EXPECT_EQ(run(simulation, 2).back().born, more);
    }
}

TEST_F(ChildrenTest, AreBornAtAnAge) {
    auto effect = family({.emitter = "child", .on = On::age, .age = 0.2f, .count = {2, 2}});
    effect.emitters[0].lifetime = {1, 1};
    effect.emitters[1].lifetime = {1, 1};
    const auto figures = run_modelled(make(effect, 4096, seed), effect, 30);
    for (const StepFigures& f : figures)  // born in step 1, 12 steps old in step 13
        EXPECT_EQ(f.born, f.step > 12 ? 30u : 10u) << "step " << f.step;
}

TEST_F(ChildrenTest, AreBornAtTheFirstStepIfTheirAgeIsLess) {
    auto effect = family({.emitter = "child", .on = On::age, .age = 0.001f});
    effect.emitters[0].lifetime = effect.emitters[1].lifetime = {1, 1};
    for (const StepFigures& f : run(make(effect, 4096, seed), 5))
        EXPECT_EQ(f.born, f.step > 1 ? 20u : 10u) << "step " << f.step;
}

TEST_F(ChildrenTest, AreBornAtTheFirstCollisionsOnly) {
    auto effect = family({.emitter = "child", .on = On::collision, .count = {1, 1}, .max_per_parent = 2});
    effect.plane = {.enabled = true, .height = 0, .restitution = 0.8f, .friction = 0};
    effects::Emitter& parent = effect.emitters[0];
    parent.rate = 0;
    parent.bursts = {{.time = 0, .count = 100}};
    parent.position = {0, 0.1f, 0};
    test::values_of(parent, "jet")["speed"] = test::random(0, 0.1f);
    parent.lifetime = {3, 3};
    test::values_of(effect.emitters[1], "gravity")["acceleration"] = glm::vec3(0);
    effect.emitters[1].lifetime = {3, 3};
    auto& simulation = make(effect, 4096, seed);
    const auto figures = run_modelled(simulation, effect, 120);
    EXPECT_EQ(sum(figures, &StepFigures::born), 100u + 2 * 100u);
    for (const Particle& p : simulation.read_living()) {
        if (p.emitter == 0) {
            EXPECT_GT(p.bounces & ~Particle::bounced, 2u);
        }
    }
}

TEST_F(ChildrenTest, OfSeveralLinksComeInTheirOrder) {
    auto effect = family({.emitter = "child", .count = {0, 3}});
    effect.emitters[0].children.push_back({.emitter = "parent", .count = {1, 2}, .chance = 0.3f});
    effect.emitters[1].children = {{.emitter = "parent", .on = On::age, .age = 0.05f, .chance = 0.2f}};
    run_modelled(make(effect, 1 << 14, seed), effect, 50);
}

TEST_F(ChildrenTest, InheritVelocity) {
    auto effect = family({.emitter = "child", .on = On::age, .age = 0.05f, .inherit_velocity = 0.5f});
    test::values_of(effect.emitters[0], "gravity")["acceleration"] = glm::vec3(0);
    auto& simulation = make(effect, 4096, seed);
    run(simulation, 3);
    run(simulation, 1);
    const auto living = simulation.read_living();
    int children = 0;
    for (const Particle& p : living) {
        if (p.emitter != 1) continue;
        ++children;
        const Particle& parent =
            living.at(p.ordinal - 10);  // the first ten were born first, and none of them has died
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_FLOAT_EQ(p.velocity[axis], parent.velocity[axis] * 0.5f) << axis;
    }
    EXPECT_EQ(children, 10);
}

TEST_F(ChildrenTest, BeyondTheRoomAreDroppedAndCounted) {
    const auto effect = family({.emitter = "child", .count = {20, 20}});
    const auto figures = run_modelled(make(effect, 300, seed), effect, 60);
    EXPECT_GT(sum(figures, &StepFigures::dropped), 0u);
    EXPECT_EQ(figures.back().alive, 300u);
}

TEST_F(ChildrenTest, TakeThePlacesOfTheOldest) {
    auto effect = family({.emitter = "child", .count = {20, 20}});
    effect.when_full = effects::WhenFull::replace_oldest;
    const auto figures = run_modelled(make(effect, 300, seed), effect, 60);
    EXPECT_GT(sum(figures, &StepFigures::replaced), 0u);
    EXPECT_EQ(sum(figures, &StepFigures::dropped), 0u);
}

TEST_F(ChildrenTest, AreBornWhereTheirParentsAreHoweverTheRingLies) {
    auto effect = family({.emitter = "child", .on = On::age, .age = 0.05f, .count = {2, 2}});
    effect.when_full = effects::WhenFull::replace_oldest;
    effect.emitters[0].lifetime = effect.emitters[1].lifetime = {3, 3};  // only births end a particle
    for (const Compaction compaction : {Compaction::staged, Compaction::fused}) {
        auto& simulation = make(effect, 77, seed);
        set_compactors(simulation, compactor(Backend::glsl, compaction),
                       compactor(Backend::glsl, compaction));
        const auto figures = run_modelled(simulation, effect, 20);
        EXPECT_EQ(figures.back().born, 30u);
        EXPECT_EQ(figures.back().replaced, 30u);
    }
}

TEST_F(ChildrenTest, BeyondTheLimitOfAStepAreDroppedAndCounted) {
    auto effect = family({.emitter = "child", .count = {5, 5}});
    effect.limits.children_per_step = 7;
    const auto figures = run_modelled(make(effect, 4096, seed), effect, 40);
    for (const StepFigures& f : figures) EXPECT_LE(f.born, 17u);
    EXPECT_GT(sum(figures, &StepFigures::dropped), 0u);
}

TEST_F(ChildrenTest, BeyondTheLimitOfAParentAreNotAskedFor) {
    auto effect = family({.emitter = "child", .count = {5, 5}});
    effect.emitters[0].children.push_back({.emitter = "parent", .count = {5, 5}});
    effect.limits.children_per_parent = 7;
    const auto figures = run_modelled(make(effect, 1 << 14, seed), effect, 30);
    EXPECT_EQ(sum(figures, &StepFigures::dropped), 0u);
}

TEST_F(ChildrenTest, OfACircleAreHeldByTheCapacity) {
    auto effect = family({.emitter = "child", .count = {1000, 1000}});
    effect.emitters[1].children = {{.emitter = "parent", .count = {1000, 1000}}};
    for (effects::Emitter& emitter : effect.emitters) emitter.lifetime = {1 / 60.0f, 1 / 60.0f};
    auto& simulation = make(effect, 5000, seed);
    const auto figures = run(simulation, 12);
    expect_balanced(figures);
    for (const StepFigures& f : figures) {
        const std::uint32_t asked = f.step == 1 ? 0 : 1000 * f.died;
        EXPECT_EQ(f.born + f.dropped, 10 + asked) << "step " << f.step;
    }
    EXPECT_EQ(figures.back().alive, 5000u);
}

TEST_F(ChildrenTest, OfACircleOfTheMostThatCanBeSaidAreHeldToo) {
    auto effect = family({.emitter = "parent", .count = {65536, 65536}});
    effect.limits = {.children_per_parent = 65536};
    effect.emitters[0].lifetime = {1 / 60.0f, 1 / 60.0f};
    constexpr std::uint32_t capacity = 100'000;  // times the children of a parent: at most 2^31
    const auto figures = run(make(effect, capacity, seed), 5);
    expect_balanced(figures);
    EXPECT_EQ(figures.back().alive, capacity);
    EXPECT_EQ(figures.back().born, capacity);
    EXPECT_EQ(figures.back().dropped, 10 + capacity * std::uint64_t{21474} - capacity);
}

TEST_F(ChildrenTest, AreNoneOfTheLost) {
    auto effect = family({.emitter = "child", .count = {3, 3}});
    effect.emitters[0].lifetime = {1 / 60.0f, 1 / 60.0f};  // it dies of age in the same step
    const test::TemporaryDirectory folder;
    effect = test::with_acceleration(folder, effect, 0, test::not_a_number);
    const auto figures = run(make(effect, 4096, seed), 10);
    for (const StepFigures& f : figures) EXPECT_EQ(f.born, 10u);
    EXPECT_EQ(figures.back().lost, 10u);
}

TEST_F(ChildrenTest, WorkInACapacityOfOne) {
    for (const auto policy : {effects::WhenFull::drop_new, effects::WhenFull::replace_oldest}) {
        auto effect = family({.emitter = "child", .count = {4, 4}});
        effect.when_full = policy;
        const auto figures = run(make(effect, 1, seed), 60);
        expect_balanced(figures);
        for (const StepFigures& f : figures) EXPECT_EQ(f.alive, 1u);
    }
}

TEST_F(ChildrenTest, OfTenThousandEmittersAreOneDispatch) {
    effects::Effect effect = short_lived(0);
    effect.emitters.assign(10'000, effect.emitters[0]);
    for (std::size_t i = 0; i < effect.emitters.size(); ++i) {
        effects::Emitter& emitter = effect.emitters[i];
        emitter.name = std::to_string(i);
        emitter.lifetime = {2 / 60.0f, 2 / 60.0f};
        emitter.children = {{.emitter = std::to_string((i + 1) % effect.emitters.size())}};
    }
    effect.emitters[0].bursts = {{.time = 0, .count = 50}};
    effect.emitters.back().rate = 60;
    auto& simulation = make(effect, 200'000, seed);
    const auto figures = run_modelled(simulation, effect, 9);
    std::map<std::uint32_t, int> by_emitter;
    for (const Particle& p : simulation.read_living()) ++by_emitter[p.emitter];
    EXPECT_EQ(by_emitter[4], 50);    // each in steps 1, 3, 5, 7 and 9
    EXPECT_EQ(by_emitter[9999], 2);  // one per step, with a lifetime of two steps
}

TEST_F(ChildrenTest, GoOnInAnotherCapacity) {
    auto effect = family({.emitter = "child", .count = {4, 4}});
    for (const auto policy : {effects::WhenFull::drop_new, effects::WhenFull::replace_oldest}) {
        effect.when_full = policy;
        auto& simulation = make(effect, 1024, seed);
        run_modelled(simulation, effect, 30);
        set_capacity(simulation, 200, *memory_);
        EXPECT_EQ(simulation.read_living().size(), 200u);
        run(simulation, 1);  // the died include those that the capacity has cost
        for (int i = 0; i < 10; ++i) expect_as_modelled(simulation, effect);
        set_capacity(simulation, 3000, *memory_);
        for (int i = 0; i < 20; ++i) expect_as_modelled(simulation, effect);
    }
}

TEST_F(ChildrenTest, OfAnEffectThatComesLaterAreBornToo) {
    auto& simulation = make(short_lived(600), 4096, seed);
    run(simulation, 20);
    const auto effect = family({.emitter = "child", .count = {2, 2}});
    set_effect(simulation, effect);
    for (int i = 0; i < 10; ++i) expect_as_modelled(simulation, effect);
    set_effect(simulation, short_lived(600));
    EXPECT_EQ(run(simulation, 1).back().born, 10u);
}

TEST_F(ChildrenTest, AreTheSameWhicheverBackendCounts) {
    auto effect = family({.emitter = "child", .count = {0, 5}});
    effect.emitters[1].children = {{.emitter = "parent", .chance = 0.2f}};
    auto &glsl = make(effect, 4096, seed), &cpu = make(effect, 4096, seed),
         &larger = make(effect, 9000, seed);
    set_compactor(cpu, compactor(Backend::cpu));
    const auto a = run(glsl, 40), b = run(cpu, 40), c = run(larger, 40);
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].hash, b[i].hash) << "step " << a[i].step;
        ASSERT_EQ(a[i].hash, c[i].hash) << "step " << a[i].step;
    }
}

TEST_F(ChildrenTest, AreTheSameWhereAStepFailedAndIsRepeated) {
    const auto effect = test::family(600);
    const auto expected = run(make(effect, 4096, seed), 40);
    for (const Backend backend : {Backend::glsl, Backend::cpu}) {
        SCOPED_TRACE(name_of(backend));  // the CPU's compactor scans for children too; OpenGL's does not
        auto& broken = make(effect, 4096, seed);
        set_compactor(broken, std::make_unique<test::FailingCompactor>(compactor(backend), 20));
        const auto found = run(broken, 40);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            ASSERT_EQ(found[i].hash, expected[i].hash) << "step " << found[i].step;
            ASSERT_EQ(found[i].bounds, expected[i].bounds);
            ASSERT_EQ(found[i].fell_back, found[i].step == 21);
        }
        EXPECT_GT(found[20].born, 10u) << "the failed step has births by rate only, no children";
        EXPECT_FALSE(broken.failure().empty());
    }
}

TEST_F(ChildrenTest, AreScannedByTheCompactorThatCan) {
    const auto effect = family({.emitter = "child", .count = {2, 2}});
    auto& simulation = make(effect, 4096, seed);
    int asked = 0;
    set_child_scan(simulation, [&]() -> std::unique_ptr<scan::Scan> {
        ++asked;
        return std::make_unique<UnusedScan>();
    });
    EXPECT_EQ(asked, 1);
    set_compactor(simulation, compactor(Backend::cpu));
    run_modelled(simulation, effect, 20);
    set_compactor(simulation, compactor(Backend::glsl));
    EXPECT_THROW(run(simulation, 1), std::logic_error);
}

TEST_F(ChildrenTest, AreCountedInMemoryThatIsSaid) {
    auto &with = make(family({.emitter = "child"}), 1000), &without = make(short_lived(60), 1000);
    EXPECT_EQ(with.memory_bytes(), without.memory_bytes() + 1000 * sizeof(std::uint32_t));
}

TEST_F(ChildrenTest, DoNotDependOnScratch) {
    const auto effect = family({.emitter = "child", .count = {3, 3}});
    auto &poisoned = make(effect, 4096, seed), &clean = make(effect, 4096, seed);
    for (int i = 0; i < 20; ++i) {
        poisoned.poison_scratch(0xA5A5A5A5);
        ASSERT_EQ(run(poisoned, 1).back().hash, run(clean, 1).back().hash);
    }
}

}  // namespace
}  // namespace winnow::particles
