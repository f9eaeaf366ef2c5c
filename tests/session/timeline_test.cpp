// Checks that a timeline goes to every step with the same state, whichever way and whatever was changed in
// between, that it keeps to its limits, and that edits in the past change what they should.
#include "session/timeline.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "session/playback.h"
#include "support/errors.h"
#include "support/failing_suite.h"
#include "support/family.h"
#include "support/gl_answers.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

using EditsAtSteps = std::vector<std::pair<std::uint64_t, effects::Edit>>;

constexpr TimelineLimits roomy_timeline{.bytes = 1 << 30, .checkpoints = 64, .every = 10};

effects::Settings busy_timeline() {
    return test::busy_settings(2000);
}

effects::Edit births(float per_second) {
    return {"/effect/emitters/0/rate", per_second};
}

using Digest = std::size_t;

Digest digest(const state::SavedState& saved) {
    return std::hash<std::string>()(state::encode_state(saved));
}

/// A session and its timeline.
struct TimedRun {
    Session session;
    Timeline timeline;

    explicit TimedRun(const effects::Settings& settings = busy_timeline(),
                      const TimelineLimits& limits = roomy_timeline)
        : session(test::headless_context(), {}, settings), timeline(session, limits) {}

    void go(std::uint64_t step) {
        ASSERT_TRUE(timeline.seek(step)) << timeline.seek(step).reason;
        timeline.arrive();
        ASSERT_EQ(timeline.playhead(), step);
    }
    /// Stands for the whole state after a step, and what determines the steps that follow.
    Digest state() { return digest(session.save()); }
    Digest state_at(std::uint64_t step) {
        go(step);
        return state();
    }
    std::uint32_t alive() { return session.save().state.alive(); }
};

/// Makes a run from its beginning with the inputs, without a timeline.
Digest straight(const effects::Settings& settings, const EditsAtSteps& inputs, std::uint64_t steps) {
    Session session(test::headless_context(), {}, settings);
    auto next = inputs.begin();
    for (;;) {
        const std::uint64_t step = session.simulation().steps();
        for (; next != inputs.end() && next->first == step; ++next) session.apply(next->second);
        if (step == steps) return digest(session.save());
        session.step();
        session.simulation().settle();
    }
}

class TimelineTest : public test::GlTest {};

TEST_F(TimelineTest, EveryStepIsTheSameWhicheverWay) {
    for (const char* name : {"fireworks", "waterfall", "spellblade"}) {
        effects::Settings settings;
        settings.effect = effects::load(name);
        settings.simulation.density = 0.1f;
        settings.simulation.capacity = 4096;
        TimedRun run(settings);
        std::map<std::uint64_t, Digest> states;
        for (const std::uint64_t step : {7, 20, 33, 64}) states[step] = run.state_at(step);
        EXPECT_EQ(states[64], straight(settings, {}, 64)) << name;
        for (const std::uint64_t step : {33, 7, 64, 20})
            EXPECT_EQ(run.state_at(step), states[step]) << name << " " << step;
        EXPECT_EQ(run.timeline.newest(), 64u);
    }
}

TEST_F(TimelineTest, InputsComeAgainAtTheirSteps) {
    const EditsAtSteps inputs{{3, births(900)},
                              {10, {"/simulation/capacity", 150}},
                              {12, {"/simulation/density", 3}},
                              {20, {"/simulation/capacity", 1500}},
                              {20, {"/effect", effects::to_json(test::family(3000))}},
                              {27, {"/effect/when_full", "replace-oldest"}}};
    TimedRun run;
    std::map<std::uint64_t, Digest> states;
    const auto note = [&](std::uint64_t step) { states[step] = run.state_at(step); };
    note(0);
    for (const auto& [step, edit] : inputs) {
        run.go(step);
        run.timeline.apply(edit);
        note(step);
    }
    note(25);
    note(35);
    EXPECT_EQ(states[35], straight(busy_timeline(), inputs, 35));
    EXPECT_EQ(run.timeline.checkpoints(), (std::vector<std::uint64_t>{0, 10, 20, 30}));
    for (const std::uint64_t step : {20, 35, 10, 27, 3, 12, 0, 25, 35})
        EXPECT_EQ(run.state_at(step), states[step]) << step;
    EXPECT_EQ(run.timeline.settings_at(11).simulation.capacity, 150u);
    EXPECT_EQ(run.timeline.settings_at(35), run.session.settings());
}

