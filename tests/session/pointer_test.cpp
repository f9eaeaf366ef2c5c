// Checks that the pointer is recorded as it moves, and that a replay moves it exactly so. The shaders of
// these tests let every particle depend on the pointer's place, strength and velocity.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/output.h"
#include "session/playback.h"
#include "session/replays.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

using particles::Pointer;
using test::expect_error;

constexpr const char* declared = "uniform StepBlock { Step step_now; };";
constexpr const char* dependent = R"(uniform StepBlock { Step step_sent; };
Step step_by_pointer(Step step) {
    step.seconds *= 1.0 + 0.1 * dot(fract(0.7 * step.pointer + 0.3 * step.pointer_velocity), vec4(1.0));
    return step;
}
#define step_now step_by_pointer(step_sent))";

effects::Settings brief_lives() {
    return test::busy_settings(2000);
}

/// Returns a place whose coordinates have no short decimals.
Pointer place(int i) {
    const auto x = static_cast<float>(i);
    return {{std::sqrt(x + 2), std::cos(x) / 3, -std::exp(x / 7)}, 1};
}

class PointerTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        shaders_.replace("particles/step.glsl", declared, dependent);
    }
    std::string path(const char* name) const { return (folder_.path() / name).string(); }

    /// Makes a run and its recording by `play`, after `before`, which is not recorded.
    template <typename Before, typename Play>
    void record(const Before& before, const Play& play) {
        Session session(test::headless_context(), shaders_.path(), brief_lives());
        Playback playback(session, "");
        before(session, playback);
        session.wait_reports();
        from_ = session.save();
        Playback recorded(session, path("first.jsonl"));
        recorded.record(path("x.rec"));
        play(recorded);
        recorded.finish_trace();
        recorded.finish_recording();
    }

    /// Returns the states of the recording's replay, from the state in which it began.
    std::vector<std::string> replay(const Recording& recording) {
        Session session(test::headless_context(), shaders_.path(), brief_lives());
        session.restore(from_.value(), brief_lives().simulation.capacity);
        const std::size_t steps = test::states_in(path("first.jsonl")).size();
        return session::replay(session, recording, steps, path("again.jsonl"), [](Playback& playback) {
            playback.set_pointer({glm::vec3(8), 1});  // the person's pointer does not disturb the replay
        });
    }

    test::ShippedShaders shaders_;
    test::TemporaryDirectory folder_;
    std::optional<state::SavedState> from_;
};

void nothing(Session&, Playback&) {}

/// Presses in every frame, with new presses, an edit, a reset and another seed in between.
void press_much(Playback& playback) {
    playback.advance(whole_frame);
    for (int i = 0; i < 6; ++i) {
        playback.set_pointer(place(i));
        playback.advance(whole_frame);
    }
    playback.set_pointer({});
    playback.set_pointer(place(40));  // a new press before the next step
    playback.advance(whole_frame);
    playback.apply({"/effect/emitters/0/modules/1/acceleration", {0, -3.3f, 0}});
    playback.apply({"/simulation/capacity", 1000});
    playback.set_pointer(place(7));
    playback.advance(whole_frame);
    playback.reset();
    playback.advance(whole_frame);  // it is pressed still
    playback.apply({"/simulation/seed", 99});
    playback.set_pointer(place(8));
    playback.advance(whole_frame);
    playback.set_pointer({});
    playback.advance(whole_frame);
    playback.advance(whole_frame);
}

std::vector<RecordedInput> pointers_of(const Recording& recording) {
    std::vector<RecordedInput> pointers;
    for (const RecordedInput& input : recording.inputs)
        if (input.pointer) pointers.push_back(input);
    return pointers;
}

TEST_F(PointerTest, ItsReplayIsExact) {
    record(nothing, press_much);
    const Recording recording = read_recording(path("x.rec"));
    const auto expected = test::states_in(path("first.jsonl"));
    ASSERT_GT(expected.size(), 40u);
    EXPECT_EQ(replay(recording), expected);
}

TEST_F(PointerTest, AnotherPlaceWouldBeAnotherRun) {
    record(nothing, press_much);
    Recording recording = read_recording(path("x.rec"));
    const auto first =
        std::ranges::find_if(recording.inputs, [](const auto& one) { return one.pointer.has_value(); });
    ASSERT_NE(first, recording.inputs.end());
    first->pointer->place.x = std::nextafter(first->pointer->place.x, 9.0f);
    EXPECT_NE(replay(recording), test::states_in(path("first.jsonl")));
}

TEST_F(PointerTest, ARecordingThatBeginsDuringAPressIsExactToo) {
    const auto pressed = [](Session&, Playback& playback) {
        playback.set_pointer(place(3));
        playback.advance(whole_frame);
    };
    record(pressed, [](Playback& playback) {
        playback.set_pointer(place(4));
        playback.advance(whole_frame);
        playback.set_pointer(place(5));
        playback.advance(whole_frame);
    });
    const Recording recording = read_recording(path("x.rec"));
    EXPECT_EQ(recording.begin.step, 4u);
    EXPECT_EQ(pointers_of(recording).size(), 2u);
    EXPECT_EQ(replay(recording), test::states_in(path("first.jsonl")));
}

