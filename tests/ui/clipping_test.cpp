// Checks copying and pasting of values, modules and emitters as JSON text.
#include <string>

#include "effects/format/effect_file.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

using nlohmann::json;
using ui::Action;

class ClippingTest : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        ImGuiIO& io = ImGui::GetIO();
        io.ClipboardUserData = &clipboard_;
        io.SetClipboardTextFn = [](void* to, const char* text) { *static_cast<std::string*>(to) = text; };
        io.GetClipboardTextFn = [](void* from) { return static_cast<std::string*>(from)->c_str(); };
        settings_.effect = effects::parse(
            R"({"format": 2, "emitters": [{"name": "rocket", "rate": 7, "children": [{"emitter": "star"}],
                "modules": [{"module": "jet", "speed": 3}, {"module": "size"}]}, {"name": "star", "rate": 0}]})",
            "clips");
        settle();
    }

    /// Draws a frame in which Ctrl+C or Ctrl+V was pressed over a widget. What it asks for is applied.
    ui::Events press_over(const std::string& name, Action action) {
        hover(name);
        asked_ = {action};
        ui::Events events = frame();
        EXPECT_TRUE(events.actions.empty());
        apply(events);
        return events;
    }
    /// Chooses an entry of the menu on a right click.
    ui::Events choose(const std::string& name, const std::string& entry) {
        right_click(name);
        settle();
        ui::Events events = click(entry);
        apply(events);
        return events;
    }
};

TEST_F(ClippingTest, AValueIsCopiedAndPastedByKeysAndByTheMenu) {
    press_over("emitter/rate", Action::copy);
    EXPECT_EQ(json::parse(clipboard_), 7);
    clipboard_ = "12";
    press_over("emitter/rate", Action::paste);
    EXPECT_EQ(value("/effect/emitters/0/rate"), 12);
    choose("emitter/rate", "reset/copy");
    EXPECT_EQ(json::parse(clipboard_), 12);
    clipboard_ = R"({"curve": [[0, 1], [1, 2]]})";
    choose("emitter/rate", "reset/paste");
    EXPECT_TRUE(value("/effect/emitters/0/rate").contains("curve"));
}

TEST_F(ClippingTest, NonsenseIsRefusedInOneSentence) {
    for (const char* nonsense : {"", "nonsense", "{", "-5", "\"no + such\"", R"({"module": "jet"})"}) {
        clipboard_ = nonsense;
        for (const char* widget : {"emitter/rate", "emitter/modules/0", "emitter/select/0"}) {
            const effects::Effect before = settings_.effect;
            const ui::Events events = press_over(widget, Action::paste);
            if (events.edits.empty()) {
                EXPECT_TRUE(events.warning.starts_with("Nothing was pasted: ")) << events.warning;
                EXPECT_EQ(events.warning.find('\n'), std::string::npos);
                EXPECT_EQ(settings_.effect, before);
            } else {
                EXPECT_EQ(events.what, "paste a module") << nonsense << " into " << widget;
            }
        }
    }
    EXPECT_NE(press_over("passes", Action::paste).warning, "");
}

TEST_F(ClippingTest, AModuleIsCopiedAndPastedBehindAnother) {
    press_over("emitter/modules/0", Action::copy);
    EXPECT_EQ(json::parse(clipboard_)["module"], "jet");
    const ui::Events events = choose("emitter/modules/1", "emitter/modules/1/paste");
    EXPECT_EQ(events.what, "paste a module");
    EXPECT_EQ(value("/effect/emitters/0/modules/2/module"), "jet");
    EXPECT_EQ(value("/effect/emitters/0/modules/2/speed"), 3);
    press_over("emitter/select/1", Action::paste);
    EXPECT_EQ(value("/effect/emitters/1/modules/0/module"), "jet");
}

TEST_F(ClippingTest, AnEmitterIsCopiedWithItsChildren) {
    press_over("emitter/select/0", Action::copy);
    const json copied = json::parse(clipboard_);
    ASSERT_EQ(copied.size(), 2u) << clipboard_;
    EXPECT_FALSE(copied[0].contains("lifetime")) << "it is the default";
    EXPECT_EQ(press_over("emitter/select/1", Action::paste).what, "paste rocket 2");
    ASSERT_EQ(settings_.effect.emitters.size(), 4u);
    EXPECT_EQ(value("/effect/emitters/2/children/0/emitter"), "star 2");
    clipboard_ = R"({"name": "moon", "rate": 3})";
    choose("emitter/select/1", "emitter/select/1/paste");
    EXPECT_EQ(value("/effect/emitters/4/name"), "moon");
}

}  // namespace
}  // namespace winnow::test
