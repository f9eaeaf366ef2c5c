// Checks the words that a field for an expression offers, the keys that take them, and the line below it that
// says what the expression can be.
#include "ui/expression_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

constexpr const char* sample = R"({"format": 2,
 "properties": [{"name": "lift", "value": 2, "range": [0, 4], "does": "How it rises."},
                {"name": "twice", "value": "lift * 2 - 1", "does": "More of it."}],
 "let": {"spread": "0.5 + random"},
 "emitters": [{"lifetime": [1, 3], "modules": [
  {"module": "jet", "speed": "lift * life"},
  {"module": "size", "diameter": "0.1 * spread"}]}]})";

constexpr const char* speed = "/effect/emitters/0/modules/0/speed";
constexpr const char* field = "emitter/modules/0/speed";

class ExpressionFieldTest : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        settings_.effect = effects::parse(sample, "sample");
        settings_.compiled = effects::compiled_of(settings_);
        settle();
        click("emitter/modules/0", 0.3f);
        settle();
    }

    /// Puts the keyboard into the field, whose text the next that is typed replaces.
    void enter_field() {
        click(field, 0.1f);
        press(ImGuiKey_A, true);
    }

    ui::Events press(ImGuiKey key, bool with_control = false) {
        ImGui::GetIO().KeyCtrl = with_control;
        set_key(key, true);
        ui::Events events = frame();
        set_key(key, false);
        ui::Events after = frame();
        ImGui::GetIO().KeyCtrl = false;
        std::ranges::move(after.edits, std::back_inserter(events.edits));
        return events;
    }

    bool offers(const std::string& word) {
        return map_.find(std::string(field) + "/words/" + word) != nullptr;
    }
    std::string shown() { return widget(field).value; }

    std::string bounds_of(const std::string& text, const std::string& unit = {}) {
        const std::string pointer = speed;
        return ui::bounds_at(effects::apply(settings_, {pointer, text}), pointer, unit);
    }
};

TEST_F(ExpressionFieldTest, ALitWordIsTakenByEnterWithoutEndingTheField) {
    enter_field();
    type("2 * li");
    frame();
    for (const char* word : {"life", "lifetime", "lift"}) EXPECT_TRUE(offers(word)) << word;
    EXPECT_FALSE(offers("age")) << "it has no li";
    EXPECT_FALSE(offers("camera.distance")) << "no force knows the camera";
    press(ImGuiKey_DownArrow);
    EXPECT_TRUE(press(ImGuiKey_Enter).edits.empty()) << "the list takes this Enter";
    EXPECT_EQ(shown(), "2 * lifetime");
    EXPECT_FALSE(offers("life"));
    EXPECT_EQ(widget(std::string(field) + "/bounds").value, "2 to 6 m/s") << "as it is typed";
    apply(press(ImGuiKey_Enter));
    EXPECT_EQ(value(speed), "2 * lifetime");
}

TEST_F(ExpressionFieldTest, TabTakesAFunctionAndAClickALet) {
    enter_field();
    type("si");
    frame();
    press(ImGuiKey_Tab);
    EXPECT_TRUE(shown() == "sign(" || shown() == "sin(") << shown();
    type("1) * spr");
    frame();
    ASSERT_TRUE(offers("spread"));
    const ui::Widget& word = widget(std::string(field) + "/words/spread");
    ImGui::GetIO().MousePos = ImVec2(word.x + word.w / 2, word.y + word.h / 2);
    frame();
    for (const bool down : {true, false}) {
        ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = down;
        frame();
    }
    EXPECT_EQ(widget(field).state, "focused");
    EXPECT_TRUE(shown().ends_with("1) * spread")) << shown();
}

TEST_F(ExpressionFieldTest, EscClosesTheListFirstAndThenTakesTheEditBack) {
    enter_field();
    type("ag");
    frame();
    ASSERT_TRUE(offers("age"));
    press(ImGuiKey_Escape);
    EXPECT_FALSE(offers("age"));
    EXPECT_EQ(shown(), "ag");
    EXPECT_EQ(widget(field).state, "focused");
    press(ImGuiKey_Escape);
    EXPECT_EQ(shown(), "lift * life");
}

TEST_F(ExpressionFieldTest, AWholeWordIsNotReplacedByEnterAndControlSpaceShowsAll) {
    enter_field();
    type("life");
    frame();
    EXPECT_TRUE(offers("lifetime"));
    apply(press(ImGuiKey_Enter));
    EXPECT_EQ(value(speed), "life");
    enter_field();
    type("2 * ");
    frame();
    EXPECT_FALSE(offers("abs("));
    press(ImGuiKey_Space, true);
    EXPECT_TRUE(offers("abs("));
}

TEST_F(ExpressionFieldTest, BoundsAreThoseOfTheInputs) {
    EXPECT_EQ(bounds_of("lift * life", "m/s"), "0 to 2 m/s") << "the property as it is";
    EXPECT_EQ(bounds_of("age - lifetime"), "-3 to 2");
    EXPECT_EQ(bounds_of("3 * 2"), "6");
    EXPECT_EQ(bounds_of("1 + time"), "at least 1");
    EXPECT_EQ(bounds_of("velocity.x * 2"), "any, because of velocity");
    EXPECT_EQ(bounds_of("spread + sin(velocity.y)"), "-0.5 to 2.5");
    EXPECT_EQ(ui::bounds_at(settings_, "/effect/properties/1/value", ""), "-1 to 7")
        << "over the range of the property that it reads";
    EXPECT_EQ(widget(std::string(field) + "/bounds").value, "0 to 2 m/s");
}

TEST_F(ExpressionFieldTest, BoundsFollowTheEffect) {
    EXPECT_EQ(ui::bounds_at(settings_, speed, ""), "0 to 2");
    settings_ = effects::apply(settings_, {"/effect/properties/0/value", 3});
    EXPECT_EQ(ui::bounds_at(settings_, speed, ""), "0 to 3");
}

TEST_F(ExpressionFieldTest, AnEditCompilesTheEffectOnceAndItsExpressionsAreKnownByThat) {
    for (const int lift : {3, 1}) {
        const std::uint64_t before = effects::compile_counts().compiled;
        settings_ = effects::apply(settings_, {"/effect/properties/0/value", lift});
        frame();
        EXPECT_EQ(widget(std::string(field) + "/bounds").value, fmt::format("0 to {} m/s", lift));
        EXPECT_EQ(effects::compile_counts().compiled - before, 1u);
    }
    enter_field();
    type("2 * ");
    frame();
    const std::uint64_t before = effects::compile_counts().compiled;
    press(ImGuiKey_Space, true);
    EXPECT_TRUE(offers("abs("));
    EXPECT_EQ(effects::compile_counts().compiled, before);
}

TEST(ExpressionWords, EndAtTheCursor) {
    EXPECT_EQ(ui::word_before("2 * ag + 1", 6), "ag");
    EXPECT_EQ(ui::word_before("camera.di", 9), "camera.di");
    EXPECT_EQ(ui::word_before("0.5", 3), "") << "a number";
    EXPECT_EQ(ui::word_before("(", 1), "");
    EXPECT_EQ(ui::word_before("age", 9), "age") << "a cursor beyond the end";
}

}  // namespace
}  // namespace winnow::test
