// A file with any contents is either taken, and does what it says, or refused in one line that names it.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "hostile/attack.h"
#include "hostile/json_mutator.h"
#include "hostile/recording_mutator.h"
#include "hostile/state_mutator.h"
#include "session/recording.h"
#include "session/session.h"
#include "state/state_file.h"
#include "support/family.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"
#include "support/temporary_directory.h"

namespace winnow {
namespace {

using state::SavedState;
using test::attack;
using test::Chance;

constexpr std::uint32_t room = 512;  // particles: the capacity of every run, whatever the file asks for

/// Returns effects with every key, and one with children in a circle.
std::vector<std::string> effects_as_written() {
    std::vector<std::string> texts;
    for (const std::string& name : effects::built_in_names())
        texts.push_back(effects::to_json(effects::load(name)).dump());
    texts.push_back(effects::to_json(test::family(500)).dump());
    return texts;
}

class HostileTest : public test::GlTest {
  protected:
    session::Session& session() {
        static session::Session session(test::headless_context(), {}, settings());
        return session;
    }

    static effects::Settings settings() {
        effects::Settings settings;
        settings.effect = test::family(500);
        settings.simulation.capacity = room;
        return settings;
    }

    void expect_good_steps() {
        const auto reports = test::run_steps(session(), 2);
        ASSERT_EQ(reports.size(), 2u);
        const particles::StepFigures &before = reports[0].figures, &after = reports[1].figures;
        EXPECT_EQ(after.alive, before.alive - after.died + after.born);
    }

    /// Applies the conditions as a program does; what does not fit on this device is refused too.
    void expect_runs(const state::Conditions& conditions) {
        effects::Settings next = settings();
        state::put(conditions, room, next);
        session().adopt(next);
        session().reset();
        expect_good_steps();
    }

    void take_effect(const std::string& path) {
        const effects::Effect effect = effects::load(path);
        EXPECT_EQ(effects::parse(effects::to_json(effect).dump(), "again"), effect);
        expect_runs({.effect = effect});
    }

    void take_state(const std::string& path) {
        const state::SavedState saved = state::read_state(path);
        const std::string bytes = state::encode_state(saved);
        EXPECT_EQ(state::encode_state(state::decode_state(bytes, "again")), bytes);
        session().restore(saved, std::max(room, saved.state.alive()));
        expect_good_steps();
    }

    void take_recording(const std::string& path) {
        const session::Recording recording = session::read_recording(path);
        expect_runs(recording.begin);
    }

    /// Returns a saved state after some steps of children and their parents.
    std::string state() {
        expect_runs(state::conditions_of(settings(), 0));
        test::run_steps(session(), 20);
        return state::encode_state(session().save());
    }

    std::string recording() const {
        const std::string path = (folder_.path() / "whole.rec").string();
        effects::Settings now = settings();
        session::Recorder recorder(path, state::conditions_of(now, 0));
        const auto apply = [&](std::uint64_t step, const effects::Edit& edit) {
            const effects::Settings next = effects::apply(now, edit);
            recorder.edit(step, now, next, edit);
            now = next;
        };
        apply(1, {"/effect/emitters/0/modules/1/acceleration", {0, -3.3f, 0}});
        apply(2, {"/simulation/capacity", 150});
        recorder.pointer(2, {{0.5f, 1, -0.25f}, 1});
        recorder.pointer(3, {});
        apply(3, {"/simulation/density", 2.1f});
        recorder.reset(9);
        apply(2, {"/effect", effects::to_json(effects::load("rain"))});
        apply(4, {"/simulation/seed", 99});
        recorder.finish(5);
        return test::text_of(path);
    }

    test::TemporaryDirectory folder_;
};

TEST_F(HostileTest, Effects) {
    const auto texts = effects_as_written();
    attack({"effect", "json", [&](Chance& chance) { return mutate_json(chance.pick(texts), chance); },
            [&](const std::string& path) { take_effect(path); }},
           0.4);
}

TEST_F(HostileTest, States) {
    const std::string whole = state();
    attack({"state", "state", [&](Chance& chance) { return mutate_state(whole, chance); },
            [&](const std::string& path) { take_state(path); }},
           0.3);
}

TEST_F(HostileTest, Recordings) {
    const std::string whole = recording();
    attack({"recording", "rec", [&](Chance& chance) { return mutate_recording(whole, chance); },
            [&](const std::string& path) { take_recording(path); }},
           0.2);
}

}  // namespace
}  // namespace winnow
