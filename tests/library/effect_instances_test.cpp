// Many instances on one stage: each is what it would be alone, and passes do not depend on their number.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "library/effect_fixture.h"
#include "winnow/effect.hpp"

namespace winnow::test {
namespace {

class EffectInstancesTest : public EffectLibraryTest {
  protected:
    static WinnowPlay seeded(std::uint32_t seed) {
        WinnowPlay play{};
        play.size = sizeof play;
        play.seed = seed;
        play.density = 0.1f;  // fewer take less time
        return play;
    }
    void kill(WinnowInstance instance) const { ASSERT_EQ(winnow_kill(stage_, instance), WINNOW_OK); }

    /// The state of an instance at some moment.
    struct Moment {
        std::uint64_t hash;
        WinnowInstanceFigures figures;
    };
    Moment moment_of(WinnowInstance instance) const {
        const std::uint64_t its_hash = hash(instance);
        return {its_hash, figures(instance)};
    }
    /// Returns what an instance is after so many steps, and ends it.
    Moment moment_after(WinnowEffect effect, const WinnowPlay& asked, int made) const {
        const WinnowInstance instance = play(effect, &asked);
        steps(made);
        const Moment moment = moment_of(instance);
        EXPECT_EQ(moment.figures.dropped, 0u);
        kill(instance);
        return moment;
    }
    /// Makes the steps that are left, and expects that the instance is then what another was.
    void expect(WinnowInstance instance, const Moment& other, const char* what) const {
        while (figures(instance).step < other.figures.step) steps(1);
        const Moment now = moment_of(instance);
        EXPECT_EQ(now.figures.step, other.figures.step) << what;
        EXPECT_EQ(now.figures.dropped, 0u) << what;
        EXPECT_EQ(now.figures.alive, other.figures.alive) << what;
        EXPECT_EQ(now.hash, other.hash) << what;
    }
};

TEST_F(EffectInstancesTest, ChildrenAreNumberedAmongThoseOfTheirInstance) {
    const WinnowEffect effect = load(
        R"({"format": 2, "emitters": [
            {"name": "parents", "rate": 600, "lifetime": [0.05, 0.2], "children": [{"emitter": "children", "count": [1, 3]}]},
            {"name": "children", "rate": 0, "lifetime": [0.1, 0.3]}]})");
    const WinnowPlay asked = seeded(5), other = seeded(6);
    const Moment alone = moment_after(effect, asked, 30);
    play(effect, &other);
    steps(10);
    const WinnowInstance among = play(effect, &asked);
    play(effect, &other);
    expect(among, alone, "among others");
}

/// An effect whose identities, moments, attributes or children differ from those of the others.
class EveryInstanceTest : public EffectInstancesTest, public ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Of, EveryInstanceTest, ::testing::Values("rocket", "lightning", "explosion"),
                         [](const auto& name) {
                             std::string text = name.param;
                             std::erase(text, '-');
                             return text;
                         });

TEST_P(EveryInstanceTest, IsTheSameAmongOthers) {
    const WinnowEffect effect = load(nullptr, GetParam());
    const WinnowPlay asked = seeded(5);
    WinnowPlay there = play_at(2, 1, 0, 0.5f);
    there.density = asked.density;
    const Moment alone = moment_after(effect, asked, 50), placed_alone = moment_after(effect, there, 50);
    ASSERT_GT(alone.figures.alive, 0u);
    std::vector<WinnowInstance> others;
    for (std::uint32_t seed = 1; seed <= 3; ++seed) {
        const WinnowPlay other = seeded(seed);
        others.push_back(play(effect, &other));
        steps(7);
    }
    const WinnowInstance same = play(effect, &asked), placed = play(effect, &there);
    steps(20);
    kill(others[1]);
    ASSERT_EQ(winnow_pause(stage_, same, 1), WINNOW_OK);
    ASSERT_EQ(winnow_set_speed(stage_, others[0], 3), WINNOW_OK);
    ASSERT_EQ(winnow_advance(stage_, 3.0 / 60), WINNOW_OK);
    ASSERT_EQ(winnow_pause(stage_, same, 0), WINNOW_OK);
    steps(1);
    const WinnowInstance late = play(effect, &asked);
    expect(placed, placed_alone, "placed");
    expect(same, alone, "paused");
    expect(late, alone, "in the row of one that was killed");
}

/// Counts the commands that a stage gives.
std::map<std::string, int>& commands() {
    static std::map<std::string, int> counts;
    return counts;
}

template <typename Function>
Function& known() {
    static Function function = nullptr;
    return function;
}