TEST_F(TimelineTest, AnEditThatChangesNothingIsNoInput) {
    TimedRun run;
    run.go(20);
    const Digest before = run.state();
    const effects::Settings settings = run.timeline.settings();
    const InputChange change = run.timeline.apply(births(900)).change;
    EXPECT_TRUE(run.timeline.apply(births(900)).change.added.empty()) << "a drag that rests for a frame";
    EXPECT_EQ(run.timeline.inputs().size(), 1u);
    run.timeline.take_back(change);
    run.timeline.arrive();
    EXPECT_EQ(run.timeline.settings().effect, settings.effect) << "what is undone is undone";
    EXPECT_EQ(run.state(), before);
}

TEST_F(TimelineTest, HowStepsAreMadeDoesNotMatter) {
    TimedRun run;
    const Digest early = run.state_at(15), late = run.state_at(35);
    run.timeline.apply({"/simulation/backend", "cpu"});
    run.timeline.apply({"/simulation/paused", true});
    EXPECT_TRUE(run.timeline.inputs().empty());
    EXPECT_EQ(run.state_at(15), early);
    EXPECT_EQ(run.session.wait_reports().back().by.backend, Backend::cpu) << "reports are of the run now";
    EXPECT_TRUE(run.session.settings().simulation.paused) << "it is no part of the run";
    run.timeline.apply({"/simulation/backend", "glsl"});
    run.timeline.apply({"/simulation/compaction", "fused"});
    EXPECT_EQ(run.state_at(35), late);
    EXPECT_EQ(run.session.algorithm().compaction, Compaction::fused);
    run.timeline.apply({"/simulation/compaction", "bits"});
    EXPECT_EQ(run.state_at(15), early);
    run.go(32);
    run.timeline.apply(births(900));
    const Digest later = run.state_at(38);
    run.go(31);
    run.timeline.seek(38);
    run.timeline.apply({"/simulation/compaction", "staged"});
    EXPECT_EQ(run.session.settings().effect.emitters[0].rate, 5000) << "it is on its way";
    EXPECT_EQ(run.state_at(38), later);
}

TEST_F(TimelineTest, ThePointerPressesAgain) {
    effects::Settings settings = busy_timeline();
    test::values_of(settings.effect.emitters[0], "pointer-wake");
    TimedRun run(settings);
    std::map<std::uint64_t, Digest> states;
    for (std::uint64_t step = 5; step < 30; step += 3) {
        run.go(step);
        run.timeline.set_pointer({glm::vec3(0.02f * static_cast<float>(step), 1, 0), step % 2 ? 1.0f : 0});
        run.timeline.set_pointer(run.session.simulation().pointer());  // it stays
        states[step] = run.state_at(step);
    }
    EXPECT_EQ(run.timeline.inputs().size(), states.size());
    for (const std::uint64_t step : {8, 29, 17, 26, 5, 20})
        EXPECT_EQ(run.state_at(step), states[step]) << step;
    const auto edit = run.timeline.apply(births(800));
    run.timeline.set_pointer({glm::vec3(2), 1});
    EXPECT_TRUE(run.session.simulation().pointer().is_pressed()) << "it has arrived before and after an edit";
    EXPECT_EQ(run.timeline.inputs().size(), states.size() + 2);
    run.timeline.take_back(edit.change);
    EXPECT_EQ(run.timeline.inputs().size(), states.size() + 1);
    run.timeline.seek(25);
    run.timeline.set_pointer({glm::vec3(9), 1});
    EXPECT_EQ(run.timeline.inputs().size(), states.size() + 1) << "it is on its way";
}

