// Checks that particles collide with what the camera saw in the last frame, and that such runs are neither
// recorded nor replayed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "render/renderer.h"
#include "session/playback.h"
#include "session/scene.h"
#include "state/state_file.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

constexpr float radius = 0.75f;  // of a ball 5 m before the camera, which looks along -z
constexpr const char* depth_module = R"({"module": "collide-depth", "bounce": 0.5, "thickness": 0.6})";

/// A thin stream flies from the camera towards the ball.
effects::Settings settings(const std::string& module = depth_module, const std::string& speed = "2") {
    effects::Settings settings;
    settings.effect = effects::parse(
        R"({"format": 2, "floor": {"enabled": false},
            "scenery": {"ground": "none", "objects": [
              {"shape": "ball", "position": [0, 1, 0], "size": [1.5, 1.5, 1.5]}]},
            "view": {"target": [0, 1, 0], "distance": 5, "yaw": 0, "pitch": 0},
            "emitters": [{"name": "stream", "rate": 2000, "lifetime": [3, 3], "position": [0, 1, 2],
              "modules": [{"module": "jet", "direction": [0, 0, -1], "spread": 4, "speed": )" +
            speed + "}, " + module + "]}]}",
        "test");
    settings.simulation.capacity = 10000;
    return settings;
}

void refused(const std::string& part, const std::function<void()>& call) {
    test::expect_error(ExitStatus::bad_input, part, call);
}

class SeenTest : public test::GlTest {
  protected:
    void begin(const effects::Settings& chosen = settings()) {
        session_ = std::make_unique<Session>(test::headless_context(), std::filesystem::path(), chosen);
        session_->simulation().set_hashing(true);
        renderer_ =
            std::make_unique<render::Renderer>(session_->facts(), session_->shaders(), session_->passes());
    }

    /// Makes steps, before each of which a frame is drawn from this view, beside a panel as in a window.
    std::vector<std::uint64_t> run_drawn(int steps, const effects::View& view) {
        std::vector<StepReport> reports;
        render::Camera camera(view);
        camera.set_open_area({0.3f, 0, 1, 0.8f});
        for (int i = 0; i < steps; ++i) {
            renderer_->draw(scene_of(*session_, camera), render::TargetImage({160, 90}));
            session_->simulation().set_seen(renderer_->seen());
            for (StepReport& one : test::run_steps(*session_, 1)) reports.push_back(std::move(one));
        }
        return test::hashes_of(reports);
    }

    struct Passage {
        int beyond = 0;        // particles behind the ball's middle
        float nearest = 1000;  // the least distance of a particle from it
    };
    Passage passage() {
        Passage seen;
        for (const particles::Particle& p : session_->simulation().read_living()) {
            const glm::vec3 place(p.position[0], p.position[1], p.position[2]);
            seen.beyond += place.z < 0 ? 1 : 0;
            seen.nearest = std::min(seen.nearest, glm::distance(place, glm::vec3(0, 1, 0)));
        }
        return seen;
    }

    effects::View view() const { return session_->settings().effect.view; }
    std::string path(const char* name) const { return (folder_.path() / name).string(); }

    test::TemporaryDirectory folder_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<render::Renderer> renderer_;
};

TEST_F(SeenTest, ABallBeforeTheCameraStopsAStream) {
    begin();
    run_drawn(120, view());
    const Passage seen = passage();
    EXPECT_EQ(seen.beyond, 0);
    EXPECT_GT(seen.nearest, radius - 0.01f) << "the pixels of a ball are flat";
    int back = 0;
    for (const particles::Particle& p : session_->simulation().read_living())
        back += p.velocity[2] > 0.5f ? 1 : 0;
    EXPECT_GT(back, 500);
}

TEST_F(SeenTest, NoSpeedPassesThroughWhatTheCameraSaw) {
    for (const char* speed : {"50", "3000", "100000"}) {
        begin(settings(depth_module, speed));
        run_drawn(12, view());
        EXPECT_EQ(passage().beyond, 0) << speed << " m/s";
        EXPECT_GE(session_->simulation().read_living().size(), 399u) << "none is lost";
    }
}

TEST_F(SeenTest, WithoutAFrameNothingCollides) {
    begin();
    test::run_steps(*session_, 120);
    EXPECT_GT(passage().beyond, 500);
}

TEST_F(SeenTest, WhatIsOutOfTheFrameIsNotTouched) {
    begin();
    const auto expected = test::hashes_of(test::run_steps(*session_, 60));
    begin();
    effects::View away = view();
    away.target = {30, 1, 0};
    EXPECT_EQ(run_drawn(60, away), expected);
}

TEST_F(SeenTest, ParticlesFarBehindAreNotTouched) {
    effects::Settings behind = settings();
    behind.effect.emitters[0].position = {0, 1, -3};
    begin(behind);
    const auto expected = test::hashes_of(test::run_steps(*session_, 40));
    begin(behind);
    EXPECT_EQ(run_drawn(40, view()), expected);
}

TEST_F(SeenTest, TheDepthStaysValidWhenTheFrameChangesItsSize) {
    begin();
    run_drawn(60, view());
    session_->step();  // reads the depth of the frames before, which the next one replaces
    renderer_->draw(scene_of(*session_, render::Camera(view())), render::TargetImage({320, 200}));
    test::run_steps(*session_, 20);
    session_->simulation().set_seen(renderer_->seen());
    test::run_steps(*session_, 40);
    EXPECT_EQ(passage().beyond, 0);
}

TEST_F(SeenTest, AFrameWithoutSolidThingsShowsNone) {
    begin();
    run_drawn(1, view());
    EXPECT_NE(renderer_->seen().depth, nullptr);
    session_->apply({"/effect/scenery/objects", nlohmann::json::array()});
    run_drawn(120, view());
    EXPECT_EQ(renderer_->seen().depth, nullptr);
    EXPECT_GT(passage().beyond, 500);
}

TEST_F(SeenTest, AStepIsCheckedUntilTheNextFrame) {
    effects::Settings folded = settings();
    folded.simulation.compaction = Compaction::fused;
    begin(folded);
    run_drawn(20, view());
    session_->simulation().set_seen(renderer_->seen());
    EXPECT_FALSE(session_->simulation().check_step()) << "the depth that it saw may be another one now";
    EXPECT_TRUE(session_->simulation().last_step());
    test::run_steps(*session_, 1);
    const auto check = session_->simulation().check_step();
    ASSERT_TRUE(check);
    EXPECT_TRUE(check->matches());
}

TEST_F(SeenTest, RecordingsAreRefused) {
    begin();
    Playback playback(*session_, "");
    refused("x.rec: collide-depth", [&] { playback.record(path("x.rec")); });
    EXPECT_FALSE(std::filesystem::exists(path("x.rec")));
    EXPECT_FALSE(playback.recording());
    { Recorder(path("made.rec"), state::conditions_of(session_->settings(), 0)).finish(0); }
    refused("made.rec:1: collide-depth", [&] { read_recording(path("made.rec")); });
}

TEST_F(SeenTest, WhileItRecordsTheModuleIsRefused) {
    begin(settings(R"({"module": "gravity"})"));
    Playback playback(*session_, "");
    playback.record(path("x.rec"));
    const effects::Settings before = session_->settings();
    const effects::Edit edit{"/effect/emitters/0/modules/-", {{"module", "collide-depth"}}};
    refused("the recording: collide-depth", [&] { playback.apply(edit); });
    refused("the recording: collide-depth", [&] { playback.apply_all(std::span(&edit, 1)); });
    refused("the recording: collide-depth", [&] { playback.open(settings().effect, 1); });
    EXPECT_EQ(session_->settings(), before);
    playback.advance(0.5);
    playback.finish_recording();
    EXPECT_TRUE(read_recording(path("x.rec")).inputs.empty());
}

TEST_F(SeenTest, AStateIsSavedAndSaysThatItIsNotExact) {
    const auto said_of = [&](const char* module) {
        begin(settings(module));
        test::run_steps(*session_, 10);
        ::testing::internal::CaptureStderr();
        state::write_state(path("x.state"), session_->save());
        return ::testing::internal::GetCapturedStderr();
    };
    const std::string said = said_of(depth_module);
    EXPECT_NE(said.find("x.state"), std::string::npos) << said;
    EXPECT_NE(said.find("cannot be replayed"), std::string::npos) << said;
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
    EXPECT_EQ(state::read_state(path("x.state")).state.step, 10u);
    EXPECT_EQ(said_of(R"({"module": "collide-scenery"})"), "");
}

}  // namespace
}  // namespace winnow::session
