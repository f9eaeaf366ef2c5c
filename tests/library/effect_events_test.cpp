// Events of particles and instances.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "library/effect_fixture.h"
#include "winnow/effect.hpp"

namespace winnow::test {
namespace {

/// Drops that fall on a floor at once or later, beside quiet ones.
constexpr const char* drops = R"json({"format": 2, "name": "drops", "floor": {"restitution": 0.5},
    "emitters": [
      {"name": "quiet", "rate": 200, "lifetime": 0.1, "modules": [{"module": "ball"}]},
      {"name": "drop", "rate": 80, "lifetime": [0.2, 0.6], "position": [0, 0.5, 0],
       "events": {"born": true, "died": true, "collided": true},
       "modules": [{"module": "ball", "radius": 0.4}, {"module": "gravity"},
                   {"module": "signal", "when": "age >= 0.1 && age - seconds < 0.1"}]},
      {"name": "splash", "rate": 0, "lifetime": 0.05, "events": {"died": true}, "modules": [{"module": "jet"}]}]})json";

/// The name of a particle in its instance.
using Name = std::pair<std::uint32_t, std::uint32_t>;  // step of birth, ordinal

class EffectEventsTest : public EffectLibraryTest {
  protected:
    winnow::Effect loaded(const char* text = drops) { return {stage_, load(text)}; }
    /// Makes a step, waits for it, and returns its events.
    std::vector<WinnowEvent> events_of_a_step() {
        steps(1);
        glFinish();
        return taken();
    }
    std::vector<WinnowEvent> taken() {
        WinnowEvents events{};
        events.size = sizeof events;
        EXPECT_EQ(winnow_take_events(stage_, &events), WINNOW_OK) << winnow_message();
        lost_ += events.lost;
        return {events.first, events.first + events.count};
    }

    std::uint64_t lost_ = 0;
};

std::map<Name, WinnowParticle> by_name(const winnow::Instance& instance) {
    std::map<Name, WinnowParticle> all;
    for (const WinnowParticle& one : instance.read()) all[{one.birth_step, one.ordinal}] = one;
    return all;
}

/// Returns what should be told, from the particles before and after a step, by who they are.
std::map<Name, std::uint32_t> expected(const std::map<Name, WinnowParticle>& before,
                                       const std::map<Name, WinnowParticle>& after) {
    std::map<Name, std::uint32_t> kinds;
    for (const auto& [name, one] : before)
        if (one.emitter == 1 && !after.contains(name)) kinds[name] |= WINNOW_DIED;
    for (const auto& [name, one] : after) {
        if (one.emitter != 1) continue;
        if (!before.contains(name)) {
            kinds[name] = WINNOW_BORN;
            continue;
        }
        if ((one.bounces >> 31) != 0) kinds[name] |= WINNOW_COLLIDED;
        if (one.age == 6) kinds[name] |= WINNOW_SIGNALLED;  // of 60 a second
    }
    return kinds;
}