TEST_F(TimelineTest, AResetAndANewSeedBeginAnew) {
    TimedRun run;
    run.go(25);
    run.timeline.apply(births(900));
    run.go(15);
    run.go(30);
    run.timeline.seek(12);
    run.timeline.seek(28);
    run.timeline.advance({});
    run.timeline.reset();
    effects::Settings settings = busy_timeline();
    settings.effect.emitters[0].rate = 900;
    EXPECT_EQ(run.session.settings(), settings) << "those of the destination stay";
    EXPECT_EQ(run.timeline.newest(), 0u);
    EXPECT_TRUE(run.timeline.inputs().empty());
    EXPECT_EQ(run.timeline.checkpoints(), std::vector<std::uint64_t>{0});
    EXPECT_EQ(run.timeline.bytes(), 0u) << "step 0 needs no memory";
    EXPECT_EQ(run.state_at(22), straight(settings, {}, 22));
    run.go(14);
    run.timeline.apply({"/simulation/seed", 77});
    settings.simulation.seed = 77;
    EXPECT_EQ(run.timeline.playhead(), 0u);
    EXPECT_EQ(run.timeline.newest(), 0u);
    run.go(22);
    EXPECT_EQ(run.state_at(12), straight(settings, {}, 12));
}

/// Emitters that were removed before the first step have left their slots.
TEST_F(TimelineTest, ItBeginsAsAfterAReset) {
    effects::Settings two = busy_timeline();
    two.effect.emitters.insert(two.effect.emitters.begin(), two.effect.emitters[0]);
    two.effect.emitters[0].name = "removed";
    Session session(test::headless_context(), {}, two);
    session.adopt(busy_timeline());
    Timeline timeline(session, roomy_timeline);
    const auto state_at = [&](std::uint64_t step) {
        EXPECT_TRUE(timeline.seek(step));
        timeline.arrive();
        return digest(session.save());
    };
    const Digest state = state_at(5);
    EXPECT_EQ(state, straight(busy_timeline(), {}, 5));
    state_at(8);
    EXPECT_EQ(state_at(5), state);
}

/// Steps of a backend that works beside OpenGL are pending for a while.
TEST_F(TimelineTest, ABackendMayFailOnTheWay) {
    effects::Settings settings = busy_timeline();
    settings.simulation.backend = Backend::glsl;
    TimedRun run(settings);
    run.session.suites().replace(
        std::make_unique<test::FailingSuite>(run.session.suites().of(Backend::glsl), 25));
    run.timeline.apply({"/simulation/backend", "cuda"});
    run.go(22);
    EXPECT_EQ(run.timeline.checkpoints().size(), 3u);
    EXPECT_EQ(run.state_at(12), straight(settings, {}, 12));
    EXPECT_EQ(run.session.notice(), "");
    EXPECT_EQ(run.state_at(33), straight(settings, {}, 33));
    EXPECT_NE(run.session.notice(), "");
    EXPECT_EQ(run.state_at(15), straight(settings, {}, 15));
}

TEST_F(TimelineTest, ARunCanBeginLater) {
    TimedRun run;
    run.go(13);
    const state::SavedState saved = run.session.save();
    const Digest later = run.state_at(30);
    run.session.restore(saved, 2000);
    run.timeline.begin();
    EXPECT_EQ(run.timeline.beginning(), 13u);
    EXPECT_GT(run.timeline.bytes(), 0u);
    run.go(35);
    EXPECT_EQ(run.state_at(30), later);
    EXPECT_EQ(run.state_at(13), digest(saved));
    EXPECT_FALSE(run.timeline.seek(12));
    EXPECT_EQ(run.timeline.seek(12).reason,
              "step 12 is not one of the timeline's, which go from 13 to 4398046511104");
    EXPECT_FALSE(run.timeline.seek(state::max_steps + 1));
    EXPECT_THROW(run.timeline.apply_at(12, births(1)), std::logic_error);
    EXPECT_EQ(run.timeline.destination(), 13u);
}

