// Checks that recorded inputs are replayed at the same steps, and that every recording that is incomplete or
// not valid is refused.
#include "session/recording.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/output.h"
#include "effects/format/effect_file.h"
#include "session/playback.h"
#include "session/replays.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

using test::expect_error;

effects::Settings begin() {
    effects::Settings settings = test::busy_settings(2000);
    settings.simulation.seed = 3;
    settings.simulation.density = 0.7f;
    return settings;
}

class RecordingTest : public test::GlTest {
  protected:
    std::string path(const char* name) const { return (folder_.path() / name).string(); }

    /// Acts as a person at the window. Returns the number of steps that were made in total.
    void record() {
        Session session(test::headless_context(), {}, begin());
        Playback playback(session, path("first.jsonl"));
        playback.record(path("x.rec"));
        playback.advance(whole_frame);
        playback.apply({"/effect/emitters/0/modules/1/acceleration", {0, -3.3f, 0}});
        playback.apply({"/simulation/backend", "cpu"});
        playback.advance(whole_frame);
        playback.apply({"/simulation/capacity", 150});
        playback.apply({"/display/bloom", false});
        EXPECT_THROW(playback.apply({"/effect/emitters/0/rate", -1}), Error);
        playback.advance(whole_frame);
        effects::Effect other = session.settings().effect;
        other.when_full = effects::WhenFull::replace_oldest;
        other.emitters.push_back(other.emitters[0]);
        playback.take_effect(effects::compile(other));
        playback.apply({"/simulation/density", 2.1f});
        for (int i = 0; i < 8; ++i) playback.advance(whole_frame);
        playback.reset();
        for (int i = 0; i < 3; ++i) playback.advance(whole_frame);
        playback.apply({"/simulation/seed", 99});
        for (int i = 0; i < 3; ++i) playback.advance(whole_frame);
        playback.finish_trace();
        playback.finish_recording();
    }

    test::TemporaryDirectory folder_;
};

TEST_F(RecordingTest, IsDoneAgainAtTheSameSteps) {
    record();
    const Recording recording = read_recording(path("x.rec"));
    const auto expected = test::states_in(path("first.jsonl"));
    EXPECT_EQ(replay(recording, expected.size(), path("again.jsonl")), expected);
}

TEST_F(RecordingTest, HoldsWhatTheStateIsAFunctionOf) {
    record();
    const Recording recording = read_recording(path("x.rec"));
    EXPECT_EQ(recording.begin, state::conditions_of(begin(), 0));
    std::vector<std::string> pointers;
    for (const RecordedInput& input : recording.inputs)
        pointers.push_back(input.edit ? input.edit->pointer : "reset");
    EXPECT_EQ(pointers,
              (std::vector<std::string>{"/effect/emitters/0/modules/1/acceleration", "/simulation/capacity",
                                        "/effect", "/simulation/density", "reset", "/simulation/seed"}));
    EXPECT_EQ(recording.inputs[0].step, 4u);
    EXPECT_EQ(recording.inputs[1].step, 8u);
    EXPECT_EQ(recording.end, 12u);
}

TEST_F(RecordingTest, IsOverWhenItsLastStepIsMade) {
    Recording recording;
    recording.end = 3;
    EXPECT_FALSE(Replay(recording).finished(2));
    EXPECT_TRUE(Replay(recording).finished(3));
    recording.inputs = {{3, std::nullopt}};
    EXPECT_FALSE(Replay(recording).finished(3)) << "the last input was not applied";
}

TEST_F(RecordingTest, ATraceHasTheStepsBeforeANewBeginning) {
    Session session(test::headless_context(), {}, begin());
    Playback playback(session, path("all.jsonl"));
    const auto step = [&] {
        session.simulation().settle();
        session.step();  // its report is not taken
    };
    step();
    playback.apply({"/simulation/seed", 4});
    step();
    playback.reset();
    step();
    playback.finish_trace();
    playback.finish_recording();
    EXPECT_EQ(test::states_in(path("all.jsonl")).size(), 3u);
}

TEST_F(RecordingTest, IsCompleteOrAbsent) {
    { Recorder unfinished(path("y.rec"), state::conditions_of(begin(), 0)); }
    EXPECT_FALSE(std::filesystem::exists(path("y.rec")));
    expect_error(ExitStatus::bad_input, "/nowhere/x",
                 [] { Recorder("/nowhere/x", state::conditions_of(begin(), 0)); });
}

void expect_refused(const std::string& text, const std::string& part) {
    expect_error(ExitStatus::bad_input, part, [&] { parse_recording(text, "x.rec"); });
    expect_error(ExitStatus::bad_input, "x.rec:", [&] { parse_recording(text, "x.rec"); });
}

TEST_F(RecordingTest, EveryCutIsRefused) {
    record();
    const std::string text = test::text_of(path("x.rec"));
    for (std::size_t size = 0; size < text.size(); size += size < 40 ? 1 : 41)
        expect_refused(text.substr(0, size), "recording");
    expect_refused(text.substr(0, text.size() - 1), "cut short");
    expect_refused(text + "{}\n", "more follows");
}