TEST_F(EffectEventsTest, TellsWhatTheParticlesSay) {
    const winnow::Effect effect = loaded();
    winnow::Play aside;
    aside.seed = 7;
    aside.transform.position = {{3, 20, -1}};  // its floor is at 20 m
    const std::vector<winnow::Instance> instances{effect.play(), effect.play(aside)};
    std::vector<std::map<Name, WinnowParticle>> before(2);
    std::map<std::uint32_t, int> seen;
    for (std::uint32_t step = 1; step <= 60; ++step) {
        const std::vector<WinnowEvent> events = events_of_a_step();
        for (std::size_t i = 0; i < 2; ++i) {
            const std::map<Name, WinnowParticle> after = by_name(instances[i]);
            std::map<Name, std::uint32_t> wanted = expected(before[i], after);
            Name last{};
            for (const WinnowEvent& event : events) {
                if (event.instance != instances[i].handle()) continue;
                const Name name{event.birth_step, event.ordinal};
                EXPECT_LT(last, name) << "in order of birth";
                last = name;
                std::uint32_t told = event.kinds;
                if ((told & WINNOW_DIED) != 0)
                    told = WINNOW_DIED;  // what else it did cannot be read any more
                EXPECT_EQ(told, wanted[name]) << "step " << step;
                wanted.erase(name);
                EXPECT_EQ(event.step, step);
                EXPECT_EQ(event.emitter, 1u);
                EXPECT_EQ(event.age, step - event.birth_step);
                if (after.contains(name)) {
                    const WinnowParticle& one = after.at(name);
                    EXPECT_TRUE(std::equal(one.position, one.position + 3, event.position));
                    EXPECT_TRUE(std::equal(one.velocity, one.velocity + 3, event.velocity));
                }
                if ((event.kinds & WINNOW_COLLIDED) != 0) {
                    EXPECT_NEAR(event.position[1], i == 0 ? 0 : 20, 0.1);
                }
                for (std::uint32_t kind = 1; kind < 32; kind *= 2)
                    seen[kind] += (event.kinds & kind) != 0 ? 1 : 0;
            }
            for (const auto& [name, kinds] : wanted)
                ADD_FAILURE() << "not told: " << kinds << " in step " << step;
            before[i] = after;
        }
    }
    for (const std::uint32_t kind : {WINNOW_BORN, WINNOW_DIED, WINNOW_COLLIDED, WINNOW_SIGNALLED})
        EXPECT_GT(seen[kind], 40) << kind;
    EXPECT_EQ(seen[WINNOW_ENDED], 0);
    EXPECT_EQ(lost_, 0u);
}

/// A burst above it, and on what falls from there.
TEST_F(EffectEventsTest, ABurstHasTheFloorOfItsInstance) {
    const winnow::Effect effect = loaded();
    winnow::Play play;
    play.transform.position = {{0, 2, 0}};
    play.transform.scale = 0.5f;
    const winnow::Instance instance = effect.play(play);
    steps(1);
    const winnow::Instance burst = instance.trigger("drop", 50, {{9, 2.2f, 0}});
    steps(10);
    const winnow::Instance goes_on = effect.restore(burst.save());
    int bounces = 0;
    for (int i = 0; i < 40; ++i)
        for (const WinnowEvent& event : events_of_a_step()) {
            if (event.instance == instance.handle() || (event.kinds & WINNOW_COLLIDED) == 0) continue;
            EXPECT_NEAR(event.position[1], 2, 0.05);
            ++bounces;
        }
    EXPECT_GT(bounces, 40);
    EXPECT_FALSE(goes_on.exists());
}

TEST_F(EffectEventsTest, AreTheSameAmongOthersAndAtEachBackend) {
    const auto told = [&](WinnowBackend backend, int others) {
        winnow::StageOptions options;
        options.loader = load_function;
        options.backend = backend;
        winnow::Stage stage(options);
        const winnow::Effect effect = stage.load({"drops", drops});
        while (!effect.ready()) std::this_thread::yield();
        for (int i = 0; i < others; ++i) effect.play();
        const winnow::Instance one = effect.play();
        std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, float>> all;
        for (int step = 0; step < 40; ++step) {
            stage.step();
            glFinish();
            for (const WinnowEvent& event : stage.take_events().all)
                if (event.instance == one.handle())
                    all.emplace_back(event.step, event.birth_step, event.ordinal, event.kinds,
                                     event.position[1]);
        }
        return all;
    };
    const auto alone = told(WINNOW_GLSL, 0);
    EXPECT_GT(alone.size(), 60u);
    EXPECT_EQ(told(WINNOW_GLSL, 3), alone);
    EXPECT_EQ(told(WINNOW_CPU, 1), alone);
}

TEST_F(EffectEventsTest, WhatHasNoRoomIsCounted) {
    winnow::StageOptions options;
    options.loader = load_function;
    options.events = 5;
    winnow::Stage stage(options);
    const winnow::Effect effect =
        stage.load({"burst", R"({"format": 2, "emitters": [{"bursts": [{"count": 40}],
        "rate": 0, "lifetime": 1, "events": {"born": true}, "modules": [{"module": "point"}]}]})"});
    while (!effect.ready()) std::this_thread::yield();
    const winnow::Instance instance = effect.play();
    stage.step();
    glFinish();
    const winnow::Events events = stage.take_events();
    ASSERT_EQ(events.all.size(), 5u);
    EXPECT_EQ(events.lost, 35u);
    for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(events.all[i].ordinal, i) << "the first are kept";
    EXPECT_EQ(stage.take_events().lost, 0u) << "each is counted once";
    EXPECT_EQ(instance.read().size(), 40u);
}

