// Checks the estimate of how many particles an effect keeps alive.
#include "effects/compile/max_alive.h"

#include <gtest/gtest.h>

namespace winnow::effects {
namespace {

constexpr float lifetime = 2;

Emitter emitter(const char* name, float rate) {
    Emitter made;
    made.name = name;
    made.rate = rate;
    made.lifetime = {lifetime / 2, lifetime};
    return made;
}

Children children(const char* name, float count, On on = On::death) {
    Children made;
    made.emitter = name;
    made.on = on;
    made.count = {count, count};
    return made;
}

/// Returns an effect in which "parent" gives 100 births per second whose particles have the children `born`;
/// "child" has no births of its own.
Effect family(const Children& born) {
    Effect effect;
    effect.emitters = {emitter("parent", 100), emitter("child", 0)};
    effect.emitters[0].children = {born};
    return effect;
}
constexpr double parents = 100 * lifetime;

double with_burst(const Burst& burst, float density = 1) {
    Effect effect;
    effect.emitters = {emitter("parent", 0)};
    effect.emitters[0].bursts = {burst};
    return max_alive(effect, density);
}

TEST(MostAlive, RatesLastALifetime) {
    Effect effect;
    effect.emitters = {emitter("a", 100), emitter("b", 10)};
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 110 * lifetime);
    EXPECT_DOUBLE_EQ(max_alive(effect, 3), 330 * lifetime);
}

TEST(MostAlive, BurstsThatLiveTogetherAreCountedTogether) {
    EXPECT_DOUBLE_EQ(with_burst({0, 500, 0, 0}), 500);
    EXPECT_DOUBLE_EQ(with_burst({0, 500, 0, 0}, 2), 1000);
    EXPECT_DOUBLE_EQ(with_burst({0, 500, 0.5f, 2}), 3 * 500);           // all within one lifetime
    EXPECT_DOUBLE_EQ(with_burst({0, 500, 0.5f, 0}), 5 * 500);           // five begin in two seconds
    EXPECT_DOUBLE_EQ(with_burst({0, 500, 0.5f, 1000}), 5 * 500);        // practically endless
    EXPECT_DOUBLE_EQ(with_burst({9, 500, 8, 0}), 500 * (1 + 1 / 4.0));  // one, and a share of the next
}

TEST(MostAlive, BurstsThatVaryCountWithTheirMost) {
    const auto whole = [](std::uint32_t n) { return Constant(n); };
    EXPECT_DOUBLE_EQ(with_burst({.count = Value(Random(whole(5), whole(70)))}), 70);
    EXPECT_DOUBLE_EQ(with_burst({.count = Value(Formula("min(10 * time, 90)"))}), 90);
    EXPECT_DOUBLE_EQ(with_burst({.count = 10, .every = 1, .delay = {0, 3}}), 10 * (lifetime + 4))
        << "four can come at once";
}

TEST(MostAlive, EmittersThatEndOrLoopHaveNoMoreThanTheyGive) {
    Effect effect;
    effect.emitters = {emitter("a", 100)};
    effect.emitters[0].duration = 0.5f;
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 50);
    effect.emitters[0].loop = true;
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 100 * lifetime);
    effect.emitters[0].rate = 0;
    effect.emitters[0].bursts = {{.time = 0.1f, .count = 10}};
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 10 * (lifetime / 0.5 + 1));
    effect.emitters[0].bursts[0].time = 0.7f;
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 0) << "it never comes";
}

TEST(MostAlive, ChildrenComeAsOftenAsTheirParents) {
    EXPECT_DOUBLE_EQ(max_alive(family(children("child", 7)), 1), parents * (1 + 7));
    EXPECT_DOUBLE_EQ(max_alive(family(children("child", 7)), 2), 2 * parents * (1 + 7));
    Children rare = children("child", 8);
    rare.count = {2, 6};
    rare.chance = 0.25f;
    EXPECT_DOUBLE_EQ(max_alive(family(rare), 1), parents * (1 + 4 * 0.25));
}