void counted_dispatch(GLuint x, GLuint y, GLuint z) {
    ++commands()["dispatch"];
    known<PFNGLDISPATCHCOMPUTEPROC>()(x, y, z);
}
void counted_indirect(GLintptr offset) {
    ++commands()["indirect"];
    known<PFNGLDISPATCHCOMPUTEINDIRECTPROC>()(offset);
}
void counted_draw(GLenum mode, const void* arguments) {
    ++commands()["draw"];
    known<PFNGLDRAWARRAYSINDIRECTPROC>()(mode, arguments);
}

void* counting_loader(const char* name) {
    void* const found = load_function(name);
    const std::string_view text = name;
    if (text == "glDispatchCompute") {
        known<PFNGLDISPATCHCOMPUTEPROC>() = reinterpret_cast<PFNGLDISPATCHCOMPUTEPROC>(found);
        return reinterpret_cast<void*>(&counted_dispatch);
    }
    if (text == "glDispatchComputeIndirect") {
        known<PFNGLDISPATCHCOMPUTEINDIRECTPROC>() = reinterpret_cast<PFNGLDISPATCHCOMPUTEINDIRECTPROC>(found);
        return reinterpret_cast<void*>(&counted_indirect);
    }
    if (text == "glDrawArraysIndirect") {
        known<PFNGLDRAWARRAYSINDIRECTPROC>() = reinterpret_cast<PFNGLDRAWARRAYSINDIRECTPROC>(found);
        return reinterpret_cast<void*>(&counted_draw);
    }
    return found;
}

class EffectCommandsTest : public EffectInstancesTest {
  protected:
    void SetUp() override {
        loader_ = counting_loader;
        EffectInstancesTest::SetUp();
    }
    /// Returns what a step and a picture take.
    std::map<std::string, int> commands_of_a_frame(const HostPicture& host) const {
        steps(1);
        drawn(host, picture(host));
        commands().clear();
        steps(1);
        drawn(host, picture(host));
        return commands();
    }
};

TEST_F(EffectCommandsTest, DependOnProgramsAndNotOnInstances) {
    const HostPicture host;
    const WinnowEffect one = load(cloud);
    std::string text = cloud;
    text.replace(text.find("0.2, 0.1"), 8, "0.1, 0.7");
    const WinnowEffect other = load(text.c_str(), "other");
    play(one);
    const auto few = commands_of_a_frame(host);
    EXPECT_GT(few.at("dispatch") + few.at("indirect"), 3);
    for (std::uint32_t i = 0; i < 20; ++i) {
        WinnowPlay asked = seeded(i + 1);
        asked.density = 1;
        play(i % 2 == 0 ? one : other, &asked);
    }
    EXPECT_EQ(commands_of_a_frame(host), few) << "effects that differ in numbers share programs";
    play(load(R"({"format": 2, "emitters": [{"rate": 100, "modules": [{"module": "gravity"}]}]})"));
    EXPECT_GT(commands_of_a_frame(host).at("dispatch"), few.at("dispatch"));
}

TEST_F(EffectInstancesTest, AnEffectIsReloadedApartFromThoseThatShareItsPrograms) {
    const WinnowEffect one = load(cloud, "one"), other = load(cloud, "other");
    const WinnowInstance stays = play(one), changes = play(other), stays_too = play(one);
    steps(10);
    const WinnowEffectSource moved = source(
        R"({"format": 2, "emitters": [{"rate": 6000, "lifetime": 10,
            "modules": [{"module": "gravity"}, {"module": "size", "diameter": "1 + life"}]}]})");
    ASSERT_EQ(winnow_effect_reload(stage_, other, &moved), WINNOW_OK) << winnow_message();
    std::int32_t ready = 0;
    while (ready == 0 && winnow_effect_ready(stage_, other, &ready) == WINNOW_OK) std::this_thread::yield();
    EXPECT_EQ(figures(changes).alive, 333u) << "the living live on";
    steps(5);
    EXPECT_EQ(figures(changes).alive, 833u);
    EXPECT_GT(figures(changes).box_min[1], -0.01f) << "what moves meets the floor";
    EXPECT_EQ(figures(stays).alive, 499u);
    EXPECT_LT(figures(stays).box_min[1], -0.4f);
    const std::uint64_t before = hash(stays);
    EXPECT_EQ(hash(stays_too), before);
    const WinnowInstance alone = play(one);
    kill(stays);
    kill(changes);
    steps(15);
    EXPECT_EQ(hash(alone), before) << "the others are what they would be without the reload";
}