TEST_F(RecordingTest, MalformedLinesAreRefused) {
    nlohmann::ordered_json first = to_json(state::conditions_of(begin(), 5));
    expect_refused(first.dump() + "\n", "no recording");
    first["recording"] = 2;
    expect_refused(first.dump() + "\n", "format 2");
    first["recording"] = recording_format;
    expect_refused(first.dump() + "\n", "\"schema\" is missing");
    first["schema"] = 99;
    expect_refused(first.dump() + "\n", "its schema is 99");
    first["schema"] = json_schema;
    const std::string head = first.dump() + "\n", end = "{\"step\":9,\"end\":true}\n";
    EXPECT_EQ(parse_recording(head + end, "x.rec").end, 9u);
    const auto edit = [](const std::string& pointer, const std::string& value) {
        return "{\"step\":9,\"edit\":{\"pointer\":\"" + pointer + "\",\"value\":" + value + "}}\n";
    };
    EXPECT_EQ(parse_recording(head + edit("/simulation/density", "2") + end, "x.rec").inputs.size(), 1u);
    const std::string reseeded = head + edit("/simulation/seed", "4") + "{\"step\":2,\"end\":true}\n";
    EXPECT_EQ(parse_recording(reseeded, "x.rec").end, 2u) << "a new seed restarts the run";
    expect_refused(head + edit("/simulation/density", "-2") + end, "x.rec:2: /simulation/density");
    expect_refused(head + edit("/effect/nowhere", "2") + end, "nowhere");
    expect_refused(head + edit("x", "2") + end, "pointer");
    expect_refused(head + "{\"step\":9,\"edit\":{\"pointer\":7,\"value\":1}}\n" + end,
                   "\"pointer\" and \"value\"");
    expect_refused(head + "{\"step\":9,\"edit\":7}\n" + end, "\"pointer\" and \"value\"");
    expect_refused(head + "{\"step\":4,\"reset\":true}\n" + end, "step 4 comes after step 5");
    expect_refused(head + "{\"step\":-1,\"reset\":true}\n" + end, "step");
    expect_refused(head + "{\"step\":9}\n" + end, "one of");
    expect_refused(head + "{\"step\":9,\n" + end, "x.rec:2");
    expect_refused(head + "[]\n" + end, "JSON object");
    expect_refused(head, "cut short");
}

TEST_F(RecordingTest, WhatChangesNoStateIsRefused) {
    nlohmann::ordered_json first = to_json(state::conditions_of(begin(), 0));
    first["schema"] = json_schema;
    first["recording"] = recording_format;
    for (const char* pointer : {"/simulation/compaction", "/simulation/backend", "/simulation/paused",
                                "/display/bloom", "/simulation", "", "/effects"}) {
        const nlohmann::json edit{{"step", 0}, {"edit", {{"pointer", pointer}, {"value", "atomic"}}}};
        expect_refused(first.dump() + "\n" + edit.dump() + "\n",
                       "x.rec:2: \"pointer\" must lead into /effect");
    }
}

TEST_F(RecordingTest, AnEffectOfAnEarlierFormatIsRefused) {
    nlohmann::ordered_json first = to_json(state::conditions_of(begin(), 0));
    first.update({{"schema", json_schema}, {"recording", recording_format}, {"effect", {{"format", 1}}}});
    expect_refused(first.dump() + "\n{\"step\":9,\"end\":true}\n",
                   "/effect/format: must be 2, not 1, which only earlier versions read");
}

TEST_F(RecordingTest, ARunOfAnotherLengthIsSaid) {
    Recording recording;
    recording.origin = "x.rec";
    recording.inputs = {{3, std::nullopt}, {9, effects::Edit{"/simulation/density", 2}}};
    recording.end = 9;
    Replay replay(recording);
    EXPECT_EQ(replay.difference(2), "x.rec: not all was done again: 0 of 2 changes, up to step 2");
    const Replay::Hands idle{[](const effects::Edit&) {}, [] {}};
    replay.feed([] { return 3u; }, idle);
    EXPECT_NE(replay.difference(8).find("1 of 2 changes, up to step 8"), std::string::npos);
    EXPECT_EQ(replay.difference(9), "");  // the remaining input changes no step
    replay.feed([] { return 9u; }, idle);
    EXPECT_EQ(replay.difference(9), "");
    EXPECT_EQ(replay.difference(12), "x.rec: the recording ends after step 9; the run went on to step 12");
}

TEST_F(RecordingTest, AnInputThatDoesNotWorkHereNamesItself) {
    Recording recording;
    recording.origin = "x.rec";
    recording.inputs = {{3, effects::Edit{"/simulation/capacity", 5}}};
    Replay replay(recording);
    const Replay::Hands hands{[](const effects::Edit&) { bad_input("no room"); }, [] {}};
    replay.feed([] { return 2u; }, hands);
    expect_error(ExitStatus::bad_input, "x.rec: after step 3: no room",
                 [&] { replay.feed([] { return 3u; }, hands); });
}

}  // namespace
}  // namespace winnow::session