TEST_F(EffectEventsTest, WhatNobodyTakesIsCounted) {
    winnow::StageOptions options;
    options.loader = load_function;
    options.events = 1 << 16;
    winnow::Stage stage(options);
    const winnow::Effect effect =
        stage.load({"burst", R"({"format": 2, "emitters": [{"rate": 1800000, "lifetime": 0.02,
        "events": {"born": true}, "modules": [{"module": "point"}]}]})"});
    while (!effect.ready()) std::this_thread::yield();
    effect.play();
    for (int i = 0; i < 4; ++i) stage.step();
    glFinish();
    const winnow::Events events = stage.take_events();
    EXPECT_EQ(events.all.size(), 65536u);
    EXPECT_EQ(events.lost, 4 * 30000u - 65536);
    EXPECT_EQ(events.all.back().step, 4u) << "the newest are kept";
}

TEST_F(EffectEventsTest, TellsTheEndOfInstancesAfterTheirLastParticle) {
    const winnow::Effect effect = loaded();
    const winnow::Instance instance = effect.play(), killed = effect.play();
    steps(20);
    glFinish();
    taken();
    const winnow::Instance burst = instance.trigger("splash", 3, {{1, 2, 3}});
    instance.stop();
    killed.kill();
    std::map<WinnowInstance, std::vector<WinnowEvent>> all;
    for (int i = 0; i < 100 && (burst.exists() || instance.exists()); ++i)
        for (const WinnowEvent& event : events_of_a_step()) all[event.instance].push_back(event);
    ASSERT_EQ(all[burst.handle()].size(), 4u) << "three deaths, one end";
    EXPECT_EQ(all[burst.handle()][2].kinds, static_cast<std::uint32_t>(WINNOW_DIED));
    EXPECT_EQ(all[burst.handle()][2].emitter, 2u);
    for (const winnow::Instance& one : {instance, burst}) {
        const WinnowEvent& last = all[one.handle()].back();
        EXPECT_EQ(last.kinds, static_cast<std::uint32_t>(WINNOW_ENDED));
        EXPECT_EQ(last.emitter, 0xFFFFFFFFu);
        EXPECT_GE(last.step, all[one.handle()][0].step);
        EXPECT_EQ(std::ranges::count(all[one.handle()], std::uint32_t{WINNOW_ENDED}, &WinnowEvent::kinds), 1);
    }
    EXPECT_TRUE(all[killed.handle()].empty()) << "who kills it knows it";
}

/// The row of an instance that ends goes to another one at once.
TEST_F(EffectEventsTest, NamesTheInstanceThatHadTheParticle) {
    const winnow::Effect effect = loaded();
    std::map<WinnowInstance, int> births;
    std::vector<WinnowInstance> all;
    for (int i = 0; i < 12; ++i) {
        const winnow::Instance instance = effect.play();
        all.push_back(instance.handle());
        steps(3);  // whose events are still on the way when it is killed
        instance.kill();
    }
    steps(2);
    glFinish();
    for (const WinnowEvent& event : taken()) {
        births[event.instance] += (event.kinds & WINNOW_BORN) != 0 ? 1 : 0;
        EXPECT_LE(event.step, 3u);
        EXPECT_EQ(event.emitter, 1u);
    }
    for (const WinnowInstance one : all) EXPECT_EQ(births[one], 3) << "in three steps";
}