TEST_F(EffectInstancesTest, PropertiesAreOfOneInstance) {
    const WinnowEffect effect = load(
        R"({"format": 2, "properties": [{"name": "many", "value": 600, "range": [0, 9000]}], "emitters": [{
            "rate": "many", "lifetime": 10}]})");
    const WinnowInstance few = play(effect), many = play(effect);
    ASSERT_EQ(winnow_set_property(stage_, many, "many", 6000), WINNOW_OK) << winnow_message();
    steps(5);
    EXPECT_EQ(figures(few).alive, 50u);
    EXPECT_EQ(figures(many).alive, 500u);
}

/// Of two emitters, the second of which lives shortly.
constexpr const char* two_emitters =
    R"({"format": 2, "emitters": [{"name": "a", "rate": 60, "lifetime": 10, "modules": [{"module": "ball", "radius": 0.5}]},
    {"name": "b", "rate": 120, "lifetime": 0.05, "modules": [{"module": "jet", "speed": 3}]}]})";

TEST_F(EffectInstancesTest, TheirParticlesCanBeRead) {
    const WinnowEffect effect = load(two_emitters);
    const WinnowPlay there = play_at(100), elsewhere = play_at(-100);
    play(effect, &elsewhere);
    const winnow::Instance instance(stage_, play(effect, &there));
    EXPECT_TRUE(instance.read().empty()) << "before the first step";
    steps(10);
    const std::vector<WinnowParticle> all = instance.read();
    ASSERT_EQ(all.size(), 10u + 6) << "of b, those of the last three steps live";
    std::uint32_t of_b = 0, step = 0;
    for (const WinnowParticle& one : all) {
        EXPECT_NEAR(one.position[0], 100, 1);
        EXPECT_EQ(one.age, 10 - one.birth_step);
        EXPECT_EQ(one.lifetime, one.emitter == 0 ? 600u : 3u);
        EXPECT_LE(one.emitter, 1u);
        EXPECT_GE(one.birth_step, step) << "the oldest first";
        step = one.birth_step;
        of_b += one.emitter;
    }
    EXPECT_EQ(of_b, 6u);
    WinnowParticle first{};
    std::uint64_t count = 0;
    ASSERT_EQ(winnow_instance_read(stage_, instance.handle(), &first, 1, &count), WINNOW_OK);
    EXPECT_EQ(count, all.size()) << "more than there is room for";
    EXPECT_EQ(std::memcmp(&first, &all.front(), sizeof first), 0);
    refused(winnow_instance_read(stage_, instance.handle(), nullptr, 1, &count), WINNOW_BAD_INPUT,
            "particles");
    refused(winnow_instance_read(stage_, effect, nullptr, 0, &count), WINNOW_BAD_HANDLE, "no instance");

    const WinnowEffectSource reordered = source(
        R"({"format": 2, "emitters": [{"name": "b", "rate": 0, "lifetime": 0.05, "modules": [{"module": "jet", "speed": 3}]},
        {"name": "a", "rate": 0, "lifetime": 10, "modules": [{"module": "ball", "radius": 0.5}]}]})");
    ASSERT_EQ(winnow_effect_reload(stage_, effect, &reordered), WINNOW_OK) << winnow_message();
    std::int32_t ready = 0;
    while (ready == 0 && winnow_effect_ready(stage_, effect, &ready) == WINNOW_OK) std::this_thread::yield();
    steps(3);
    ASSERT_EQ(instance.read().size(), 10u);
    EXPECT_EQ(instance.read().front().emitter, 1u) << "its place in the list now";
}

TEST_F(EffectInstancesTest, PropertiesAreFoundOnce) {
    const WinnowEffect effect = load(cloud);
    const WinnowInstance by_name = play(effect), by_property = play(effect);
    WinnowProperty property = 0, other = 0;
    ASSERT_EQ(winnow_find_property(stage_, effect, "size", &property), WINNOW_OK) << winnow_message();
    ASSERT_EQ(winnow_find_property(stage_, load(cloud), "size", &other), WINNOW_OK);
    EXPECT_EQ(property, other) << "the name counts";
    ASSERT_EQ(winnow_set_property(stage_, by_name, "size", 0.7f), WINNOW_OK);
    ASSERT_EQ(winnow_set_found_property(stage_, by_property, property, 0.7f), WINNOW_OK) << winnow_message();
    const HostPicture host;
    steps(3);
    EXPECT_GT(sum_of(drawn(host, picture(host))), 0);
    EXPECT_EQ(hash(by_name), hash(by_property));
    refused(winnow_find_property(stage_, effect, "sise", &other), WINNOW_BAD_INPUT, "did you mean size");
    refused(winnow_set_found_property(stage_, by_name, 0, 1), WINNOW_BAD_INPUT,
            "no property has the number 0");
    refused(winnow_set_found_property(stage_, by_name, property, 7), WINNOW_BAD_INPUT,
            "size: must be 0.1 to 2, not 7");
}