TEST(MostAlive, ChildrenOfBurstsComeAllAtOnce) {
    Effect effect = family(children("child", 30));
    effect.emitters[0].rate = 0;
    effect.emitters[0].bursts = {{0, 40, 0, 0}};
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 40 * (1 + 30));
}

TEST(MostAlive, ChildrenOfParentsThatLiveLongCountByTheirRate) {
    for (const On on : {On::time, On::distance}) {
        Effect effect = family(children("child", 3, on));
        Emitter& parent = effect.emitters[0];
        parent.rate = 0.0f;
        parent.bursts = {{.time = 0, .count = 14}};
        parent.lifetime = {1e6f, 1e6f};
        parent.children[0].every = 0.25f;
        parent.children[0].distance = 1.25f;  // at the speed that is supposed, 5 m/s, as often
        EXPECT_DOUBLE_EQ(max_alive(effect, 1), 14 + 14 * 3 * (lifetime / 0.25 + 1));
        parent.lifetime = {0.5f, 0.5f};
        EXPECT_DOUBLE_EQ(max_alive(effect, 1), 14 + 14 * 3 * 2)
            << "all children of a short life live together";
    }
}

TEST(MostAlive, OnlyEventsThatHappenHaveChildren) {
    Children late = children("child", 7, On::age);
    late.age = lifetime / 2;
    EXPECT_DOUBLE_EQ(max_alive(family(late), 1), parents * (1 + 7));
    late.age = lifetime * 2;
    EXPECT_DOUBLE_EQ(max_alive(family(late), 1), parents);
    Children bounced = children("child", 7, On::collision);
    bounced.max_per_parent = 3;
    Effect effect = family(bounced);
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), parents * (1 + 3 * 7));
    effect.plane.enabled = false;
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), parents);
}

TEST(MostAlive, ModulesThatMakeParticlesLiveLongerCount) {
    Effect effect;
    effect.emitters = {emitter("a", 100)};
    effect.emitters[0].modules = {{.module = "lifespan", .values = {{"time", 60}}}};
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 100 * 60);
    effect.emitters[0].modules = {{.module = "ageing", .values = {{"rate", -0.5}}}};
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 2 * parents);
}

TEST(MostAlive, CollidingModulesHaveCollisions) {
    Effect effect = family(children("child", 7, On::collision));
    effect.plane.enabled = false;
    effect.emitters[0].modules = {{.module = "collide-plane"}};
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), parents * (1 + 7));
}

TEST(MostAlive, GrandchildrenAreCounted) {
    Effect effect = family(children("child", 5));
    effect.emitters.push_back(emitter("grandchild", 0));
    effect.emitters[1].children = {children("grandchild", 4)};
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), parents * (1 + 5 + 5 * 4));
}

TEST(MostAlive, CirclesThatDwindleComeToAnEnd) {
    Effect effect;
    effect.emitters = {emitter("parent", 100)};
    effect.emitters[0].children = {children("parent", 1)};
    effect.emitters[0].children[0].chance = 0.5f;
    EXPECT_NEAR(max_alive(effect, 1), 2 * parents, 0.01 * parents);
}

TEST(MostAlive, CirclesThatGrowComeUpToTheLimits) {
    Effect effect = family(children("child", 2));
    effect.emitters[1].children = {children("child", 1000)};
    effect.limits.children_per_step = 50;
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), parents + 50.0 * effect.steps_per_second * lifetime);
    effect.limits.children_per_step = 1;
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), parents + 1.0 * effect.steps_per_second * lifetime);
    effect.emitters[0].rate = 0;
    effect.emitters[0].bursts = {{0, 40, 0, 0}};
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), 40 + 1.0 * effect.steps_per_second * lifetime);
}

TEST(MostAlive, OneParentHasNoMoreThanTheLimits) {
    Effect effect = family(children("child", 1000));
    effect.limits.children_per_parent = 10;
    EXPECT_DOUBLE_EQ(max_alive(effect, 1), parents * (1 + 10));
}

}  // namespace
}  // namespace winnow::effects
