// Checks how the panel shows the effect's file and which actions it returns: the bar, dialogs, resets, marks.
#include "base/error.h"
#include "base/text.h"
#include "imgui_fixture.h"

#include <glm/gtc/matrix_transform.hpp>

#include <imgui_internal.h>  // FindWindowByName

namespace winnow::test {
namespace {

using ui::Action;
using ui::Dialog;

class DocumentPanelTest : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        saved_ = settings_.effect;
        model_.document.name = "x.json";
        model_.document.is_file = true;
        model_.document.saved = &saved_;
        model_.document.built_in = {{"fountain", "water"}, {"smoke", "rises"}};
        model_.document.recent = {{"/a/b.json", ""}, {"/a/gone.json", "", "this file no longer exists"}};
        settle();
    }

    std::vector<Action> pressed(const std::string& name) { return click(name).actions; }

    effects::Effect saved_;
};

TEST_F(DocumentPanelTest, BarTellsWhatIsUnsavedAndAsksForWhatIsPressed) {
    EXPECT_EQ(widget("effect").value, "x.json");
    EXPECT_EQ(widget("effect/save").value, false);
    for (const char* name : {"effect/revert", "effect/undo", "effect/redo"}) {
        EXPECT_FALSE(widget(name).enabled) << name;
        EXPECT_TRUE(pressed(name).empty()) << name;
    }
    model_.document.unsaved = model_.document.can_undo = model_.document.can_redo = true;
    frame();
    EXPECT_EQ(widget("effect").value, "x.json \xE2\x80\xA2");
    EXPECT_EQ(pressed("effect/save"), std::vector{Action::save_effect});
    EXPECT_EQ(pressed("effect/save-as"), std::vector{Action::save_effect_as});
    EXPECT_EQ(pressed("effect/revert"), std::vector{Action::revert_effect});
    EXPECT_EQ(pressed("effect/undo"), std::vector{Action::undo});
    EXPECT_EQ(pressed("effect/redo"), std::vector{Action::redo});
}

TEST_F(DocumentPanelTest, AnEffectIsOpenedFromTheList) {
    click("effect");
    EXPECT_EQ(click("effect/built-in/smoke").open, "smoke");
    click("effect");
    EXPECT_FALSE(widget("effect/recent/1").enabled);
    EXPECT_EQ(click("effect/recent/1").open, std::nullopt);
    EXPECT_EQ(click("effect/recent/0").open, "/a/b.json");
    click("effect");
    EXPECT_EQ(pressed("effect/open"), std::vector{Action::open_effect});
}

TEST_F(DocumentPanelTest, TheListsShowThePicturesOfRecentFiles) {
    constexpr std::uintptr_t image = 4711;
    const auto is_shown = [] {
        const ImDrawData& drawn = *ImGui::GetDrawData();
        for (int i = 0; i < drawn.CmdListsCount; ++i)
            for (const ImDrawCmd& command : drawn.CmdLists[i]->CmdBuffer)
                if (command.GetTexID() == reinterpret_cast<ImTextureID>(image)) return true;
        return false;
    };
    EXPECT_FALSE(is_shown());
    click("effect");
    const float height = widget("effect/recent/0").h;
    model_.document.pictures = {{"/a/b.json", image}};
    settle();
    EXPECT_EQ(widget("effect/recent/0").h, height) << "nothing moves when a picture comes";
    ImGui::ClosePopupToLevel(0, true);
    settle();
    const auto asked = click("effect").actions;
    EXPECT_EQ(std::ranges::count(asked, Action::look_for_recent), 1) << "from then on they are wanted";
    EXPECT_TRUE(is_shown());
    ImGui::ClosePopupToLevel(0, true);
    settle();
    EXPECT_FALSE(is_shown());
    asked_ = {Action::find};
    settle();
    type("b.json");
    settle();
    EXPECT_TRUE(is_shown()) << "where it is found by its name";
}

TEST_F(DocumentPanelTest, ANewEffectBeginsWithATemplate) {
    EXPECT_EQ(pressed("effect/create"), std::vector{Action::new_effect});
    click("effect");
    EXPECT_EQ(pressed("effect/new"), std::vector{Action::new_effect});
    model_.document.dialog = Dialog::create;
    model_.document.templates = {{"empty", "nothing"}, {"fire", "burns"}, {"rain", "falls"}};
    settle();
    EXPECT_EQ(widget("dialog/template/empty").value, true);
    EXPECT_EQ(click("dialog/template/fire").create, "fire");
    EXPECT_EQ(click("dialog/confirm").create, "empty");
    EXPECT_EQ(pressed("dialog/cancel"), std::vector{Action::cancel_dialog});
    set_key(ImGuiKey_DownArrow, true);
    frame();
    set_key(ImGuiKey_DownArrow, false);
    frame();
    EXPECT_EQ(widget("dialog/template/fire").value, true);
    set_key(ImGuiKey_Enter, true);
    EXPECT_EQ(frame().create, "fire");
    set_key(ImGuiKey_Enter, false);
}

