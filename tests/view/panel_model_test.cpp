#include "view/panel_model.h"

#include <gtest/gtest.h>

#include "support/gl_fixture.h"
#include "support/many_words.h"

namespace winnow::view {
namespace {

using PanelModel = test::GlTest;

TEST_F(PanelModel, TheModelHasTheReasonsOfTheBackendAtHand) {
    session::Session session(test::headless_context(), {}, {});
    ui::Model model;
    describe_session(session, model);
    const Suite& glsl = session.suites().of(Backend::glsl);
    ASSERT_EQ(model.choices.block.size(), block_scans.size());
    for (std::size_t i = 0; i < block_scans.size(); ++i)
        EXPECT_EQ(model.choices.block[i].reason, glsl.offers({block_scans[i].value, {}}).reason);
    EXPECT_EQ(model.choices.grid[0].stands_for, name_of(glsl.resolve({}).grid));

    session.apply({"/simulation/block", "blelloch"});
    session.apply({"/simulation/backend", "cpu"});
    describe_session(session, model);
    EXPECT_EQ(model.choices.block[0].stands_for, "sequential");
    for (std::size_t i = 1; i < model.choices.block.size(); ++i)
        EXPECT_FALSE(model.choices.block[i].available()) << model.choices.block[i].name;
    EXPECT_EQ(model.computed_by, "cpu, sequential, staged");
}

TEST_F(PanelModel, SaysHowManyWordsOfAttributesThereAre) {
    session::Session session(test::headless_context(), {}, {});
    ui::Model model;
    describe_session(session, model);
    EXPECT_EQ(model.attributes, "");
    effects::Settings settings = session.settings();
    settings.effect = test::with_words(9);
    session.adopt(settings);
    describe_session(session, model);
    EXPECT_EQ(model.attributes, "9 of 32 attribute words in \"many\"");
    EXPECT_GE(model.particle_bytes / settings.simulation.capacity, 2u * (48 + 3 * 16));
}

}  // namespace
}  // namespace winnow::view