/// Of two emitters, the second of which has births by triggers alone; its particles die as sparks.
constexpr const char* hits = R"({"format": 2, "name": "hits", "emitters": [
    {"name": "idle", "rate": 30, "lifetime": 10, "modules": [{"module": "ball", "radius": 0.5}]},
    {"name": "hit", "rate": 0, "lifetime": 0.1, "children": [{"emitter": "spark", "count": 2}],
     "modules": [{"module": "jet", "speed": 2, "spread": 10}]},
    {"name": "spark", "rate": 0, "lifetime": 0.05, "modules": [{"module": "jet", "speed": 1}]}]})";

TEST_F(EffectInstancesTest, BurstsHappenWhereTheyAreTriggered) {
    const winnow::Effect effect(stage_, load(hits));
    const HostPicture host;
    const winnow::Instance instance = effect.play(), alone = effect.play();
    steps(3);
    const winnow::Instance right = instance.trigger("hit", 25, {{10, 0, 0}}, {{3, 0, 0}}),
                           again = instance.trigger("hit", 25, {{10, 0, 0}}, {{3, 0, 0}}),
                           down = instance.trigger("hit", 7, {{0, 20, 0}}, {{0, -1, 0}});
    EXPECT_THROW(right.save(), winnow::EffectError) << "before its step";
    steps(1);
    ASSERT_EQ(right.read().size(), 25u);
    ASSERT_EQ(down.read().size(), 7u);
    for (const WinnowParticle& one : right.read()) {
        EXPECT_EQ(one.emitter, 1u);
        EXPECT_NEAR(one.position[0], 10, 0.1);
        EXPECT_GT(one.velocity[0], 1.4f);
        EXPECT_NEAR(one.velocity[1], 0, 0.5);
    }
    for (const WinnowParticle& one : down.read()) {
        EXPECT_NEAR(one.position[1], 20, 0.1);
        EXPECT_LT(one.velocity[1], -1.4f);
    }
    EXPECT_NE(right.hash(), again.hash()) << "each draws numbers of its own";
    EXPECT_EQ(instance.hash(), alone.hash()) << "whose births are as they were";
    EXPECT_GT(sum_of(drawn(host, picture(host))), 0);
    steps(6);
    EXPECT_EQ(right.read().size(), 50u) << "each has two children when it dies";
    for (int i = 0; i < 100 && down.exists(); ++i) {
        steps(1);
        glFinish();
    }
    EXPECT_FALSE(down.exists()) << "with the last of its particles";
    EXPECT_TRUE(instance.exists());
}

TEST_F(EffectInstancesTest, ABurstWaitsWithThePausedAndTheSlow) {
    const winnow::Effect effect(stage_, load(hits));
    winnow::Play slow;
    slow.speed = 0.25f;
    const winnow::Instance slowly = effect.play(slow), paused = effect.play();
    steps(2);
    paused.pause();
    const winnow::Instance later = slowly.trigger("hit", 3, {{1, 0, 0}}),
                           never = paused.trigger("hit", 3, {{1, 0, 0}});
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(winnow_advance(stage_, 1 / 60.0), WINNOW_OK);
        glFinish();
        EXPECT_TRUE(later.exists());
        EXPECT_EQ(later.read().size(), 0u);
    }
    ASSERT_EQ(winnow_advance(stage_, 1 / 60.0), WINNOW_OK);
    EXPECT_EQ(later.read().size(), 3u) << "in the first step that is due to it";
    steps(30);
    EXPECT_TRUE(never.exists());
    never.pause(false);
    steps(1);
    EXPECT_EQ(never.read().size(), 3u);
    const auto refuses = [&](const char* words, auto change) {
        WinnowTrigger asked{};
        asked.size = sizeof asked;
        asked.count = 1;
        asked.emitter = "hit";
        change(asked);
        refused(winnow_trigger(stage_, paused.handle(), &asked, nullptr), WINNOW_BAD_INPUT, words);
    };
    refuses("emitter: the effect hits has no hits (did you mean hit?)",
            [](WinnowTrigger& one) { one.emitter = "hits"; });
    refuses("emitter: must not be null", [](WinnowTrigger& one) { one.emitter = nullptr; });
    refuses("count: must be 1 to 16777216, not 0", [](WinnowTrigger& one) { one.count = 0; });
    refuses("direction", [](WinnowTrigger& one) { one.direction[0] = NAN; });
    refuses("transform", [](WinnowTrigger& one) { one.position[0] = INFINITY; });
    refuses("size", [](WinnowTrigger& one) { one.size = 3; });
}

