// Checks the panel's tree of emitters: what it shows, and what becomes of the list by mouse and keyboard.
#include <algorithm>
#include <cfloat>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

using nlohmann::json;
using ui::Action;
using Names = std::vector<std::string>;

constexpr const char* rockets_and_moon = R"({"format": 2, "emitters": [
  {"name": "smoke", "rate": 0},
  {"name": "rocket", "rate": 2, "lifetime": 2,
   "children": [{"emitter": "smoke", "on": "distance"}, {"emitter": "star"}]},
  {"name": "star", "rate": 0}, {"name": "moon", "rate": 10, "lifetime": 3}]})";

class EmitterTreeTest : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        settings_.effect = effects::parse(rockets_and_moon, "rockets");
        settings_.compiled = effects::compile(settings_.effect);
        settle();
    }

    Names names() const {
        Names all;
        for (const effects::Emitter& one : settings_.effect.emitters) all.push_back(one.name);
        return all;
    }

    /// Presses a button or a row, and applies what it asks for. Returns the words for the history.
    std::string press(const std::string& name) { return take(click(name)); }
    std::string take(const ui::Events& events) {
        for (const effects::Edit& edit : events.edits) settings_ = effects::apply(settings_, edit);
        if (events.solo) model_.solo = *events.solo;
        settle();
        return events.what;
    }
    /// Draws a frame in which a key has asked for this. Nothing of it is left for others.
    std::string ask(Action action) {
        asked_ = {action};
        const ui::Events events = frame();
        EXPECT_TRUE(events.actions.empty());
        return take(events);
    }
    std::string chosen() {
        for (std::size_t i = 0; i < settings_.effect.emitters.size(); ++i) {
            const ui::Widget* row = map_.find(fmt::format("emitter/select/{}", i));
            if (row != nullptr && row->value == true) return settings_.effect.emitters[i].name;
        }
        return "";
    }
    ui::Events press_key(ImGuiKey key) {
        set_key(key, true);
        const ui::Events events = frame();
        set_key(key, false);
        frame();
        return events;
    }
};

TEST_F(EmitterTreeTest, ChildrenStandBelowTheirParentAndAreFolded) {
    EXPECT_LT(widget("emitter/select/1").y, widget("emitter/select/0").y);
    EXPECT_LT(widget("emitter/select/1").x, widget("emitter/select/0").x);
    EXPECT_LT(widget("emitter/select/2").y, widget("emitter/select/3").y);
    EXPECT_EQ(map_.find("emitters/fold/0"), nullptr);
    press("emitters/fold/1");
    EXPECT_EQ(map_.find("emitter/select/0"), nullptr);
    EXPECT_NE(map_.find("emitter/select/3"), nullptr);
    press("emitters/fold/1");
    EXPECT_NE(map_.find("emitter/select/0"), nullptr);
}

TEST_F(EmitterTreeTest, ATooltipKeepsItsTextFromItsEdgesThoughTheTreeHasNoPadding) {
    hover("emitter/select/0");
    for (int i = 0; i < 60; ++i) frame();  // one second
    const ImDrawList* const tooltip = tooltip_list();
    ASSERT_NE(tooltip, nullptr);
    float edge = FLT_MAX, text = FLT_MAX;
    for (const ImDrawVert& corner : tooltip->VtxBuffer) {
        edge = std::min(edge, corner.pos.x);
        if (corner.col == ImGui::GetColorU32(ImGuiCol_Text)) text = std::min(text, corner.pos.x);
    }
    EXPECT_GT(text, edge + 6);
    EXPECT_LT(text, edge + 30);
}

TEST_F(EmitterTreeTest, AnEmitterIsAddedAndShown) {
    press("emitters/add");
    EXPECT_EQ(press("emitters/add/empty"), "add an emitter");
    EXPECT_EQ(names().back(), "emitter");
    EXPECT_EQ(chosen(), "emitter");
    press("emitters/add");
    EXPECT_EQ(press("emitters/add/rain/drops"), "add drops");
    EXPECT_EQ(names(), (Names{"smoke", "rocket", "star", "moon", "emitter", "drops", "splash"}));
    EXPECT_EQ(chosen(), "drops");
    ask(Action::add_emitter);
    EXPECT_EQ(chosen(), "emitter 2");
}

TEST_F(EmitterTreeTest, EveryEmitterOfATemplateCanBeAdded) {
    press("emitters/add");
    Names entries;
    for (const ui::Widget& one : map_.widgets())
        if (one.name.starts_with("emitters/add/")) entries.push_back(one.name);
    EXPECT_GT(entries.size(), 7u);
    press("emitters/add/empty");
    for (const std::string& entry : entries) {
        press("emitters/add");
        if (!widget(entry).visible) {
            click("figures/step");
            continue;
        }
        const std::size_t before = names().size();
        press(entry);
        EXPECT_GT(names().size(), before) << entry;
    }
}

