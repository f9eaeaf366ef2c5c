// Checks that files of format 1 have the same states as the same effects in format 2.
#include <gtest/gtest.h>

#include "effects/json.h"
#include "support/gl_fixture.h"
#include "support/places.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

class Format1Test : public test::GlTest {
  protected:
    static std::vector<std::uint64_t> hashes(const effects::Effect& effect) {
        effects::Settings settings;
        settings.effect = effect;
        settings.simulation.capacity = 20000;
        Session session(test::headless_context(), {}, settings);
        session.simulation().set_hashing(true);
        return test::hashes_of(test::run_steps(session, 150));
    }
};

/// The built-in effects as they were in format 1, which are others since then.
TEST_F(Format1Test, HasTheStatesOfFormat2) {
    const auto file = [](const std::string& name) {
        return test::source("tests/session/format_1/" + name + ".json").string();
    };
    for (const std::string older : {"fountain", "fireworks", "smoke", "rain"}) {
        SCOPED_TRACE(older);
        const auto expected = hashes(effects::load(file(older + "_in_format_2")));
        ASSERT_EQ(expected.size(), 150u);
        EXPECT_NE(expected.front(), expected.back()) << "there is no life";
        EXPECT_EQ(hashes(effects::load(file(older))), expected);
    }
}

}  // namespace
}  // namespace winnow::session