TEST_F(DocumentPanelTest, LeavingIsAnsweredInOneOfThreeWays) {
    model_.document.dialog = Dialog::leave;
    settle();
    EXPECT_EQ(pressed("dialog/save"), std::vector{Action::save_and_leave});
    EXPECT_EQ(pressed("dialog/discard"), std::vector{Action::discard_and_leave});
    EXPECT_EQ(pressed("dialog/cancel"), std::vector{Action::cancel_dialog});
    EXPECT_TRUE(pressed("run/step").empty()) << "the panel waits for the answer";
    model_.document.dialog = Dialog::none;
    settle();
    EXPECT_EQ(map_.find("dialog/save"), nullptr);
    EXPECT_EQ(pressed("run/step"), std::vector{Action::step_once});
}

TEST_F(DocumentPanelTest, TabLightsTheButtonThatEnterPresses) {
    for (const ImGuiKey key : {ImGuiKey_Tab, ImGuiKey_LeftArrow, ImGuiKey_Enter}) set_key(key, false);
    model_.document.dialog = Dialog::leave;
    settle();
    const auto press = [&](ImGuiKey key) {
        set_key(key, true);
        const auto actions = frame().actions;
        set_key(key, false);
        frame();
        return actions;
    };
    EXPECT_EQ(press(ImGuiKey_Enter), std::vector{Action::save_and_leave});
    EXPECT_TRUE(press(ImGuiKey_Tab).empty());
    EXPECT_EQ(widget("dialog/discard").value, true);
    EXPECT_EQ(press(ImGuiKey_Enter), std::vector{Action::discard_and_leave});
    press(ImGuiKey_LeftArrow);
    press(ImGuiKey_LeftArrow);
    EXPECT_EQ(press(ImGuiKey_Enter), std::vector{Action::cancel_dialog}) << "the last lies left of the first";
}

TEST_F(DocumentPanelTest, APathIsTypedAndReplacingIsAskedForOnceMore) {
    model_.document.dialog = Dialog::save_as;
    model_.document.dialog_path = "old.json";
    settle();
    EXPECT_EQ(widget("dialog/path").value, "old.json");
    type("new.json");  // replaces the selected text
    EXPECT_EQ(click("dialog/confirm").save_path, "new.json");
    model_.document.dialog_note = "new.json exists already.";
    model_.document.replaces = "new.json";
    settle();
    EXPECT_EQ(widget("dialog/note").value, "new.json exists already.");
    EXPECT_EQ(click("dialog/confirm").save_path, "new.json");
    model_.document.dialog = Dialog::open;
    model_.document.dialog_path = "";
    settle();
    EXPECT_EQ(click("dialog/confirm").open, std::nullopt) << "no path";
    click("dialog/path");
    type("dir/y.json");
    EXPECT_EQ(click("dialog/confirm").open, "dir/y.json");
    model_.document.dialog_note = std::string(1000, 'y') + ".json: File name too long";
    settle();
    EXPECT_EQ(widget("dialog/note").value, concise(model_.document.dialog_note));
}

TEST_F(DocumentPanelTest, FilesOfAnEffectAreCopiedOrNamedWhereTheyLie) {
    model_.document.dialog = Dialog::save_as;
    model_.document.dialog_path = model_.document.carries = "up/new.json";
    model_.document.carried = 2;
    settle();
    const ui::Events copies = click("dialog/copy");
    EXPECT_EQ(copies.save_path, "up/new.json");
    EXPECT_EQ(copies.carry, ui::CarryFiles::copy);
    EXPECT_EQ(click("dialog/name").carry, ui::CarryFiles::name);
    model_.document.stays = "they lie elsewhere";
    settle();
    EXPECT_FALSE(widget("dialog/name").enabled);
    click("dialog/path");
    type("other.json");
    EXPECT_EQ(map_.find("dialog/copy"), nullptr) << "that was asked of another path";
    EXPECT_EQ(click("dialog/confirm").carry, ui::CarryFiles::ask);
}

TEST_F(DocumentPanelTest, AFieldThatFollowsAQuestionHasTheKeyboard) {
    model_.document.dialog = Dialog::leave;
    settle();
    model_.document.dialog = Dialog::save_as;
    settle();
    EXPECT_EQ(widget("dialog/path").state, "focused");
}

