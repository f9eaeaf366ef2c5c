// Checks that files that an effect names are watched, and belong to its saved states.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include "effects/format/effect_file.h"
#include "session/effect_document.h"
#include "state/state_file.h"
#include "support/data_samples.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

class OwnDataTest : public test::GlTest {
  protected:
    OwnDataTest() {
        folder_.write("meshes/box.obj", test::box_obj());
        file_ = folder_
                    .write("effect.json",
                           R"({"format": 2, "emitters": [{"rate": 3000, "modules": [
{"module": "mesh-surface", "mesh": "meshes/box.obj"}, {"module": "jet"}]}]})")
                    .string();
    }
    void change_box() const { folder_.write("meshes/box.obj", test::box_obj(glm::vec3(2))); }

    static std::unique_ptr<Session> make(const effects::Effect& effect) {
        effects::Settings settings;
        settings.effect = effect;
        settings.simulation.capacity = 8192;
        auto session = std::make_unique<Session>(test::headless_context(), std::filesystem::path(), settings);
        session->simulation().set_hashing(true);
        return session;
    }

    test::TemporaryDirectory folder_;
    std::string file_;
};

TEST_F(OwnDataTest, IsReadAgainWhenItChanges) {
    EffectFile file(file_);
    const effects::Effect before = effects::load(file_);
    EXPECT_FALSE(file.poll());
    change_box();
    const auto after = file.poll();
    ASSERT_TRUE(after);
    EXPECT_NE(*after, before);
    EXPECT_FALSE(file.poll());
    folder_.write("meshes/box.obj", "v 0 0 0\nf 1 2 3\n");
    EXPECT_EQ(file.poll(), after) << "what it was runs on";
    EXPECT_NE(file.error().find("box.obj:2: a corner must be"), std::string::npos) << file.error();
    EXPECT_FALSE(file.is_refused());
    change_box();
    const auto repaired = file.poll();
    ASSERT_TRUE(repaired);
    EXPECT_EQ(*repaired, *after);
    EXPECT_EQ(file.error(), "");
}

/// A pipe without a writer would keep whoever opens it waiting.
TEST_F(OwnDataTest, RunsOnWhereSomethingElseHasTheName) {
    EffectFile file(file_);
    const effects::Effect before = effects::load(file_);
    const std::string box = (folder_.path() / "meshes/box.obj").string();
    const std::pair<const char*, std::function<void()>> others[] = {
        {"it is a directory", [&] { std::filesystem::create_directory(box); }},
        {"must be a regular file", [&] { ASSERT_EQ(::mkfifo(box.c_str(), 0600), 0); }},
        {"Too many levels of symbolic links", [&] { std::filesystem::create_symlink(box, box); }},
    };
    for (const auto& [reason, make] : others) {
        std::filesystem::remove(box);
        make();
        EXPECT_EQ(file.poll(), before);
        EXPECT_NE(file.error().find(reason), std::string::npos) << file.error();
    }
}

TEST_F(OwnDataTest, FilesThatComeWithWinnowNeedNoFolder) {
    const auto running = make(effects::load("explosion"));
    test::run_steps(*running, 3);
    const state::SavedState saved = running->save();
    EXPECT_EQ(state::decode_state(state::encode_state(saved), "x.state").conditions.effect,
              saved.conditions.effect);
}

TEST_F(OwnDataTest, BelongsToASavedState) {
    const auto running = make(effects::load(file_));
    test::run_steps(*running, 20);
    const std::string bytes = state::encode_state(running->save());
    const auto expected = test::hashes_of(test::run_steps(*running, 20));
    const auto resumed = make({});
    resumed->restore(state::decode_state(bytes, "x.state"), 8192);
    EXPECT_EQ(test::hashes_of(test::run_steps(*resumed, 20)), expected);
    change_box();
    test::expect_error(ExitStatus::bad_input,
                       "own modules or data in " + folder_.path().string() + " have changed",
                       [&] { state::decode_state(bytes, "x.state"); });
    std::filesystem::remove(folder_.path() / "meshes/box.obj");
    test::expect_error(ExitStatus::bad_input, "meshes/box.obj: No such file",
                       [&] { state::decode_state(bytes, "x.state"); });
}

}  // namespace
}  // namespace winnow::session