/// The GPU may be so far behind that there is no slot for the figures of one step more.
TEST_F(TimelineTest, ItGoesOnOnceAGpuCatchesUp) {
    TimedRun run;
    ASSERT_TRUE(run.timeline.seek(100));
    {
        const test::GlAnswer<PFNGLCLIENTWAITSYNCPROC> waits(
            glad_glClientWaitSync, [](GLsync, GLbitfield, GLuint64) -> GLenum { return GL_TIMEOUT_EXPIRED; });
        for (int tries = 0; tries < 100 && run.timeline.playhead() < 10;
             ++tries)  // a busy machine needs some
            EXPECT_FALSE(run.timeline.advance(std::chrono::milliseconds(100)));
        EXPECT_EQ(run.timeline.playhead(), 10u) << "the checkpoint waits until its size is known";
    }
    EXPECT_TRUE(run.timeline.advance(std::chrono::seconds(10)));
}

TEST_F(TimelineTest, ItGoesInSlices) {
    TimedRun run;
    run.go(40);
    const Digest state = run.state_at(24);
    run.go(40);
    ASSERT_TRUE(run.timeline.seek(24));
    EXPECT_FALSE(run.timeline.advance({}));
    EXPECT_EQ(run.timeline.playhead(), 21u) << "from the checkpoint of step 20, one step at least";
    ASSERT_TRUE(run.timeline.seek(12));
    EXPECT_FALSE(run.timeline.advance({}));
    EXPECT_EQ(run.timeline.playhead(), 11u) << "the destination may change on the way";
    ASSERT_TRUE(run.timeline.seek(24));
    int slices = 1;
    while (!run.timeline.advance({})) ++slices;
    EXPECT_EQ(slices, 4) << "forwards, it takes the checkpoint too";
    EXPECT_EQ(run.state(), state);
    EXPECT_TRUE(run.timeline.advance({})) << "it is there";
    EXPECT_EQ(run.timeline.playhead(), 24u);
}

TEST_F(TimelineTest, ItKeepsToItsLimits) {
    TimedRun some(busy_timeline(), {.bytes = 1 << 30, .checkpoints = 12, .every = 2});
    some.go(240);
    const auto steps = some.timeline.checkpoints();
    EXPECT_EQ(steps.size(), 13u);
    EXPECT_EQ(steps.front(), 0u);
    EXPECT_EQ(steps.back(), 240u);
    EXPECT_LT(steps[12] - steps[11], (steps[1] - steps[0]) / 2) << "denser near the playhead";
    for (std::size_t i = 1; i < steps.size(); ++i)
        EXPECT_LE(steps[i] - steps[i - 1], 240 / 6) << "no way is a large part of the run: " << i;
    some.go(60);
    EXPECT_LE(some.timeline.checkpoints().size(), 13u);
    const auto near = std::ranges::count_if(some.timeline.checkpoints(),
                                            [](std::uint64_t step) { return step > 40 && step < 80; });
    EXPECT_GE(near, 3) << "now it is dense there";

    const std::uint64_t one = 1500 * particles::particle_bytes;  // 5000 births a second that live 0.3 s
    TimedRun tight(busy_timeline(), {.bytes = 5 * one, .checkpoints = 64, .every = 4});
    for (std::uint64_t step = 8; step <= 120; step += 8) {
        tight.go(step);
        ASSERT_LE(tight.timeline.bytes(), 5 * one) << step;
    }
    EXPECT_GE(tight.timeline.checkpoints().size(), 4u);
    EXPECT_GT(tight.timeline.bytes(), 2 * one);
    EXPECT_LE(TimelineLimits::of(tight.session.facts()).bytes, 800'000'000u);
}

int timeline_allocations_left = 0;
PFNGLNAMEDBUFFERSTORAGEPROC timeline_storage = nullptr;
void GLAD_API_PTR refuse_timeline_storage(GLuint name, GLsizeiptr bytes, const void* data, GLbitfield flags) {
    if (timeline_allocations_left-- > 0) timeline_storage(name, bytes, data, flags);
}