TEST_F(DocumentPanelTest, ARowIsResetToTheFileOrToTheDefault) {
    settings_.effect.emitters[0].rate = 2;
    saved_.emitters[0].rate = 0.5f;
    right_click("emitter/rate");
    const auto edits = click("reset/saved").edits;
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].pointer, "/effect/emitters/0/rate");
    EXPECT_EQ(effects::apply(settings_, edits[0]).effect, saved_);
    EXPECT_EQ(map_.find("reset/saved"), nullptr) << "the menu closes";
    right_click("emitter/position/1");
    EXPECT_FALSE(widget("reset/saved").enabled) << "the file has this value";
    saved_.emitters.resize(0);
    frame();
    EXPECT_EQ(map_.find("reset/saved"), nullptr) << "the file has no such emitter";
    EXPECT_NE(map_.find("reset/default"), nullptr);
}

TEST_F(DocumentPanelTest, EditsOfOnePressShareAGesture) {
    const ui::Events first = drag("emitter/rate", 0.2f, 0.8f);
    EXPECT_GT(first.edits.size(), 1u);
    EXPECT_NE(drag("emitter/rate", 0.2f, 0.8f).gesture, first.gesture);
}

TEST_F(DocumentPanelTest, ConflictIsShownUntilOneIsChosen) {
    model_.document.conflict = "x.json has changed on disk";
    settle();
    EXPECT_EQ(widget("conflict/0").value, "x.json has changed on disk");
    EXPECT_EQ(pressed("conflict/keep"), std::vector{Action::keep_mine});
    EXPECT_EQ(pressed("conflict/take"), std::vector{Action::take_file});
}

TEST_F(DocumentPanelTest, AChangeOfTheHistoryIsGoneTo) {
    model_.document.changes = {"jet: rate 900", "jet: rate 600"};
    model_.document.changes_done = 1;
    EXPECT_EQ(pressed("effect/history"), std::vector<Action>{}) << "the panel does it";
    EXPECT_EQ(widget("history/1").value, true) << "the present state";
    EXPECT_EQ(click("history/2").changes_done, 2u);
    EXPECT_EQ(click("history/0").changes_done, 0u);
    set_key(ImGuiKey_UpArrow, true);
    EXPECT_EQ(frame().changes_done, 0u);
    set_key(ImGuiKey_UpArrow, false);
    model_.document.changes_done = 0;
    settle();
    EXPECT_EQ(widget("history/0").value, true);
}

TEST_F(DocumentPanelTest, WhatDiffersKeepsItsRowWhileTheListIsOpen) {
    EXPECT_FALSE(widget("effect/differences").enabled);
    model_.document.unsaved = true;
    settle();
    EXPECT_TRUE(click("effect/differences").wants_differences);
    model_.document.differences = {
        {"jet: rate 900, in the file 600", {"/effect/emitters/0/rate", 600}, "jet"},
        {"jet: size is not in the file", {"/effect/emitters/0/modules", {}}, "jet"}};
    settle();
    const float second = widget("differences/1").y;
    const auto edits = click("differences/0/take").edits;
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].value, 600);
    model_.document.differences.erase(model_.document.differences.begin());
    settle();
    EXPECT_FALSE(widget("differences/0/take").enabled);
    EXPECT_EQ(widget("differences/1").y, second);
    EXPECT_EQ(click("differences/1/take").edits[0].pointer, "/effect/emitters/0/modules");
}

TEST_F(DocumentPanelTest, ViewsAreKeptByNameAndTheCrossOfAxesLooksAlongThem) {
    using Kind = ui::ViewRequest::Kind;
    click("views");
    EXPECT_EQ(click("views/save").view->kind, Kind::save);
    model_.document.views = {{.name = "view 1"}, {.name = "front"}};
    settle();
    EXPECT_EQ(click("views/1/go").view->index, 1u);
    EXPECT_EQ(click("views/0/remove").view->kind, Kind::remove);
    click("views/0");
    type("side");
    set_key(ImGuiKey_Enter, true);
    const auto named = frame().view;
    set_key(ImGuiKey_Enter, false);
    ASSERT_TRUE(named);
    EXPECT_EQ(std::pair(named->kind, named->name), std::pair(Kind::rename, std::string("side")));
    frame();
    model_.projection = {glm::perspective(1.0f, 1.0f, 0.1f, 100.0f), {0, 0, 0}};  // it looks along -z
    settle();
    const auto asked = click("axes/x").view;
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->direction, glm::vec3(1, 0, 0));
    asked_ = {Action::toggle_axes};
    settle();
    EXPECT_EQ(map_.find("axes/x"), nullptr);
}

