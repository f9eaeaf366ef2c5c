// Finding things by words: what is found, and where the panel goes.
#include "ui/finder.h"

#include "effects/format/effect_file.h"
#include "imgui_fixture.h"

namespace winnow::ui {
namespace {

class FinderTest : public test::PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        settings_.effect = effects::load("fireworks");
        settings_.compiled = effects::compile(settings_.effect);
        model_.document.built_in = {{"fountain", ""}, {"fire", ""}, {"fireworks", ""}};
        model_.document.recent = {{"/films/spark.json", ""},
                                  {"/gone.json", "", "this file no longer exists"}};
        settle();
    }
    std::vector<std::string> texts(std::string_view query) {
        model_.settings = &settings_;
        std::vector<std::string> texts;
        for (const Found& one : find_places(model_, query)) texts.push_back(one.text);
        return texts;
    }
    /// Opens the list, types the words, and presses Enter on the first.
    Events go(const std::string& query) {
        ask();
        type(query);
        settle();
        return click("finder/0");
    }
    void ask() {
        asked_ = {Action::find};
        settle();
    }
};

TEST_F(FinderTest, WordsAreFoundInAnyOrderAndCase) {
    EXPECT_EQ(texts("FOUNT"), std::vector<std::string>{"fountain"});
    EXPECT_EQ(texts("spark.json").front(), "spark.json");
    EXPECT_TRUE(texts("gone.json").empty()) << "it cannot be opened";
    const auto speed = texts("speed jet");
    ASSERT_FALSE(speed.empty());
    EXPECT_EQ(speed.front(), "jet: speed");
    EXPECT_TRUE(texts("no such words").empty());
    EXPECT_EQ(texts("fire").front(), "fire");
    EXPECT_LE(texts("e").size(), max_found);
}

TEST_F(FinderTest, AnObjectIsFoundByItsNameAndUnfolded) {
    settings_.effect.scenery.objects.resize(2);
    settings_.effect.scenery.objects[1].name = "umbrella";
    go("umbrella object");
    settle();
    EXPECT_TRUE(widget("scenery/objects/1/position/0").visible);
    EXPECT_EQ(map_.find("scenery/objects/0/position/0"), nullptr);
}

TEST_F(FinderTest, AnEmptyQueryOffersEffectsAndCommands) {
    const auto all = texts("");
    EXPECT_EQ(all.front(), "fountain");
    EXPECT_TRUE(std::ranges::count(all, "restart at step 0") > 0);
    EXPECT_FALSE(
        std::ranges::count(all, "hold: press on the scene with the mouse pointer, which effects may follow"));
}

TEST_F(FinderTest, AnEffectIsOpenedAndACommandPerformed) {
    EXPECT_EQ(go("fountain").open, "fountain");
    EXPECT_EQ(go("restart at step").actions, std::vector{Action::reset});
    EXPECT_EQ(map_.find("finder/query"), nullptr) << "it closes";
}

TEST_F(FinderTest, TheArrowKeysChooseAndEnterGoes) {
    ask();
    type("fire");
    settle();
    EXPECT_GE(model_.document.built_in.size(), 2u);
    ASSERT_NE(map_.find("finder/1"), nullptr);
    EXPECT_EQ(click("finder/1").open, "fireworks");
}

TEST_F(FinderTest, ARowOfThePanelIsShown) {
    const std::size_t last = settings_.effect.emitters.size() - 1;
    EXPECT_EQ(map_.find("scenery/water/waves"), nullptr) << "its section is folded";
    go("waves water");
    settle();
    EXPECT_TRUE(widget("scenery/water/waves").visible);
    go("emitter " + settings_.effect.emitters[last].name);
    settle();
    EXPECT_EQ(widget("emitter/select/" + std::to_string(last)).value, true);
}

TEST_F(FinderTest, ARowGetsTheKeyboardThatIsInThePanel) {
    go("waves water");
    for (int i = 0; i < 4; ++i) settle();
    EXPECT_EQ(widget("scenery/water/waves").state, "idle");
    set_key(ImGuiKey_Space, false);
    asked_ = {Action::use_keyboard};
    settle();
    go("waves water");
    ImGui::GetIO().MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
    for (int i = 0; i < 4; ++i) settle();
    EXPECT_EQ(widget("scenery/water/waves").state, "hovered");
    asked_ = {Action::use_keyboard};
    frame();
}

TEST_F(FinderTest, ARowBringsItsTab) {
    go("picture cap");
    settle();
    EXPECT_EQ(panel_.layout().tab, Tab::compute);
    EXPECT_TRUE(widget("display/picture_cap").visible);
    go("cost of modules");
    settle();
    EXPECT_EQ(panel_.layout().tab, Tab::profile);
    EXPECT_EQ(widget("modules").value, true) << "it was folded";
    go("waves water");
    settle();
    EXPECT_EQ(panel_.layout().tab, Tab::effect);
}

TEST_F(FinderTest, AParameterOpensItsModule) {
    const auto found = [&] {
        model_.settings = &settings_;
        for (const Found& one : find_places(model_, "jet: speed"))
            if (const auto* place = std::get_if<PanelPlace>(&one.place)) return *place;
        return PanelPlace{};
    }();
    ASSERT_TRUE(found.emitter);
    go("jet: speed");
    settle();
    const Widget* row = map_.find(found.widget);
    if (row == nullptr) row = map_.find(found.widget + "/0");
    ASSERT_NE(row, nullptr) << found.widget;
    EXPECT_TRUE(row->visible);
}

}  // namespace
}  // namespace winnow::ui
