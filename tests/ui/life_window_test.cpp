// The card of a particle that is followed and the table of particles, without a window: what they show, and
// what a person's hands on them ask for.
#include "ui/life_window.h"

#include "imgui_fixture.h"

namespace winnow::ui {
namespace {

class LifeWindowTest : public test::PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        ImGui::GetIO().DisplaySize = ImVec2(1400, 900);
        life_.follows = true;
        life_.facts.title = "particle 12.3";
        life_.facts.is_known = life_.facts.lives = true;
        life_.facts.fate = "It lives.";
        life_.facts.birth = 12;
        life_.facts.facts = {{"age", "age", "3 of 60 steps"}};
        life_.facts.attributes = {{"heat", "heat", "0.5"}};
        life_.facts.compaction = {{"vote", "vote", "1: it survives"}};
        life_.facts.parts = {{"force", "gravity, module 2", "acceleration (0, -9.81, 0) m/s", true}};
        life_.facts.children = {{15, 7, "particle 15.7"}};
        life_.at = lab::Point{0.5f, 0.5f};
        model_.life = &life_;
        settle();
    }
    void show_table() {
        LifeTable& table = life_.table.emplace();
        table.columns = {{"born", "step"}, {"x", "m", true}};
        table.rows = 1'000'000;
        table.cell = [this](std::size_t row, std::size_t column) {
            ++cells_;
            return std::to_string(row * 10 + column);
        };
        settle();
    }

    LifeModel life_;
    std::size_t cells_ = 0;
};

TEST_F(LifeWindowTest, TheCardShowsFactsAndAsks) {
    EXPECT_EQ(widget("particle/fate").value, "It lives.");
    EXPECT_EQ(widget("particle/age").value, "3 of 60 steps");
    EXPECT_EQ(widget("particle/attribute/heat").value, "0.5");
    EXPECT_EQ(widget("particle/part/0").value, "gravity, module 2: acceleration (0, -9.81, 0) m/s");
    EXPECT_TRUE(click("particle/to-birth").life.to_birth);
    EXPECT_TRUE(click("particle/to-death").life.to_death);
    EXPECT_EQ(click("particle/camera").life.camera_follows, true);
    EXPECT_TRUE(click("particle/lab").life.to_lab);
    EXPECT_TRUE(click("particle/csv").life.export_life);
    EXPECT_TRUE(click("particle/table").life.open_table);
    const Events follow = click("particle/child/0");
    ASSERT_TRUE(follow.life.relative);
    EXPECT_EQ(follow.life.relative->birth_step, 15u);
    EXPECT_TRUE(click("particle/close").life.stop);
}

TEST_F(LifeWindowTest, WithoutThePanelNothingIsCovered) {
    settings_.simulation.paused = true;
    settle();
    const Widget beside = widget("doing");
    EXPECT_LT(panel_.open_area().right, 0.9f);
    settings_.display.panel = false;
    settle();
    EXPECT_EQ(panel_.open_area().right, 1);
    EXPECT_GT(widget("doing").x, beside.x) << "beside a card, a badge lies farther left";
}

TEST_F(LifeWindowTest, ARunThatGoesForwardsOnlySaysWhy) {
    life_.why_not_back = "a trace is written";
    settle();
    EXPECT_FALSE(widget("particle/to-birth").enabled);
    EXPECT_FALSE(widget("particle/to-death").enabled);
}

TEST_F(LifeWindowTest, OfAMillionRowsThoseThatAreSeenAreMade) {
    show_table();
    cells_ = 0;
    frame();
    EXPECT_GT(cells_, 4u);
    EXPECT_LT(cells_, 200u);
    EXPECT_EQ(click("particle-table/sort/1").life.sort_by, 1u);
    EXPECT_EQ(click("particle-table/row/2", 0.02f).life.row, 2u);
    EXPECT_TRUE(click("particle-table/csv").life.export_table);
    EXPECT_TRUE(click("particle-table/close").life.close_table);
}

TEST_F(LifeWindowTest, WhoPicksIsToldHow) {
    life_.follows = false;
    life_.picks = true;
    settle();
    EXPECT_EQ(click("particle/cancel").life.picks, false);
}

}  // namespace
}  // namespace winnow::ui
