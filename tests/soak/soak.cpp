#include "soak/soak.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "render/camera.h"
#include "render/renderer.h"
#include "render/targets.h"
#include "session/effect_document.h"
#include "session/playback.h"
#include "session/scene.h"
#include "session/session.h"
#include "support/failing_suite.h"
#include "support/family.h"
#include "support/places.h"

namespace winnow::test {
namespace {

using session::Playback;

constexpr gl::Size home_size{160, 96};
constexpr double frame_seconds = 1.0 / 60;
constexpr std::uint64_t rounds_of_a_session = 4;
constexpr std::uint32_t max_capacity = 5000;
// Few, so that after a round all have been seen and the memory is that of all; they have steps and pictures
// of every kind.
constexpr const char* effects_taken[] = {"fountain", "rain", "smoke", "ribbon-ball"};
constexpr const char* edited_shader = "particles/spawn.comp";

effects::Settings home_settings() {
    effects::Settings settings;
    settings.effect = family(2000);
    settings.effect.name = "soak";
    settings.simulation.backend = Backend::glsl;
    settings.simulation.capacity = 3000;
    return settings;
}

/// Returns the scene as the window draws it.
render::Scene scene_seen_from(session::Session& session, const std::optional<render::Camera>& frozen) {
    render::Scene scene = session::scene_of(session, render::Camera(session.settings().effect.view));
    scene.bloom = session.settings().display.bloom;
    scene.order.frozen = frozen;
    return scene;
}

template <typename Table>
std::vector<std::string> names_of(const Table& table) {
    std::vector<std::string> names;
    for (const auto& row : table) names.emplace_back(row.name);
    return names;
}

}  // namespace

struct Soak::Run {
    Run(gl::Context& context, const std::filesystem::path& shaders, const std::string& effect)
        : session(context, shaders, home_settings()),
          playback(session, ""),
          renderer(session.facts(), session.shaders(), session.passes(), &session.suites().memory()),
          target(std::in_place, home_size),
          effect_file(effect) {
        session.shaders().keep_programs();
    }