TEST_F(EffectInstancesTest, ArePrewarmedAsTheCallerAsks) {
    const WinnowEffect effect =
        load(R"({"format": 2, "prewarm": 0.5, "emitters": [{"rate": 60, "lifetime": 10}]})");
    const auto steps_of = [&](float prewarm) {
        WinnowPlay asked{};
        asked.size = sizeof asked;
        asked.prewarm = prewarm;
        const WinnowInstance instance = play(effect, &asked);
        steps(1);
        return figures(instance).step;
    };
    EXPECT_EQ(steps_of(0), 31u) << "as the effect says";
    EXPECT_EQ(steps_of(-1), 1u);
    EXPECT_EQ(steps_of(2), 121u);
    const winnow::Effect of_cpp(stage_, effect);
    winnow::Play none;
    none.prewarm = 0;
    const winnow::Instance waits = of_cpp.play(none);
    const winnow::Instance goes_on = of_cpp.restore(waits.save());
    steps(1);
    EXPECT_EQ(waits.figures().step, 1u);
    EXPECT_EQ(goes_on.figures().step, 1u);
    WinnowPlay odd{};
    odd.size = sizeof odd;
    odd.prewarm = 601;
    WinnowInstance instance = 0;
    refused(winnow_play(stage_, effect, &odd, &instance), WINNOW_BAD_INPUT,
            "prewarm: must be up to 600 seconds, not 601");
}

TEST_F(EffectInstancesTest, PrewarmsWhileOthersWait) {
    std::string text = cloud;
    text.replace(text.find("\"name\": \"cloud\""), 15, "\"prewarm\": 0.5, \"name\": \"warm\"");
    const WinnowEffect effect = load(text.c_str());
    const WinnowInstance first = play(effect);
    steps(1);
    EXPECT_EQ(figures(first).step, 31u);
    const std::uint64_t before = hash(first);
    const WinnowInstance second = play(effect);
    ASSERT_EQ(winnow_pause(stage_, first, 1), WINNOW_OK);
    steps(1);
    EXPECT_EQ(hash(first), before);
    EXPECT_EQ(hash(second), before);
}

/// An instance that waits takes the newest text; a burst finds its emitter there by its name, or ends.
TEST_F(EffectInstancesTest, WhatWaitsGoesOnWithAnotherText) {
    constexpr const char* two = R"({"format": 2, "emitters": [{"name": "a", "rate": 0, "lifetime": 9},
        {"name": "b", "rate": 0, "lifetime": 9}]})";
    constexpr const char* turned = R"({"format": 2, "emitters": [{"name": "b", "rate": 0, "lifetime": 9},
        {"name": "a", "rate": 0, "lifetime": 9}]})";
    constexpr const char* one = R"({"format": 2, "emitters": [{"name": "a", "rate": 600, "lifetime": 9}]})";
    winnow::Effect effect(stage_, load(two));
    const winnow::Instance owner = effect.play();
    for (const char* text : {turned, one}) {  // their programs are built already
        effect.reload({"two", two});
        while (!effect.ready()) std::this_thread::yield();
        steps(1);
        const winnow::Instance burst = owner.trigger("b", 5, {{0, 0, 0}});
        effect.reload({"other", text});
        while (!effect.ready()) std::this_thread::yield();
        steps(2);
        if (text == one) {
            EXPECT_FALSE(burst.exists()) << "nobody is called b any more";
            continue;
        }
        const std::vector<WinnowParticle> particles = burst.read();
        ASSERT_EQ(particles.size(), 5u);
        for (const WinnowParticle& particle : particles) EXPECT_EQ(particle.emitter, 0u);
    }
    EXPECT_EQ(owner.read().size(), 20u);
    const winnow::Effect early = winnow::Effect(stage_, [&] {
        WinnowEffect loaded = 0;
        const WinnowEffectSource from = source(two);
        EXPECT_EQ(winnow_effect_load(stage_, &from, &loaded), WINNOW_OK);
        return loaded;
    }());
    const winnow::Instance waits = early.play();
    early.reload({"one", one});
    while (!early.ready()) std::this_thread::yield();
    steps(3);
    EXPECT_EQ(waits.read().size(), 30u) << "births by the newest text";
}

}  // namespace
}  // namespace winnow::test