TEST_F(TimelineTest, TheOldestInputsAreGivenUpWithTheirPast) {
    TimelineLimits limits = roomy_timeline;
    limits.inputs = 16;
    TimedRun run(busy_timeline(), limits);
    const InputChange first = run.timeline.apply(births(100)).change;
    for (std::uint64_t step = 1; step <= 40; ++step) {
        run.go(step);
        run.timeline.apply(births(1000 + 10.0f * static_cast<float>(step)));
    }
    EXPECT_LE(run.timeline.inputs().size(), limits.inputs + 1);
    const std::uint64_t beginning = run.timeline.beginning();
    EXPECT_GT(beginning, 0u);
    EXPECT_EQ(beginning % limits.every, 0u) << "at a checkpoint";
    const auto said = run.timeline.take_left_out();
    ASSERT_FALSE(said.empty());
    EXPECT_NE(said.back().find(fmt::format("the past before step {} is gone", beginning)), std::string::npos);
    EXPECT_FALSE(run.timeline.can_travel(first));
    EXPECT_FALSE(run.timeline.seek(beginning - 1));
    const Digest state = run.state();
    run.go(beginning);
    EXPECT_EQ(run.state_at(40), state);
}

TEST_F(TimelineTest, WithoutMemoryItGoesTheLongWay) {
    TimedRun none(busy_timeline(), {.bytes = 1000, .checkpoints = 64, .every = 10});
    const Digest state = none.state_at(14);
    none.go(35);
    EXPECT_EQ(none.timeline.checkpoints(), std::vector<std::uint64_t>{0});
    EXPECT_EQ(none.state_at(14), state);

    TimedRun refused;
    timeline_storage = glad_glNamedBufferStorage;
    {
        const test::GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage,
                                                                 refuse_timeline_storage);
        timeline_allocations_left = 2;
        refused.go(35);
    }
    EXPECT_EQ(refused.timeline.checkpoints(), std::vector<std::uint64_t>{0});
    EXPECT_EQ(refused.state_at(14), state);
}

int timeline_refusals_left = 0;
void GLAD_API_PTR refuse_first_storage(GLuint name, GLsizeiptr bytes, const void* data, GLbitfield flags) {
    if (timeline_refusals_left-- <= 0) timeline_storage(name, bytes, data, flags);
}

TEST_F(TimelineTest, CheckpointsGiveTheirMemoryToACapacityThatNeedsIt) {
    TimedRun run;
    run.go(35);
    EXPECT_EQ(run.timeline.checkpoints().size(), 4u);
    timeline_storage = glad_glNamedBufferStorage;
    {
        const test::GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage,
                                                                 refuse_first_storage);
        timeline_refusals_left = 1;
        run.timeline.apply({"/simulation/capacity", 5000});
    }
    EXPECT_EQ(run.session.settings().simulation.capacity, 5000u);
    EXPECT_EQ(run.timeline.checkpoints(), std::vector<std::uint64_t>{0});
    const auto said = run.timeline.take_left_out();
    ASSERT_EQ(said.size(), 1u);
    EXPECT_NE(said[0].find("3 checkpoints"), std::string::npos) << said[0];
    const Digest state = run.state();
    run.go(14);
    EXPECT_EQ(run.state_at(35), state);
}

TEST_F(TimelineTest, ARewrittenPastHasItsLaterInputs) {
    TimedRun run;
    run.go(24);
    run.timeline.apply({"/simulation/density", 0.5});
    const Digest before = run.state_at(40);
    const Timeline::Applied at_12 = run.timeline.apply_at(12, births(1200));
    EXPECT_EQ(run.timeline.destination(), 40u);
    EXPECT_EQ(run.timeline.checkpoints(), (std::vector<std::uint64_t>{0, 10}));
    run.timeline.arrive();
    const EditsAtSteps inputs{{12, births(1200)}, {24, {"/simulation/density", 0.5}}};
    EXPECT_EQ(run.state(), straight(busy_timeline(), inputs, 40)) << "it is computed anew up to where it was";
    run.go(6);
    const Timeline::Applied at_6 = run.timeline.apply(births(3000));
    EXPECT_EQ(run.timeline.playhead(), 6u);
    EXPECT_EQ(run.timeline.newest(), 40u);
    EXPECT_EQ(run.state_at(10), straight(busy_timeline(), {{6, births(3000)}}, 10));
    const Digest both = run.state_at(40);
    run.timeline.take_back(at_6.change);
    run.timeline.take_back(at_12.change);
    EXPECT_EQ(run.state_at(40), before) << "as if they had never been";
    run.timeline.put_back(at_12.change);
    run.timeline.put_back(at_6.change);
    EXPECT_EQ(run.state_at(40), both);
}

