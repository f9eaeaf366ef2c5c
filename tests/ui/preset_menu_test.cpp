// The menu of presets saves, adds, renames and deletes them; a press that would be refused says why.
#include "ui/preset_menu.h"

#include "effects/format/effect_file.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

using Kind = ui::PresetRequest::Kind;

class PresetMenuTest : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        settings_.effect =
            effects::parse(R"({"format": 2, "emitters": [{"name": "jet", "let": {"wide": "0.1"},
            "modules": [{"module": "point"}, {"module": "size", "diameter": "wide"}]}, {"name": "mist"}]})",
                           "e.json");
        settle();
    }

    void keep(const std::string& name, const std::string& module) {
        effects::StackPreset preset{name, {}};
        preset.modules.push_back({{"module", module}});
        model_.presets.push_back(preset);
    }

    void open_menu() {
        click("emitter/presets");
        settle();
    }
};

TEST_F(PresetMenuTest, TheChosenModulesAreSavedUnderAName) {
    EXPECT_TRUE(click("emitter/presets").preset.has_value()) << "the files are read again";
    settle();
    EXPECT_EQ(widget("emitter/presets/name").value, "jet");
    click("emitter/presets/module/0");
    const auto saved = click("emitter/presets/save").preset;
    ASSERT_TRUE(saved);
    EXPECT_EQ(saved->kind, Kind::save);
    EXPECT_EQ(saved->preset.name, "jet");
    ASSERT_EQ(saved->preset.modules.size(), 1u);
    EXPECT_EQ(saved->preset.modules[0]["module"], "size");
    EXPECT_EQ(saved->preset.lets, (effects::Lets{{"wide", "0.1"}}));
    click("emitter/presets/module/1");
    EXPECT_FALSE(widget("emitter/presets/save").enabled) << "no module is chosen";
}

TEST_F(PresetMenuTest, APresetIsAddedByOneEditFromTheListOfItsStage) {
    keep("fog", "size");
    keep("cone jet", "cone");
    click("emitter/add/look");
    settle();
    EXPECT_EQ(map_.find("emitter/add/look/preset/1"), nullptr) << "it has no module of this stage";
    const ui::Events events = click("emitter/add/look/preset/0");
    ASSERT_EQ(events.edits.size(), 1u);
    EXPECT_EQ(events.what, "add the preset fog");
    apply(events);
    ASSERT_EQ(settings_.effect.emitters[0].modules.size(), 3u);
    EXPECT_EQ(settings_.effect.emitters[0].modules[2].module, "size");
    open_menu();
    apply(click("emitter/presets/1/add"));
    EXPECT_EQ(settings_.effect.emitters[0].modules[3].module, "cone");
}

TEST_F(PresetMenuTest, OneThatTheEffectCannotHaveIsRefusedWithTheReason) {
    keep("mine", "my-module");
    open_menu();
    const ui::Events events = click("emitter/presets/0/add");
    EXPECT_TRUE(events.edits.empty());
    EXPECT_NE(events.warning.find("The preset mine was not added: "), std::string::npos) << events.warning;
    EXPECT_NE(events.warning.find("my-module"), std::string::npos) << events.warning;
}

TEST_F(PresetMenuTest, APresetIsRenamedIfTheNameIsFree) {
    keep("fog", "size");
    keep("haze", "size");
    open_menu();
    const auto rename = [&](const std::string& to) {
        click("emitter/presets/0/name");
        type(to);
        EXPECT_EQ(map_.find("emitter/presets/0/error") != nullptr, to != "mist") << to;
        set_key(ImGuiKey_Enter, true);
        ui::Events events = frame();
        set_key(ImGuiKey_Enter, false);
        settle();
        return events.preset;
    };
    EXPECT_FALSE(rename("haze"));
    EXPECT_FALSE(rename("a/b"));
    const auto renamed = rename("mist");
    ASSERT_TRUE(renamed);
    EXPECT_EQ(renamed->kind, Kind::rename);
    EXPECT_EQ(renamed->name, "fog");
    EXPECT_EQ(renamed->to, "mist");
}

TEST_F(PresetMenuTest, ADeletionIsAskedTwice) {
    keep("fog", "size");
    open_menu();
    EXPECT_FALSE(click("emitter/presets/0/delete").preset);
    const auto removed = click("emitter/presets/0/delete").preset;
    ASSERT_TRUE(removed);
    EXPECT_EQ(removed->kind, Kind::remove);
    EXPECT_EQ(removed->name, "fog");
}

}  // namespace
}  // namespace winnow::test