    session::Session session;
    session::Playback playback;
    render::Renderer renderer;
    std::optional<render::TargetImage> target;
    session::EffectFile effect_file;
};

Soak::Soak(gl::Context& context, std::vector<std::string> backends, std::uint64_t seed)
    : context_(context), backends_(std::move(backends)), random_(seed) {}

Soak::~Soak() = default;

std::uint32_t Soak::from(std::uint32_t least, std::uint32_t most) {
    return least + static_cast<std::uint32_t>(random_() % (most - least + 1));
}

void Soak::begin() {
    const auto effect = folder_.write("edited.json", effects::to_json(home_settings().effect).dump());
    run_ = std::make_unique<Run>(context_, shaders_.path(), effect.string());
    // Some things are made when first needed and stay as long as the session: CUDA's registration of its
    // fence, and the variants of scans for each size. So rounds can be compared only once all of it was
    // needed.
    for (const std::string& backend : backends_) {
        edit("/simulation/backend", backend);
        run_->session.simulation().settle();
        run_->session.step();
    }
    edit("/simulation/capacity", max_capacity);
    for (const char* sorting : {"on", "off"})
        for (const std::string name : effects_taken) {
            take_effect(name);
            edit("/display/sorting", sorting);
            play(1);
        }
    run_->session.adopt(home_settings());
    play(1);
}

void Soak::round() {
    if (!in_session()) begin();
    std::vector<Action> all = actions();
    std::shuffle(all.begin(), all.end(), random_);
    for (const Action& act : all) {
        act();
        ++changes_;
        play(2);
        ASSERT_FALSE(::testing::Test::HasFailure());
    }
    go_home();
    if (++rounds_ % rounds_of_a_session == 0) run_.reset();
}

bool Soak::in_session() const {
    return run_ != nullptr;
}

std::vector<Soak::Action> Soak::actions() {
    const auto pick = [this](const auto& values) { return values[random_() % std::size(values)]; };
    const auto set = [this](const char* pointer, const nlohmann::json& value) {
        return [this, pointer, value] { edit(pointer, value); };
    };
    const std::string sortings[] = {"auto", "off", "on"};
    std::vector<Action> all{
        set("/simulation/block", pick(names_of(block_scans))),
        set("/simulation/grid", pick(names_of(grid_strategies))),
        set("/simulation/capacity", from(1, max_capacity)),
        set("/simulation/capacity", from(1, max_capacity)),
        set("/simulation/seed", from(0, 1000)),
        set("/simulation/density", from(0, 30) / 10.0),
        set("/simulation/paused", from(0, 1) == 1),
        set("/simulation/time_scale", from(1, 40) / 10.0),
        set("/effect/emitters/0/rate", from(0, 20000)),
        set("/effect/when_full", from(0, 1) == 1 ? "drop-new" : "replace-oldest"),
        set("/display/culling", true),
        set("/display/sorting", "on"),
        set("/display/sorting", pick(sortings)),
        set("/display/sort_every", from(1, 4)),
        set("/display/sort_key_bits", from(0, 1) == 1 ? "16" : "32"),
        set("/display/freeze_camera", true),
        set("/display/bloom", from(0, 1) == 1),
        [this] { run_->playback.check_scan(); },
        [this] { run_->playback.reset(); },
        [this] { run_->playback.step_once(); },
        [this] { be_refused(); },
        [this] { change_effect_file(); },
        [this] { save_and_restore(); },
        [this] { record_and_replay(); },
        [this] { lose_a_backend(); },
    };
    for (const std::string& backend : backends_) all.push_back(set("/simulation/backend", backend));
    for (const std::string& compaction : names_of(compactions))
        all.push_back(set("/simulation/compaction", compaction));
    for (const std::string effect : effects_taken) all.push_back([=, this] { take_effect(effect); });
    for (int i = 0; i < 3; ++i) all.push_back([this] { resize(); });
    return all;
}

/// A change that does not fit the earlier choices is refused and must leave everything unchanged.
void Soak::edit(const char* pointer, const nlohmann::json& value) {
    const effects::Settings before = run_->session.settings();
    try {
        run_->playback.apply({pointer, value});
    } catch (const Error& error) {
        EXPECT_NE(error.status(), ExitStatus::check_failed) << error.what();
        EXPECT_EQ(run_->session.settings(), before) << error.what();
    }
}

void Soak::take_effect(const std::string& name) {
    effects::Effect effect = effects::load(name);
    effect.prewarm = 0;
    edit("/effect", effects::to_json(effect));
}

void Soak::be_refused() {
    const effects::Settings before = run_->session.settings();
    for (const effects::Edit& wrong :
         {effects::Edit{"/simulation/capacity", 0},
          effects::Edit{"/simulation/capacity", shared::MAX_CAPACITY + 1},
          effects::Edit{"/effect/emitters/0/rate", -1}, effects::Edit{"/simulation/backend", "metal"}})
        EXPECT_THROW(run_->playback.apply(wrong), Error) << wrong.pointer;
    EXPECT_EQ(run_->session.settings(), before);
}

void Soak::change_effect_file() {
    effects::Effect effect = home_settings().effect;
    effect.emitters[0].rate = static_cast<float>(from(0, 9000));
    folder_.write("edited.json", from(0, 3) == 0 ? "{\"format\":1,," : effects::to_json(effect).dump());
}

/// Changes the shader's text each time; the meaning stays the same unless `more` changes it.
void Soak::change_shader(const std::string& more) {
    const std::string shipped = text_of(source("shaders") / edited_shader);
    shaders_.write(edited_shader, fmt::format("{}\n// {}\n{}\n", shipped, ++shader_edits_, more));
}

/// A broken shader keeps its old program; then it is repaired.
void Soak::break_shader() {
    change_shader("this is not GLSL");
    play(1);
    EXPECT_FALSE(run_->session.shaders().errors().empty());
    change_shader("");
    play(1);
    EXPECT_TRUE(run_->session.shaders().errors().empty());
}

void Soak::save_and_restore() {
    const state::SavedState saved = state::decode_state(state::encode_state(run_->session.save()), "memory");
    play(2);
    run_->playback.restore(saved);
    EXPECT_EQ(run_->session.simulation().steps(), saved.state.step);
}

void Soak::record_and_replay() {
    const std::string path = (folder_.path() / "soak.rec").string();
    const std::string trace = (folder_.path() / "soak.jsonl").string();
    const state::SavedState begin = run_->session.save();
    {
        session::Playback recorded(run_->session, trace);
        recorded.record(path);
        for (int i = 0; i < 3; ++i) recorded.advance(frame_seconds);
        recorded.apply({"/effect/emitters/0/rate", from(0, 5000)});
        for (int i = 0; i < 3; ++i) recorded.advance(frame_seconds);
        recorded.finish_trace();
        recorded.finish_recording();
    }
    run_->playback.restore(begin);
    run_->playback.replay(session::Replay(session::read_recording(path)));
    for (int i = 0; i < 100 && !run_->playback.replayed(); ++i) play(1);
}

void Soak::resize() {
    run_->target.emplace(gl::Size{static_cast<int>(from(1, 300)), static_cast<int>(from(1, 200))});
}

/// Uses a session of its own, because a backend that failed stays off.
void Soak::lose_a_backend() {
    session::Session session(context_, run_->session.shaders(), home_settings());
    session.suites().replace(
        std::make_unique<FailingSuite>(session.suites().of(Backend::glsl), static_cast<int>(from(0, 4))));
    session.apply({"/simulation/backend", "cuda"});
    for (int i = 0; i < 8; ++i) {
        session.simulation().settle();
        session.step();
    }
    session.wait_reports();
    EXPECT_EQ(session.algorithm().backend, Backend::glsl);
    EXPECT_NE(session.notice().find(FailingCompactor::why), std::string::npos);
}

/// Draws frames as the window does.
void Soak::play(int frames) {
    Run& run = *run_;
    for (int i = 0; i < frames; ++i) {
        run.session.shaders().poll();
        run.session.passes().poll();
        if (const auto effect = run.effect_file.poll()) edit("/effect", effects::to_json(*effect));
        const std::uint64_t before = run.session.simulation().steps();
        run.playback.advance(frame_seconds);
        const std::uint64_t after = run.session.simulation().steps();
        steps_ += after > before ? after - before : 0;
        const bool frozen = run.session.settings().display.freeze_camera;
        run.renderer.draw(
            scene_seen_from(run.session, frozen ? std::optional(render::Camera()) : std::nullopt),
            *run.target);
        ++frames_;
    }
}

/// Returns to the settings that a session begins with. Unused programs are freed when a shader changes, so
/// that comes last.
void Soak::go_home() {
    run_->playback.reset();
    run_->session.adopt(home_settings());
    run_->target.emplace(home_size);
    break_shader();
    play(4);
    run_->session.wait_reports();
    gl::finish();
    run_->session.passes().poll();
}

}  // namespace winnow::test