/// As if it had always been so: what was done to the same value on the way gives way.
TEST_F(TimelineTest, AnEditOfTheBeginningIsSeenAtTheDestination) {
    TimedRun run;
    run.go(24);
    const Timeline::Applied at_24 = run.timeline.apply(births(700));
    run.timeline.apply({"/simulation/density", 0.5});
    run.go(30);
    const Digest before = run.state();
    InputChange gesture;
    for (const float rate : {1000.0f, 2000.0f, 3000.0f}) {
        const effects::Edit edit = births(rate);
        gesture.add(run.timeline.apply_at(0, std::span(&edit, 1), PastEdit::rewrite, {}, 7).change);
        EXPECT_EQ(run.timeline.settings().effect.emitters[0].rate, rate)
            << "at once, though it is on its way";
        EXPECT_EQ(run.timeline.inputs().size(), 2u) << "one edit of a gesture replaces that before it";
    }
    run.timeline.arrive();
    EXPECT_EQ(run.state(),
              straight(busy_timeline(), {{0, births(3000)}, {24, {"/simulation/density", 0.5}}}, 30));
    EXPECT_EQ(gesture.added.size(), 1u);
    ASSERT_EQ(gesture.removed.size(), 1u);
    EXPECT_EQ(gesture.removed[0].number, at_24.change.added[0].number);
    run.timeline.take_back(gesture);
    EXPECT_EQ(run.state_at(30), before);
}

TEST_F(TimelineTest, AWholeEffectComesAgainWithItsFiles) {
    TimedRun run;
    run.go(12);
    effects::Settings other = run.session.settings();
    other.effect = test::family(3000);
    other.compiled = effects::compile(other.effect);
    run.timeline.adopt(other);
    const Digest state = run.state_at(25);
    run.go(5);
    EXPECT_EQ(run.state_at(25), state);
    EXPECT_EQ(run.session.settings().compiled, other.compiled) << "not compiled anew";
    EXPECT_EQ(run.timeline.settings_at(12).compiled, other.compiled);
}

TEST_F(TimelineTest, ItCanBeMadeToGoForwardsOnly) {
    TimedRun run;
    run.go(12);
    run.timeline.go_forwards_only("a trace is written");
    EXPECT_EQ(run.timeline.seek(11).reason, "a trace is written");
    run.timeline.apply(births(900));
    run.go(25);
    EXPECT_TRUE(run.timeline.inputs().empty());
    run.timeline.reset();
    EXPECT_EQ(run.timeline.reason(), "a trace is written");
    EXPECT_TRUE(run.timeline.checkpoints().empty());
}

TEST_F(TimelineTest, ABranchForgetsWhatCameAfter) {
    TimedRun run;
    run.go(14);
    run.timeline.apply({"/simulation/density", 2});
    run.go(24);
    run.timeline.apply({"/simulation/density", 0.5});
    run.go(40);
    run.timeline.apply_at(20, births(1200), PastEdit::branch);
    EXPECT_EQ(run.timeline.destination(), 20u);
    EXPECT_EQ(run.timeline.newest(), 20u);
    EXPECT_EQ(run.timeline.inputs().size(), 2u);
    EXPECT_EQ(run.timeline.checkpoints(), (std::vector<std::uint64_t>{0, 10, 20}));
    const EditsAtSteps inputs{{14, {"/simulation/density", 2}}, {20, births(1200)}};
    EXPECT_EQ(run.state_at(40), straight(busy_timeline(), inputs, 40));
    run.go(30);
    run.timeline.set_pointer({glm::vec3(1), 1}, PastEdit::branch);
    EXPECT_EQ(run.timeline.newest(), 30u);
    run.timeline.arrive();
    EXPECT_TRUE(run.session.simulation().pointer().is_pressed());
}