TEST_F(EmitterTreeTest, ACopyIsShownAndItsParentHasItToo) {
    press("emitter/select/2");
    EXPECT_EQ(press("emitters/duplicate"), "duplicate star");
    EXPECT_EQ(names(), (Names{"smoke", "rocket", "star", "star 2", "moon"}));
    EXPECT_EQ(chosen(), "star 2");
    EXPECT_EQ(value("/effect/emitters/1/children").size(), 3u);
    EXPECT_EQ(ask(Action::duplicate_emitter), "duplicate star 2");
    EXPECT_EQ(chosen(), "star 3");
}

TEST_F(EmitterTreeTest, ANameIsTypedInThePlaceOfTheRow) {
    press("emitter/select/2");
    ask(Action::rename_emitter);
    settle();
    EXPECT_EQ(widget("emitters/name").state, "focused");
    type("moon");
    EXPECT_TRUE(press_key(ImGuiKey_Enter).edits.empty());
    settle();
    ask(Action::rename_emitter);
    settle();
    type("spark");
    EXPECT_EQ(take(press_key(ImGuiKey_Enter)), "rename star to spark");
    EXPECT_EQ(chosen(), "spark");
    EXPECT_EQ(value("/effect/emitters/1/children/1/emitter"), "spark");
    EXPECT_EQ(map_.find("emitters/name"), nullptr);
}

TEST_F(EmitterTreeTest, WhatIsDeletedIsNamedNowhere) {
    press("emitter/select/2");
    EXPECT_EQ(press("emitters/delete"), "delete star");
    EXPECT_EQ(names(), (Names{"smoke", "rocket", "moon"}));
    EXPECT_EQ(value("/effect/emitters/1/children").size(), 1u);
    EXPECT_TRUE(press_key(ImGuiKey_Delete).edits.empty()) << "the tree has not got the keys";
    press("emitter/select/2");
    EXPECT_EQ(take(press_key(ImGuiKey_Delete)), "delete moon");
    press("emitters/delete");
    press("emitters/delete");
    EXPECT_FALSE(widget("emitters/delete").enabled);
    EXPECT_EQ(ask(Action::delete_emitter), "");
    EXPECT_EQ(names().size(), 1u);
}

TEST_F(EmitterTreeTest, AnEmitterIsMovedByButtonsKeysAndByDragging) {
    press("emitter/select/3");
    EXPECT_EQ(press("emitters/earlier"), "move moon earlier");
    EXPECT_EQ(names(), (Names{"smoke", "rocket", "moon", "star"}));
    EXPECT_EQ(chosen(), "moon");
    EXPECT_EQ(ask(Action::emitter_later), "move moon later");
    EXPECT_EQ(names().back(), "moon");
    EXPECT_FALSE(widget("emitters/later").enabled);
    const ui::Widget from = widget("emitter/select/3"), to = widget("emitter/select/1");
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = ImVec2(from.x + 20, from.y + from.h / 2);
    frame();
    io.MouseDown[0] = true;
    frame();
    io.MousePos = ImVec2(to.x + 20, to.y + 2);
    frame();
    frame();
    io.MouseDown[0] = false;
    EXPECT_EQ(take(frame()), "move moon");
    EXPECT_EQ(names(), (Names{"smoke", "moon", "rocket", "star"}));
}

TEST_F(EmitterTreeTest, KeysGoThroughTheRowsThatAreShown) {
    EXPECT_EQ(chosen(), "smoke");
    ask(Action::next_emitter);
    EXPECT_EQ(chosen(), "star");
    ask(Action::next_emitter);
    ask(Action::next_emitter);
    EXPECT_EQ(chosen(), "moon") << "it is the last";
    for (int i = 0; i < 3; ++i) ask(Action::previous_emitter);
    EXPECT_EQ(chosen(), "rocket");
}

TEST_F(EmitterTreeTest, MuteIsAnEditAndSoloIsNone) {
    EXPECT_EQ(press("emitters/mute/3"), "mute moon");
    EXPECT_EQ(value("/effect/emitters/3/emits"), false);
    EXPECT_EQ(press("emitters/mute/3"), "unmute moon");
    const effects::Effect before = settings_.effect;
    press("emitters/solo/2");
    EXPECT_EQ(model_.solo, Names{"star"});
    EXPECT_EQ(widget("emitters/solo/2").value, true);
    press("emitter/select/3");
    ask(Action::solo_emitter);
    EXPECT_EQ(model_.solo, (Names{"star", "moon"}));
    press("emitters/solo/2");
    EXPECT_EQ(model_.solo, Names{"moon"});
    EXPECT_EQ(settings_.effect, before);
}

}  // namespace
}  // namespace winnow::test