TEST_F(PointerTest, IsRecordedWhenAStepSeesAChange) {
    record(nothing, [](Playback& playback) {
        playback.set_pointer({});  // it was released
        playback.advance(whole_frame);
        playback.set_pointer(place(0));
        playback.apply({"/simulation/paused", true});
        playback.advance(whole_frame);  // no step sees it
        playback.apply({"/simulation/paused", false});
        for (int frame = 0; frame < 3; ++frame) {
            playback.set_pointer(place(1));
            playback.advance(whole_frame);
        }
        playback.set_pointer({});
        playback.advance(whole_frame);
        playback.set_pointer({});
        playback.advance(whole_frame);
    });
    const auto pointers = pointers_of(read_recording(path("x.rec")));
    ASSERT_EQ(pointers.size(), 2u);
    EXPECT_EQ(pointers[0].step, 4u);
    EXPECT_EQ(*pointers[0].pointer, place(1)) << "the same floats";
    EXPECT_EQ(pointers[1].step, 16u);
    EXPECT_EQ(*pointers[1].pointer, Pointer{});
}

TEST_F(PointerTest, AReleaseBetweenTwoStepsIsRecorded) {
    record(nothing, [](Playback& playback) {
        playback.set_pointer(place(1));
        playback.advance(whole_frame);
        playback.set_pointer({});
        playback.set_pointer(place(2));
        playback.advance(whole_frame);
    });
    const auto pointers = pointers_of(read_recording(path("x.rec")));
    ASSERT_EQ(pointers.size(), 3u);
    EXPECT_EQ(*pointers[1].pointer, Pointer{});
    EXPECT_EQ(*pointers[2].pointer, place(2));
    EXPECT_EQ(pointers[1].step, pointers[2].step);
}

TEST_F(PointerTest, AfterTheReplayThePersonHoldsIt) {
    Session session(test::headless_context(), shaders_.path(), brief_lives());
    Playback playback(session, "");
    Recording recording;
    recording.inputs = {{2, std::nullopt, place(1)}};
    recording.end = 4;
    playback.replay(Replay(recording));
    playback.advance(whole_frame);
    EXPECT_EQ(session.simulation().pointer(), place(1));
    playback.advance(whole_frame);
    EXPECT_EQ(session.simulation().pointer(), Pointer{}) << "the person does not press";
}

TEST_F(PointerTest, EveryFloatIsReadAsItWasWritten) {
    constexpr float far = Pointer::farthest;
    for (const Pointer& pointer :
         {Pointer{{far, -far, std::nextafter(far, 0.0f)}, std::nextafter(1.0f, 0.0f)},
          Pointer{{1e-38f, -1e-45f, 0.1f}, 1e-45f}, Pointer{{1.0f / 3, 999999.9f, -0.7f}, 0}}) {
        {
            Recorder recorder(path("x.rec"), state::conditions_of(brief_lives(), 0));
            recorder.pointer(3, pointer);
            recorder.finish(3);
        }
        EXPECT_EQ(read_recording(path("x.rec")).inputs.at(0).pointer, pointer);
    }
}

/// Returns the text of a recording with one line for the pointer.
std::string with_line(const std::string& line) {
    nlohmann::ordered_json first = to_json(state::conditions_of(brief_lives(), 5));
    first["schema"] = json_schema;
    first["recording"] = recording_format;
    return first.dump() + "\n" + line + "\n{\"step\":9,\"end\":true}\n";
}

TEST_F(PointerTest, MalformedPointersAreRefused) {
    const auto refused = [](const std::string& value, const std::string& part) {
        const std::string text = with_line("{\"step\":9,\"pointer\":" + value + "}");
        expect_error(ExitStatus::bad_input, "x.rec:2: " + part, [&] { parse_recording(text, "x.rec"); });
    };
    const std::string keys = "\"pointer\" must be an object with \"place\" and \"strength\"",
                      range = "\"place\" must be three numbers from -1000000 to 1000000";
    for (const char* value :
         {"7", "null", "[]", "{}", "\"x\"", "{\"place\":[0,0,0]}", "{\"strength\":1}",
          "{\"place\":[0,0,0],\"strenght\":1}", "{\"place\":[0,0,0],\"strength\":1,\"velocity\":[0,0,0]}",
          "{\"place\":[0,0,0],\"strength\":1},\"edit\":{},\"x\":1"})
        refused(value, keys);
    for (const char* place : {"7", "null", "{}", "[]", "[0,0]", "[0,0,0,0]", "[0,0,null]", "[0,\"1\",0]",
                              "[true,0,0]", "[1e7,0,0]", "[0,-1e300,0]", "[0,0,[0]]"})
        refused(std::string("{\"place\":") + place + ",\"strength\":1}", range);
    for (const char* strength : {"-0.1", "1.5", "1e300", "true", "null", "\"1\"", "[1]"})
        refused(std::string("{\"place\":[0,0,0],\"strength\":") + strength + "}", range);
    for (const char* number : {"NaN", "Infinity", "1e999", "-1e999"})
        refused(std::string("{\"place\":[0,0,") + number + "],\"strength\":1}", "must be one JSON object");
}

TEST_F(PointerTest, WholeNumbersAreRead) {
    const Recording recording =
        parse_recording(with_line("{\"step\":9,\"pointer\":{\"place\":[1,-2,3],\"strength\":1}}"), "x.rec");
    EXPECT_EQ(recording.inputs.at(0).pointer, (Pointer{{1, -2, 3}, 1}));
    expect_error(ExitStatus::bad_input, "x.rec:2: step 4 comes after step 5", [] {
        parse_recording(with_line("{\"step\":4,\"pointer\":{\"place\":[1,2,3],\"strength\":1}}"), "x.rec");
    });
}

}  // namespace
}  // namespace winnow::session