/// Taking out an edit at the playhead brings back the particles that it has cost.
TEST_F(TimelineTest, AnEditIsTakenOutWhereItIs) {
    TimedRun run;
    run.go(26);
    const Digest before = run.state();
    const auto cut = run.timeline.apply({"/simulation/capacity", 50});
    EXPECT_EQ(run.alive(), 50u);
    run.timeline.take_back(cut.change);
    EXPECT_TRUE(run.timeline.is_travelling());
    EXPECT_EQ(run.timeline.settings().simulation.capacity, 2000u) << "those to which it travels";
    run.timeline.arrive();
    EXPECT_EQ(run.state(), before);
}

TEST_F(TimelineTest, ALaterInputThatIsNoLongerValidIsLeftOut) {
    effects::Settings settings = busy_timeline();
    settings.effect.emitters.push_back(settings.effect.emitters[0]);
    settings.effect.emitters[1].name = "second";
    TimedRun run(settings);
    run.go(20);
    run.timeline.apply({"/effect/emitters/1/rate", 100});
    run.timeline.apply({"/simulation/density", 0.5});
    const Digest before = run.state_at(33);
    const effects::Edit removal{"/effect", effects::to_json(busy_timeline().effect)};
    const auto removed = run.timeline.apply_at(15, removal);
    run.timeline.arrive();
    const std::vector<std::string> said = run.timeline.take_left_out();
    ASSERT_EQ(said.size(), 1u);
    EXPECT_EQ(said[0].find("the edit after step 20 is left out: /effect/emitters/1"), 0u) << said[0];
    EXPECT_EQ(run.state(), straight(settings, {{15, removal}, {20, {"/simulation/density", 0.5}}}, 33));
    EXPECT_EQ(run.timeline.settings_at(33), run.session.settings());
    run.timeline.take_back(removed.change);
    EXPECT_EQ(run.state_at(33), before) << "it is valid again";
    EXPECT_TRUE(run.timeline.take_left_out().empty());
    EXPECT_FALSE(run.timeline.inputs().front().is_left_out);
    run.timeline.apply_at(15, removal);
    run.timeline.arrive();
    EXPECT_EQ(run.timeline.take_left_out(), said) << "again";
    EXPECT_TRUE(run.timeline.inputs()[1].is_left_out);
}

TEST_F(TimelineTest, ARefusedEditChangesNothing) {
    TimedRun run;
    const Digest early = run.state_at(12), late = run.state_at(33);
    EXPECT_THROW(run.timeline.apply(births(-1)), Error);
    EXPECT_THROW(run.timeline.apply_at(12, births(-1)), Error);
    EXPECT_THROW(run.timeline.apply_at(12, {"/simulation/seed", "x"}), Error);
    EXPECT_EQ(run.timeline.checkpoints().size(), 4u);
    EXPECT_TRUE(run.timeline.inputs().empty());
    EXPECT_TRUE(run.timeline.advance({}));
    EXPECT_EQ(run.state(), late);
    EXPECT_EQ(run.state_at(12), early);
}

TEST_F(TimelineTest, ACapacityThatDoesNotFitLeavesThePlayhead) {
    TimedRun run;
    run.go(12);
    run.timeline.apply({"/simulation/capacity", 3000});
    const Digest state = run.state_at(25);
    ASSERT_TRUE(run.timeline.seek(5));
    timeline_storage = glad_glNamedBufferStorage;
    {
        const test::GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage,
                                                                 refuse_timeline_storage);
        timeline_allocations_left = 0;
        EXPECT_THROW(run.timeline.advance({}), Error);
    }
    EXPECT_EQ(run.timeline.destination(), 25u);
    EXPECT_TRUE(run.timeline.advance({}));
    EXPECT_EQ(run.state(), state);
}