TEST_F(DocumentPanelTest, WhatGoesOnIsSaid) {
    EXPECT_EQ(map_.find("recording"), nullptr);
    EXPECT_EQ(map_.find("doing"), nullptr);
    settings_.simulation.paused = true;
    settle();
    EXPECT_NE(widget("doing").value.get<std::string>().find("paused"), std::string::npos);
    model_.busy = "compiling shaders";
    model_.recording = "x.rec";
    settle();
    EXPECT_EQ(widget("doing").value, "compiling shaders...");
    EXPECT_EQ(widget("recording").value, "\xE2\x80\xA2 recording x.rec");
}

TEST_F(DocumentPanelTest, WhatGoesOnIsReadInTheFrameThatSaysIt) {
    // The next frame may be far away: a driver compiles, or the run is prewarmed.
    for (const char* text : {"reading", "compiling shaders, which takes a while"}) {
        model_.busy = text;
        frame();
        const ImGuiWindow* box = ImGui::FindWindowByName("doing");
        ASSERT_NE(box, nullptr);
        EXPECT_FALSE(box->Hidden) << text;
        EXPECT_GE(box->Pos.x + box->Size.x, widget("doing").x + widget("doing").w) << text;
    }
}

TEST_F(DocumentPanelTest, ALongTitleEndsInDotsBeforeTheButtons) {
    settings_.effect.name =
        "Ein Funkenregen \xC3\xBC"
        "ber dem Dach des Hauses am Rand der Stadt";
    settle();
    EXPECT_TRUE(widget("title").value.get<std::string>().ends_with("..."));
    EXPECT_LE(widget("title").x + widget("title").w, widget("display/lab").x);
    ImGui::GetIO().DisplaySize = ImVec2(200, 150);
    settle();
    EXPECT_GE(widget("display/lab").y, widget("title").y + widget("title").h) << "no room beside it";
}

TEST_F(DocumentPanelTest, ShortenedTextFitsAndStaysUtf8) {
    const std::string text = "\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC\xC3\xBC";
    ImGui::NewFrame();
    const float whole = ImGui::CalcTextSize(text.c_str()).x;
    EXPECT_EQ(ui::shortened(text, whole), text);
    const std::string part = ui::shortened(text, whole * 0.7f);
    EXPECT_LE(ImGui::CalcTextSize(part.c_str()).x, whole * 0.7f);
    EXPECT_TRUE(part.ends_with("..."));
    EXPECT_EQ((part.size() - 3) % 2, 0u) << "half a letter";
    EXPECT_EQ(ui::shortened(text, 0), "...");
    ImGui::Render();
}

TEST_F(DocumentPanelTest, TheScaleOfTheInterfaceChangesWhenItsSliderIsReleased) {
    const ui::Widget at = widget("display/ui_scale");
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = ImVec2(at.x + at.w * 0.2f, at.y + at.h / 2);
    frame();
    io.MouseDown[0] = true;
    EXPECT_TRUE(frame().edits.empty());
    io.MousePos.x = at.x + at.w * 0.8f;
    EXPECT_TRUE(frame().edits.empty()) << "the slider would run from under the pointer";
    EXPECT_TRUE(frame().edits.empty());
    io.MouseDown[0] = false;
    std::vector<effects::Edit> edits = frame().edits;
    if (edits.empty()) edits = frame().edits;
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].pointer, "/display/ui_scale");
}

TEST_F(DocumentPanelTest, AGripsCornersAreRoundedByMoreThanNothing) {
    for (const float scale : {0.5f, 0.7f, 1.0f, 1.25f, 2.0f}) {
        ui::apply_theme(scale);
        EXPECT_GT(ImGui::GetStyle().GrabMinSize, 2.005f) << "of 2 pixels, ImGui 1.86 divides by zero";
    }
}

TEST_F(DocumentPanelTest, ATooltipStandsBesideThePanel) {
    hover("emitter/rate");
    for (int i = 0; i < 60 && !shows_tooltip(); ++i) frame();
    ASSERT_TRUE(shows_tooltip());
    frame();
    const ImGuiWindow *tooltip = ImGui::FindWindowByName("##Tooltip_00"),
                      *panel = ImGui::FindWindowByName("Panel");
    ASSERT_NE(tooltip, nullptr);
    EXPECT_GE(tooltip->Pos.x, panel->Pos.x + panel->Size.x) << "it covers the rows below";
    EXPECT_NEAR(tooltip->Pos.y, widget("emitter/rate").y, 2);
}

}  // namespace
}  // namespace winnow::test