TEST_F(EffectEventsTest, AnInstanceThatWaitsTellsNothing) {
    const winnow::Effect effect = loaded();
    const winnow::Instance instance = effect.play(), other = effect.play();
    steps(30);
    glFinish();
    taken();
    instance.pause();
    for (int i = 0; i < 10; ++i)
        for (const WinnowEvent& event : events_of_a_step()) EXPECT_EQ(event.instance, other.handle());
    instance.pause(false);
    const std::vector<WinnowEvent> next = events_of_a_step();
    const auto own = std::ranges::find(next, instance.handle(), &WinnowEvent::instance);
    ASSERT_NE(own, next.end());
    EXPECT_EQ(own->step, 31u);
}

TEST_F(EffectEventsTest, ATextThatAsksForThemBeginsToTell) {
    std::string quiet = drops;
    for (std::size_t at; (at = quiet.find("true")) != std::string::npos;) quiet.replace(at, 4, "false");
    const winnow::Effect effect = loaded(quiet.c_str());
    const winnow::Instance instance = effect.play();
    std::uint32_t kinds = 0;
    for (int i = 0; i < 30; ++i)
        for (const WinnowEvent& event : events_of_a_step()) kinds |= event.kinds;
    EXPECT_EQ(kinds, std::uint32_t{WINNOW_SIGNALLED}) << "the module alone";
    effect.reload({"drops", drops});
    while (!effect.ready()) std::this_thread::yield();
    for (int i = 0; i < 30; ++i)
        for (const WinnowEvent& event : events_of_a_step()) kinds |= event.kinds;
    EXPECT_EQ(kinds, 15u);
    EXPECT_EQ(instance.figures().step, 60u);
}

/// The pool of an instance of another density is dropped with it.
TEST_F(EffectEventsTest, TellsWhatWasOnTheWayWhenAllWasKilled) {
    const winnow::Effect effect = loaded();
    winnow::Play play;
    play.density = 2;
    for (const bool unloads : {false, true}) {
        const winnow::Instance instance = effect.play(play);
        int births = 0;
        for (int i = 0; i < 3; ++i)
            for (steps(1); const WinnowEvent& event : taken())
                births += (event.kinds & WINNOW_BORN) != 0 ? 1 : 0;
        if (unloads)
            effect.unload();
        else
            instance.kill();
        for (int i = 0; i < 3; ++i)
            for (const WinnowEvent& event : events_of_a_step()) {
                EXPECT_EQ(event.instance, instance.handle());
                births += (event.kinds & WINNOW_BORN) != 0 ? 1 : 0;
            }
        EXPECT_EQ(births, 8) << "160 a second";
    }
}

TEST_F(EffectEventsTest, ManyStepsAtOnceKeepTheNewest) {
    const winnow::Effect effect = loaded(R"({"format": 2, "emitters": [{"rate": 60000, "lifetime": 0.02,
        "events": {"born": true}, "modules": [{"module": "point"}]}]})");
    effect.play();
    EXPECT_EQ(winnow_advance(stage_, 2), WINNOW_OK);
    glFinish();
    const std::vector<WinnowEvent> events = taken();
    EXPECT_LE(events.size(), 65536u + 1000);
    EXPECT_GT(events.size(), 60000u);
    EXPECT_EQ(events.size() + lost_, 120u * 1000);
    EXPECT_EQ(events.back().step, 120u);
}

TEST_F(EffectEventsTest, Refuses) {
    WinnowStageOptions options{};
    options.size = sizeof options;
    options.loader = load_function;
    options.events = (1 << 16) + 1;
    WinnowStage stage = 0;
    refused(winnow_stage_create(&options, &stage), WINNOW_BAD_INPUT, "events: must be 1 to 65536");
    refused(winnow_take_events(stage_, nullptr), WINNOW_BAD_INPUT, "events: must not be null");
    WinnowEvents events{};
    refused(winnow_take_events(stage_, &events), WINNOW_BAD_INPUT, "size");
    events.size = sizeof events;
    refused(winnow_take_events(stage_ + 1, &events), WINNOW_BAD_HANDLE, "stage");
    EXPECT_EQ(winnow_take_events(stage_, &events), WINNOW_OK);
    EXPECT_EQ(events.first, nullptr);
    EXPECT_EQ(events.count + events.lost, 0u);
}

}  // namespace
}  // namespace winnow::test