TEST_F(TimelineTest, APlaybackForgetsAPastThatCannotBeComputed) {
    Session session(test::headless_context(), {}, busy_timeline());
    Playback playback(session, "");
    playback.apply({"/simulation/paused", true});
    const auto go = [&](std::uint64_t step) {
        ASSERT_TRUE(playback.seek(step));
        do playback.advance(0);
        while (playback.timeline().is_travelling());
    };
    go(12);
    playback.apply({"/simulation/capacity", 3000});
    go(25);
    playback.set_edit_place(EditPlace::first_step);
    playback.apply(births(900));
    EXPECT_TRUE(playback.timeline().is_travelling());
    timeline_storage = glad_glNamedBufferStorage;
    {
        const test::GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer(glad_glNamedBufferStorage,
                                                                 refuse_timeline_storage);
        timeline_allocations_left = 0;
        playback.advance(0);
    }
    EXPECT_FALSE(playback.take_said().empty());
    EXPECT_FALSE(playback.timeline().is_travelling());
    EXPECT_EQ(playback.timeline().beginning(), 25u) << "the run goes on from here";
    playback.advance(0);
    EXPECT_TRUE(playback.take_said().empty()) << "it is said once";
}

TEST_F(TimelineTest, WhatCannotBeRepeatedIsSaid) {
    TimedRun run;
    run.go(25);
    run.timeline.apply({"/simulation/compaction", "atomic"});
    EXPECT_EQ(run.timeline.seek(12).reason,
              "the compaction atomic keeps no order, so that no step comes out the same twice");
    EXPECT_EQ(run.timeline.destination(), 25u);
    run.timeline.apply({"/simulation/compaction", "staged"});
    const Digest state = run.state_at(12);
    const auto edit = run.timeline.apply(births(800));
    run.timeline.apply({"/simulation/compaction", "atomic"});
    EXPECT_EQ(run.timeline.checkpoints().size(), 2u) << "no step has been made with it";
    EXPECT_FALSE(run.timeline.can_travel(edit.change));
    EXPECT_THROW(run.timeline.take_back(edit.change), std::logic_error);
    run.go(16);
    EXPECT_NE(run.timeline.reason().find("keeps no order, so that no step comes out the same twice; reset"),
              std::string::npos)
        << run.timeline.reason();
    EXPECT_TRUE(run.timeline.checkpoints().empty());
    EXPECT_EQ(run.timeline.newest(), 16u);
    EXPECT_EQ(run.timeline.seek(15).reason, run.timeline.reason());
    run.timeline.apply(births(700));
    EXPECT_TRUE(run.timeline.inputs().empty());
    test::expect_error(ExitStatus::bad_input, "keeps no order",
                       [&] { run.timeline.apply_at(12, births(900)); });
    run.go(40);
    run.timeline.begin();
    EXPECT_NE(run.timeline.reason().find("has moved the particles"), std::string::npos);
    run.timeline.apply({"/simulation/compaction", "staged"});
    run.timeline.reset();
    EXPECT_EQ(run.timeline.reason(), "");
    const Digest anew = run.state_at(12);
    EXPECT_NE(anew, state) << "its edits are those of the end";
    run.go(25);
    EXPECT_EQ(run.state_at(12), anew);
}

TEST_F(TimelineTest, AnEffectThatSeesDepthGoesForwardsOnly) {
    TimedRun run;
    run.go(25);
    effects::Effect seeing = busy_timeline().effect;
    test::values_of(seeing.emitters[0], "collide-depth");
    const effects::Edit edit{"/effect", effects::to_json(seeing)};
    test::expect_error(ExitStatus::bad_input, "cannot be replayed", [&] { run.timeline.apply_at(12, edit); });
    run.timeline.apply(edit);
    run.go(15);
    run.go(25);
    EXPECT_EQ(run.timeline.reason(), "");
    run.go(26);
    EXPECT_NE(run.timeline.reason().find("cannot be replayed"), std::string::npos);
    EXPECT_FALSE(run.timeline.seek(25));
}

}  // namespace
}  // namespace winnow::session
