// Checks how the panel shows an emitter's stack of modules, and that what is done to it becomes edits that
// are accepted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "effects/format/effect_file.h"
#include "effects/modules/module_files.h"
#include "imgui_fixture.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"
#include "ui/color_cell.h"
#include "ui/curve_editor.h"
#include "ui/curve_shapes.h"
#include "ui/point_handles.h"

namespace winnow::test {
namespace {

using nlohmann::json;

constexpr const char* galaxy = R"({"format": 2, "name": "Galaxy",
 "properties": [{"name": "spin", "value": 1, "range": [0, 4], "does": "How fast it turns."}],
 "emitters": [{"modules": [
  {"module": "spiral", "arms": 4, "radius": {"random": [0.2, 6]}},
  {"module": "orbit", "speed": "spin / 2"},
  {"module": "vortex", "enabled": false},
  {"module": "colour", "colour": {"gradient": [[0, [9, 7, 4, 1]], [1, [0.4, 0.6, 2, 0.1]]]}},
  {"module": "collide-plane"},
  {"module": "size", "diameter": {"curve": [[0, 0.01], [1, 0.1]]}}]}]})";

constexpr const char* stack = "/effect/emitters/0/modules";

class StackPanelTest : public PanelTest {
  protected:
    void set(const std::string& pointer, const std::string& value) {
        ui::Events events;
        events.edit(pointer, json::parse(value));
        apply(events);
    }
    void SetUp() override {
        PanelTest::SetUp();
        settings_.effect = effects::parse(galaxy, "galaxy");
        settle();
    }

    /// Adds a module with a curve of these points as the seventh, opens it, and touches one of them.
    void touch_point(const std::string& points, const std::string& nth) {
        set(std::string(stack) + "/-", R"({"module": "ageing", "rate": {"curve": )" + points + "}}");
        open(6);
        apply(press_at(middle_of("emitter/modules/6/rate/curve/" + nth), ImGuiMouseButton_Left));
        settle();
    }
    void open(int module) {
        click(fmt::format("emitter/modules/{}", module), 0.3f);
        settle();
    }

    json modules() const {
        json names;
        for (const auto& use : settings_.effect.emitters[0].modules) names.push_back(use.module);
        return names;
    }

    /// Moves the pointer, and presses and releases a button of the mouse where it is.
    ui::Events press_at(ImVec2 at, ImGuiMouseButton button, int times = 1) {
        ui::Events last;
        ImGui::GetIO().MousePos = at;
        frame();
        for (int i = 0; i < 2 * times; ++i) {
            ImGui::GetIO().MouseDown[button] = i % 2 == 0;
            ui::Events now = frame();
            if (!now.edits.empty()) last = std::move(now);
        }
        return last;
    }

    ImVec2 middle_of(const std::string& name, float x = 0.5f, float y = 0.5f) {
        const ui::Widget& at = widget(name);
        return {at.x + at.w * x, at.y + at.h * y};
    }
};

TEST_F(StackPanelTest, FieldsStagesAndPropertiesHaveRows) {
    for (const char* name : {"emitter/rate", "emitter/lifetime/0", "emitter/add/spawn", "properties/spin"})
        EXPECT_NE(map_.find(name), nullptr) << name;
}

TEST_F(StackPanelTest, EveryWidgetOfOpenModulesHasANameOfItsOwn) {
    for (int i = 0; i < 6; ++i) open(i);
    std::set<std::string> names;
    for (const ui::Widget& w : map_.widgets()) EXPECT_TRUE(names.insert(w.name).second) << w.name;
    for (const char* name :
         {"emitter/modules/0/arms", "emitter/modules/0/radius/1", "emitter/modules/1/speed",
          "emitter/modules/3/colour/gradient/1", "emitter/modules/4/hit",
          "emitter/modules/5/diameter/curve/0", "emitter/modules/5/diameter/kind"})
        EXPECT_TRUE(names.contains(name)) << name;
}

TEST_F(StackPanelTest, ATransformIsMadeAndModulesThenSayTheirSpace) {
    click("transform");
    settle();
    open(1);
    EXPECT_EQ(map_.find("emitter/modules/1/space"), nullptr);
    apply(click("transform/path/some"));
    EXPECT_EQ(value("/effect/emitters/0/transform/path"), json::parse("[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]"));
    EXPECT_NE(map_.find("transform/path/1/add"), nullptr);
    EXPECT_NE(map_.find("emitter/modules/1/space"), nullptr);
    apply(click("transform/path/none"));
    EXPECT_EQ(settings_.effect.emitters[0].transform, effects::Transform());
    apply(click("effect/transform/scale", 0.75f));
    EXPECT_GT(value("/effect/transform/scale"), 1.5);
    EXPECT_NE(map_.find("emitter/modules/1/space"), nullptr);
    for (const char* name : {"transform/rotation/2", "transform/along/kind", "emitter/space",
                             "emitter/inherit_velocity", "effect/transform/position/0"})
        EXPECT_NE(map_.find(name), nullptr) << name;
}

TEST_F(StackPanelTest, ModulesAreDisabledMovedWithinTheirStageAndRemoved) {
    apply(click("emitter/enabled/2"));
    EXPECT_TRUE(settings_.effect.emitters[0].modules[2].enabled);
    EXPECT_FALSE(widget("emitter/move-up/0").enabled);
    EXPECT_FALSE(widget("emitter/move-down/2").enabled);
    apply(click("emitter/move-down/3"));
    EXPECT_EQ(modules(), json({"spiral", "orbit", "vortex", "size", "collide-plane", "colour"}));
    apply(click("emitter/remove/1"));
    EXPECT_EQ(modules(), json({"spiral", "vortex", "size", "collide-plane", "colour"}));
}

TEST_F(StackPanelTest, LooksAreAddedFilledAndRemoved) {
    apply(click("emitter/looks/add"));
    ASSERT_EQ(settings_.effect.emitters[0].looks.size(), 1u);
    apply(click("emitter/looks/0/order", 0.75f));
    EXPECT_NEAR(settings_.effect.emitters[0].looks[0].order, 5, 0.5);
    EXPECT_EQ(widget("emitter/looks/0/blend").value, "effect");
    EXPECT_EQ(map_.find("emitter/looks/0/add/force"), nullptr) << "modules of the stage look alone";
    click("emitter/looks/0/add/look");
    settle();
    EXPECT_EQ(map_.find("emitter/looks/0/add/look/gravity"), nullptr);
    type("SIZE OF PARTICLES");
    settle();
    apply(click("emitter/looks/0/add/look/size"));
    EXPECT_EQ(settings_.effect.emitters[0].looks[0].modules.at(0).module, "size");
    apply(click("emitter/looks/0/modules/0/diameter", 0.5f));
    EXPECT_EQ(modules().size(), 6u) << "the emitter's own are as before";
    EXPECT_EQ(settings_.effect.emitters[0].looks[0].modules.at(0).values.size(), 1u);
    EXPECT_NE(map_.find("emitter/modules/5"), nullptr);
    apply(click("emitter/looks/0/remove/0"));
    EXPECT_TRUE(settings_.effect.emitters[0].looks[0].modules.empty());
    apply(click("emitter/looks/0/remove"));
    EXPECT_TRUE(settings_.effect.emitters[0].looks.empty());
}

TEST_F(StackPanelTest, AModuleKeepsItsRowOpenWhereverItMoves) {
    open(3);
    apply(click("emitter/move-down/3"));
    EXPECT_NE(map_.find("emitter/modules/5/colour/kind"), nullptr);
    EXPECT_EQ(map_.find("emitter/modules/3/diameter/kind"), nullptr);
}

TEST_F(StackPanelTest, AModuleIsFoundByWhatItDoesAndAdded) {
    click("emitter/add/force");
    settle();
    EXPECT_NE(map_.find("emitter/add/force/gravity"), nullptr);
    EXPECT_EQ(map_.find("emitter/add/force/ball"), nullptr) << "a module of another stage";
    type("SPRING");
    settle();
    EXPECT_EQ(map_.find("emitter/add/force/gravity"), nullptr);
    apply(click("emitter/add/force/spring"));
    EXPECT_EQ(modules().back(), "spring");
    EXPECT_NE(map_.find("emitter/modules/6/stiffness"), nullptr) << "it opens";
}

TEST_F(StackPanelTest, AConstantIsDraggedAndWrittenShort) {
    open(2);
    apply(click("emitter/modules/2/spin", 0.75f));
    EXPECT_NEAR(value(std::string(stack) + "/2/spin").get<double>(), 10, 0.5);
    EXPECT_LT(value(std::string(stack) + "/2/spin").dump().size(), 12u);
}

TEST_F(StackPanelTest, EndsOfARandomValuePushEachOther) {
    open(0);
    const auto edits = click("emitter/modules/0/radius/0", 0.9f).edits;
    ASSERT_FALSE(edits.empty());
    EXPECT_EQ(edits[0].pointer, std::string(stack) + "/0/radius/random");
    EXPECT_EQ(edits[0].value[0], edits[0].value[1]);
}

TEST_F(StackPanelTest, TheKindIsChosenFromAMenu) {
    open(0);
    EXPECT_EQ(widget("emitter/modules/0/radius/kind").value, "random");
    click("emitter/modules/0/radius/kind");
    settle();
    EXPECT_EQ(map_.find("emitter/modules/0/radius/kind/gradient"), nullptr) << "it is for vectors";
    apply(click("emitter/modules/0/radius/kind/curve"));
    EXPECT_EQ(value(std::string(stack) + "/0/radius"), json({{"curve", {{0, 0.2}, {1, 6}}}}));
}

TEST_F(StackPanelTest, ARateBecomesACurveOfTheTimeAndAnExpression) {
    const std::string rate = "/effect/emitters/0/rate";
    click("emitter/rate/kind");
    settle();
    EXPECT_EQ(map_.find("emitter/rate/kind/random"), nullptr) << "a rate is not of a particle";
    const json before = value(rate);
    apply(click("emitter/rate/kind/curve"));
    EXPECT_EQ(value(rate), json({{"curve", {{0, before}, {1, before}}}}));
    EXPECT_EQ(widget("emitter/rate/by").value, "time");
    click("emitter/rate/by");
    type("+ spin");
    apply(click("figures/step"));
    EXPECT_EQ(value(rate + "/by"), "time+ spin");
    click("emitter/rate/kind");
    settle();
    apply(click("emitter/rate/kind/expression"));
    EXPECT_TRUE(value(rate).is_string());
}

TEST_F(StackPanelTest, AWrongExpressionIsExplainedAndNotApplied) {
    const std::string field = "emitter/modules/1/speed", error = field + "/error";
    open(1);
    click(field);
    type(" + sqr(2)");
    EXPECT_TRUE(click("figures/step").edits.empty());  // the focus leaves
    settle();
    EXPECT_EQ(settings_.effect.emitters[0].modules[1].values["speed"],
              effects::Value(effects::Formula("spin / 2")));
    ASSERT_NE(map_.find(error), nullptr);
    EXPECT_NE(widget(error).value.get<std::string>().find("sqr"), std::string::npos);
    EXPECT_NE(widget(field).value, "spin / 2") << "the text stays";
    settings_.effect.emitters[0].modules[1].values["speed"] =
        effects::Formula("spin");  // undone, or changed elsewhere
    click("figures/step");
    EXPECT_EQ(map_.find(error), nullptr);
}

TEST_F(StackPanelTest, ALongReasonIsShortened) {
    const std::string field = "emitter/modules/1/speed", fault = "emitter/modules/0/fault";
    const std::string longest(600, 'q');
    open(1);
    click(field);
    type(" + " + longest);
    model_.faults = {{{0, std::nullopt, 0}, longest + ".glsl:1: it is broken"}};
    frame();
    for (const std::string& reason : {field + "/error", fault}) {
        ASSERT_NE(map_.find(reason), nullptr);
        const std::string text = widget(reason).value;
        EXPECT_NE(text.find("q…q"), std::string::npos) << text;
        EXPECT_LT(text.size(), 400u);
    }
}

TEST_F(StackPanelTest, ARightExpressionIsApplied) {
    open(1);
    click("emitter/modules/1/speed");
    type(" + 1");
    apply(click("figures/step"));
    EXPECT_NE(value(std::string(stack) + "/1/speed"), "spin / 2");
    EXPECT_EQ(value(std::string(stack) + "/1/speed").get<std::string>().size(), 12u);
}

TEST_F(StackPanelTest, PointsOfACurveAreDraggedAddedAndRemoved) {
    const std::string curve = "emitter/modules/5/diameter/curve",
                      pointer = std::string(stack) + "/5/diameter/curve";
    open(5);
    EXPECT_TRUE(click(curve + "/1", 0.4f).edits.empty()) << "a click moves nothing";
    apply(drag(curve + "/1", 0.5f, -3));
    EXPECT_LT(value(pointer + "/1/0").get<float>(), 1);
    EXPECT_NEAR(value(pointer + "/1/1").get<float>(), 0.1f, 0.01f);
    apply(press_at(middle_of(curve, 0.4f, 0.2f), ImGuiMouseButton_Left, 2));
    EXPECT_EQ(value(pointer).size(), 3u);
    EXPECT_NEAR(value(pointer + "/1/0").get<float>(), 0.39f, 0.02f);
    apply(press_at(middle_of(curve + "/0"), ImGuiMouseButton_Right));
    EXPECT_EQ(value(pointer).size(), 2u);
    apply(drag(curve + "/0", 0.5f, 100));
    EXPECT_LT(value(pointer + "/0/0").get<float>(), value(pointer + "/1/0").get<float>())
        << "points stay in order";
}

TEST_F(StackPanelTest, PointsThatAreSelectedMoveTogetherInOrder) {
    const std::string curve = "emitter/modules/5/diameter/curve",
                      pointer = std::string(stack) + "/5/diameter/curve";
    open(5);
    set(pointer, "[[0, 0.01], [0.25, 0.04], [0.5, 0.04], [1, 0.1]]");
    click(curve + "/1");
    ImGui::GetIO().KeyShift = true;
    click(curve + "/2");
    ImGui::GetIO().KeyShift = false;
    apply(drag(curve + "/2", 0.5f, 2.5f));
    const float moved = value(pointer + "/2/0").get<float>() - 0.5f;
    EXPECT_GT(moved, 0.05f);
    EXPECT_NEAR(value(pointer + "/1/0").get<float>(), 0.25f + moved, 1e-5f);
    apply(drag(curve + "/1", 0.5f, 100));
    EXPECT_NEAR(value(pointer + "/1/0").get<float>() + 0.25f, value(pointer + "/2/0").get<float>(), 1e-5f);
    EXPECT_LT(value(pointer + "/2/0"), value(pointer + "/3/0"));
    hover(curve + "/1");
    set_key(ImGuiKey_Delete, true);
    ui::Events events = frame();
    set_key(ImGuiKey_Delete, false);
    apply(events);
    EXPECT_EQ(value(pointer).size(), 2u) << "both go";
}

TEST_F(StackPanelTest, ARectangleSelectsPoints) {
    const std::string curve = "emitter/modules/5/diameter/curve",
                      pointer = std::string(stack) + "/5/diameter/curve";
    open(5);
    set(pointer, "[[0, 0.01], [0.25, 0.02], [0.5, 0.03], [1, 0.1]]");
    const ImVec2 from = middle_of(curve, 0.15f, 0.02f), to = middle_of(curve, 0.7f, 0.98f);
    ImGui::GetIO().MousePos = from;
    frame();
    ImGui::GetIO().MouseDown[0] = true;
    frame();
    ImGui::GetIO().MousePos = to;
    frame();
    ImGui::GetIO().MouseDown[0] = false;
    EXPECT_TRUE(frame().edits.empty());
    apply(drag(curve + "/1", 0.5f, 1.5f));
    const float moved = value(pointer + "/1/0").get<float>() - 0.25f;
    EXPECT_GT(moved, 0.01f);
    EXPECT_NEAR(value(pointer + "/2/0").get<float>(), 0.5f + moved, 1e-5f);
    EXPECT_EQ(value(pointer + "/0/0"), 0);
    EXPECT_EQ(value(pointer + "/3/0"), 1);
}

TEST_F(StackPanelTest, ACurveIsMadeSmoothShapedCopiedAndPasted) {
    const std::string curve = "emitter/modules/5/diameter/curve",
                      pointer = std::string(stack) + "/5/diameter";
    open(5);
    apply(click(curve + "/smooth"));
    EXPECT_EQ(value(pointer)["smooth"], true);
    apply(click(curve + "/smooth"));
    EXPECT_FALSE(value(pointer).contains("smooth"));
    click(curve + "/shape");
    settle();
    apply(click(curve + "/shape/bell"));
    const json bell = value(pointer);
    EXPECT_EQ(bell["curve"].size(), 5u);
    EXPECT_NEAR(bell["curve"][2][1].get<float>(), 0.1f, 1e-6f) << "the greatest value that was there";
    EXPECT_NEAR(bell["curve"][0][1].get<float>(), 0.01f, 1e-6f);
    EXPECT_EQ(bell["smooth"], true);
    click(curve + "/copy");
    click(curve + "/shape");
    settle();
    apply(click(curve + "/shape/linear"));
    EXPECT_EQ(value(pointer)["curve"].size(), 2u);
    apply(click(curve + "/paste"));
    EXPECT_EQ(value(pointer), bell);
    ImGui::SetClipboardText("[[0, 0.5], [1, 0.25]]");
    apply(click(curve + "/paste"));
    EXPECT_EQ(value(pointer)["curve"], json::parse("[[0, 0.5], [1, 0.25]]")) << "a list of points alone";
    ImGui::SetClipboardText("{\"module\": \"size\"}");
    EXPECT_NE(click(curve + "/paste").warning, "");
}

TEST_F(StackPanelTest, APointOfACurveStatesItsSlopeWhichIsDraggedByHandles) {
    const std::string name = "emitter/modules/6/rate/curve", pointer = std::string(stack) + "/6/rate";
    touch_point("[[0, 1], [0.5, 2], [1, 1]]", "1");
    EXPECT_EQ(find(name + "/slope after"), nullptr) << "the line is straight";
    apply(click(name + "/slope/Free"));
    EXPECT_EQ(value(pointer + "/curve/1"), json::parse("[0.5, 2, 0]")) << "as the line was on both sides";
    settle();
    apply(drag(name + "/slope after", 0.5f, 0.5f, -2));
    const float up = value(pointer + "/curve/1/2").get<float>();
    EXPECT_GT(up, 0.5f);
    EXPECT_EQ(value(pointer + "/curve/1").size(), 3u) << "both handles are one line";
    settle();
    apply(click(name + "/slope/Broken"));
    EXPECT_EQ(value(pointer + "/curve/1").size(), 4u);
    settle();
    apply(drag(name + "/slope before", 0.5f, 0.5f, -2));
    EXPECT_EQ(value(pointer + "/curve/1/3").get<float>(), up) << "of a corner only one moves";
    const float before = value(pointer + "/curve/1/2").get<float>();
    EXPECT_LT(before, up);
    settle();
    apply(drag(name + "/slope after", 0.5f, 0.5f, 1));
    EXPECT_EQ(value(pointer + "/curve/1/2").get<float>(), before);
    EXPECT_LT(value(pointer + "/curve/1/3").get<float>(), up);
    settle();
    apply(drag(name + "/1", 0.5f, 3));
    EXPECT_EQ(value(pointer + "/curve/1").size(), 4u) << "a point that moves keeps its slopes";
    settle();
    EXPECT_FLOAT_EQ(widget(name + "/steepness/1").value.get<float>(),
                    value(pointer + "/curve/1/3").get<float>());
    apply(click(name + "/slope/Auto"));
    EXPECT_EQ(value(pointer + "/curve/1").size(), 2u);
}

TEST(CurveShapes, SlopesTurnWithTheCurve) {
    const json curve = json::parse(R"({"curve": [[0, 5, 2], [4, -1, 1, 3], [6, 3]]})");
    EXPECT_EQ(ui::shaped(curve, "mirror", 0, 1)["curve"],
              json::parse("[[0, 3], [2, -1, -3, -1], [6, 5, -2]]"));
    EXPECT_EQ(ui::shaped(curve, "upside down", 0, 1)["curve"],
              json::parse("[[0, -1, -2], [4, 5, -1, -3], [6, 1]]"));
}

TEST_F(StackPanelTest, AHandleThatIsDraggedBackStaysBeyondItsPoint) {
    const std::string name = "emitter/modules/6/rate/curve", pointer = std::string(stack) + "/6/rate/curve";
    touch_point("[[0, 1, 0], [1, 2]]", "0");
    EXPECT_EQ(find(name + "/slope before"), nullptr) << "no line comes before the first point";
    apply(drag(name + "/slope after", 0.5f, -40, -1));
    const float slope = value(pointer + "/0/2").get<float>();
    EXPECT_TRUE(std::isfinite(slope) && slope > 0) << slope;
}

TEST(CurveShapes, KeepTheirEndsAndTheirBounds) {
    const json curve = json::parse(R"({"by": "speed", "curve": [[2, 5], [4, -1], [6, 3]], "smooth": true})");
    for (const ui::CurveShape& shape : ui::curve_shapes) {
        const json shaped = ui::shaped(curve, shape.name, 0, 1);
        EXPECT_EQ(shaped["by"], "speed");
        EXPECT_EQ(shaped["curve"].front()[0], 2) << shape.name;
        EXPECT_EQ(shaped["curve"].back()[0], 6) << shape.name;
        float least = 9, most = -9;
        for (const json& point : shaped["curve"]) {
            least = std::min(least, point[1].get<float>());
            most = std::max(most, point[1].get<float>());
        }
        EXPECT_EQ(least, -1) << shape.name;
        EXPECT_EQ(most, 5) << shape.name;
    }
    EXPECT_EQ(ui::shaped(curve, "mirror", 0, 1)["curve"], json::parse("[[2, 3], [4, -1], [6, 5]]"));
    EXPECT_EQ(ui::shaped(curve, "upside down", 0, 1)["curve"], json::parse("[[2, -1], [4, 5], [6, 1]]"));
    const json flat = ui::shaped(json::parse(R"({"curve": [[0, 3]]})"), "linear", 0, 10);
    EXPECT_EQ(flat["curve"], json::parse("[[0, 0], [1, 10]]"));
}

TEST_F(StackPanelTest, TheAxesOfAVectorAreCurvesOfWhichOneIsEdited) {
    const std::string name = "emitter/modules/6/acceleration/gradient",
                      pointer = std::string(stack) + "/6/acceleration/gradient";
    set(std::string(stack) + "/-",
        R"({"module": "gravity", "acceleration": {"gradient": [[0, [1, 2, 3]], [1, [4, 5, 6]]]}})");
    open(6);
    click(name + "/axis/y");
    settle();
    EXPECT_EQ(widget(name + "/y").value, 2);
    apply(drag(name + "/1", 0.5f, -3));
    EXPECT_EQ(value(pointer + "/0/1"), json::parse("[1, 2, 3]"));
    EXPECT_EQ(value(pointer + "/1/1/0"), 4) << "the other axes stay";
    EXPECT_EQ(value(pointer + "/1/1/2"), 6);
    EXPECT_NEAR(value(pointer + "/1/1/1").get<float>(), 5, 1);
    EXPECT_LT(value(pointer + "/1/0").get<float>(), 1);
}

TEST_F(StackPanelTest, StopsOfAGradientAreDraggedAddedAndRemoved) {
    const std::string stops = "emitter/modules/3/colour/gradient",
                      pointer = std::string(stack) + "/3/colour/gradient";
    open(3);
    apply(press_at(middle_of(stops, 0.5f, 0.2f), ImGuiMouseButton_Left, 2));
    ASSERT_EQ(value(pointer).size(), 3u);
    EXPECT_NEAR(value(pointer + "/1/1/0").get<float>(), 4.7f, 0.1f) << "the colour between";
    apply(drag(stops + "/1", 0.5f, 3));
    EXPECT_GT(value(pointer + "/1/0").get<float>(), 0.55f);
    for (const float edge : {-100.0f, 100.0f}) {
        apply(drag(stops + "/1", 0.5f, edge));
        EXPECT_GT(value(pointer + "/1/0"), value(pointer + "/0/0"));
        EXPECT_LT(value(pointer + "/1/0"), value(pointer + "/2/0"));
    }
    apply(press_at(middle_of(stops + "/1"), ImGuiMouseButton_Right));
    EXPECT_EQ(value(pointer).size(), 2u);
}

TEST(PointHandles, APlaceStopsAtNeighboursAndLiesBetweenNearOnes) {
    EXPECT_EQ(ui::held_between(0, 1, 0.25f, -3), 0.25f);
    EXPECT_EQ(ui::held_between(0, 1, 0.25f, 0.5f), 0.5f);
    EXPECT_EQ(ui::held_between(0, 1, 0.25f, 3), 0.75f);
    EXPECT_EQ(ui::held_between(0.5f, 0.5625f, 0.25f, 3), 0.53125f);
    EXPECT_EQ(ui::held_between(-std::numeric_limits<float>::infinity(), 1, 0.25f, -3), -3);
}

TEST_F(StackPanelTest, ABrightColourKeepsItsHueWhereverItIsShownAndPicked) {
    const std::string stops = "emitter/modules/3/colour/gradient", swatch = stops + "/colour",
                      pointer = std::string(stack) + "/3/colour/gradient/0/1";
    open(3);
    click(swatch);
    settle();
    const ui::Widget picker = widget(swatch + "/picker"), bar = widget(stops);
    EXPECT_GT(picker.x, bar.x + bar.w) << "it covers the gradient";
    EXPECT_NEAR(widget(swatch + "/intensity").value.get<float>(), std::log2(9.0f), 1e-4f);
    apply(click(swatch + "/intensity", 0.75f));
    const auto light = value(pointer).get<std::vector<float>>();
    const float times = light[0] / 9;
    const auto intensity = [&] { return widget(swatch + "/intensity").value.get<float>(); };
    EXPECT_NEAR(light[0], std::exp2(intensity()), 1e-3);
    EXPECT_NEAR(light[1], 7 * times, 0.01);
    EXPECT_NEAR(light[2], 4 * times, 0.01);
    EXPECT_EQ(light[3], 1);
    EXPECT_NE(map_.find(swatch + "/picker"), nullptr) << "it stays open";
    apply(press_at({picker.x + picker.w * 0.4f, picker.y + picker.h * 0.4f}, ImGuiMouseButton_Left));
    const auto darker = value(pointer).get<std::vector<float>>();
    EXPECT_GT(*std::max_element(darker.begin(), darker.begin() + 3), 4) << "its intensity is lost";
    EXPECT_NE(darker, light);
    const float before = intensity();
    apply(click(swatch + "/intensity", 0.25f));
    const auto faint = value(pointer).get<std::vector<float>>();
    EXPECT_LT(intensity(), -3);
    EXPECT_NEAR(std::log2(faint[0] / darker[0]), intensity() - before, 1e-3f);
    EXPECT_NEAR(faint[2] / faint[0], darker[2] / darker[0], 1e-3f) << "its hue is another";
}

TEST_F(StackPanelTest, ACodeOfScreensIsTypedForAColourWhoseIntensityStays) {
    const std::string swatch = "emitter/modules/3/colour/gradient/colour", code = swatch + "/code",
                      pointer = std::string(stack) + "/3/colour/gradient/0/1";
    open(3);
    click(swatch);
    settle();
    EXPECT_EQ(widget(code).value, "#ffe4b2");
    const auto enter = [&](const std::string& text) {
        click(code);
        type(text);
        set_key(ImGuiKey_Enter, true);
        ui::Events events = frame();
        set_key(ImGuiKey_Enter, false);
        frame();
        apply(events);
        return value(pointer).get<std::vector<float>>();
    };
    const auto twice = enter("#ff8000");
    EXPECT_NEAR(twice[0], 9, 1e-4);
    EXPECT_NEAR(twice[1], 9 * 0.2158605, 1e-4);
    EXPECT_EQ(twice[2], 0);
    EXPECT_EQ(twice[3], 1);
    EXPECT_EQ(enter("#ff800080")[3], 128.0f / 255);
    EXPECT_NEAR(enter("white")[2], 9, 1e-4);
    const auto before = value(pointer);
    EXPECT_EQ(enter("#ff800"), before.get<std::vector<float>>()) << "no half-typed colour";
    EXPECT_EQ(enter("chalk"), before.get<std::vector<float>>());
    EXPECT_NE(map_.find(code + "/error"), nullptr);
}

TEST(ShownLight, IsThatOfTheFrameAndKeepsTheHue) {
    const auto shown = [](std::vector<float> light, float exposure = 1) {
        return ui::shown_light(light, exposure);
    };
    const ImVec4 blue = shown({0.25f, 1.1f, 6}), orange = shown({3, 1.5f, 0.2f});
    EXPECT_LT(blue.y, 0.85f * blue.z) << "it is cyan";
    EXPECT_LT(orange.y, 0.9f * orange.x) << "it is yellow";
    EXPECT_LT(orange.z, 0.6f * orange.y);
    EXPECT_GT(shown({8, 0, 0}).x, shown({4, 0, 0}).x);
    EXPECT_GT(shown({4, 0, 0}).x, shown({1, 0, 0}).x);
    EXPECT_EQ(shown({1, 1, 1}, 2).x, shown({2, 2, 2}).x);
    EXPECT_LE(shown({1e9f, 1e9f, 1e9f}).x, 1);
    EXPECT_EQ(shown({0, -1, 0}).y, 0);
}

TEST(StopsOfLight, BeginWhereScreensEnd) {
    const auto stops = [](std::vector<float> light) { return ui::stops_of(light); };
    EXPECT_EQ(stops({3, 4, 2}), 2);
    EXPECT_EQ(stops({1, 0.2f, 0}), 0);
    EXPECT_EQ(stops({0.25f, 0.2f, 0}), 0);
    EXPECT_EQ(stops({0, 1.0f / 64, 0}), -6);
    EXPECT_EQ(stops({0, 0, 0}), 0);
}

TEST_F(StackPanelTest, AnAttributeIsRenamedWhereverItIsReadByOneEdit) {
    settings_.effect = effects::parse(R"({"format": 2, "properties": [{"name": "heat2"}], "emitters": [
      {"let": {"heat3": "1"}, "modules": [{"module": "attribute", "name": "heat", "value": 2},
        {"module": "attribute", "name": "heat4"}, {"module": "size", "diameter": "heat / 9"}]}]})",
                                      "e.json");
    settle();
    open(0);
    const std::string field = "emitter/modules/0/name";
    ImGui::GetIO().MouseDoubleClickTime = 0;  // each click is one by itself
    const auto press = [&](ImGuiKey key) {
        set_key(key, true);
        ui::Events events = frame();
        set_key(key, false);
        frame();
        return events;
    };
    for (const std::string end : {"-", "2", "3", "4"}) {
        click(field);
        type(end);
        EXPECT_NE(map_.find(field + "/error"), nullptr) << end;
        EXPECT_TRUE(press(ImGuiKey_Escape).edits.empty());
        EXPECT_EQ(map_.find(field + "/error"), nullptr) << end;
    }
    click(field);
    type("ed");
    const ui::Events events = press(ImGuiKey_Enter);
    ASSERT_EQ(events.edits.size(), 1u);
    EXPECT_EQ(events.what, "rename the attribute heat");
    apply(events);
    EXPECT_EQ(value(std::string(stack) + "/0/name"), "heated");
    EXPECT_EQ(value(std::string(stack) + "/2/diameter"), "heated / 9");
}

TEST_F(StackPanelTest, TheDensityIsToldWhereItMultipliesTheRate) {
    EXPECT_EQ(map_.find("emitter/rate/density"), nullptr);
    settings_.effect.emitters[0].rate = 7800;
    settings_.simulation.density = 0.75f;
    settle();
    EXPECT_NE(map_.find("emitter/rate/density"), nullptr);
    EXPECT_NE(text_of_frame().find("5,850 births per second"), std::string::npos);
}

TEST(AxisText, HasTheDigitsOfAFloat) {
    EXPECT_EQ(ui::axis_text(0.0010000000474974513f), "0.001");
    EXPECT_EQ(ui::axis_text(0.7f), "0.7");
    EXPECT_EQ(ui::axis_text(16777216), "1.678e+07");
}

TEST_F(StackPanelTest, APropertyIsMovedWithinItsRange) {
    const auto edits = click("properties/spin", 0.5f).edits;
    ASSERT_FALSE(edits.empty());
    EXPECT_EQ(edits[0].pointer, "/effect/properties/0/value");
    EXPECT_NEAR(edits[0].value.get<float>(), 2, 0.1f);
}

TEST_F(StackPanelTest, AParameterIsResetToItsDefault) {
    open(0);
    right_click("emitter/modules/0/arms");
    settle();
    apply(click("reset/default"));
    EXPECT_EQ(value(std::string(stack) + "/0/arms"), 2);
}

TEST_F(StackPanelTest, AFileIsTypedOrChosenFromThoseBelowTheFolder) {
    const TemporaryDirectory folder;
    folder.write("a/box.obj", box_obj());
    folder.write("odd.obj", "f 1 2 3");
    folder.write("image.png", "");
    settings_.effect.emitters[0].modules = {{"mesh-surface"}};
    effects::set_folder(settings_.effect, folder.path().string());
    const std::string field = "emitter/modules/0/mesh", pointer = std::string(stack) + "/0/mesh";
    open(0);
    click(field + "/files");
    settle();
    EXPECT_NE(map_.find(field + "/files/odd.obj"), nullptr);
    EXPECT_EQ(map_.find(field + "/files/image.png"), nullptr) << "it is no mesh";
    apply(click(field + "/files/a/box.obj"));
    EXPECT_EQ(value(pointer), "a/box.obj");
    click(field);
    type("x");
    EXPECT_TRUE(click("figures/step").edits.empty());
    settle();
    EXPECT_NE(widget(field + "/error").value.get<std::string>().find("No such file"), std::string::npos);
    EXPECT_EQ(value(pointer), "a/box.obj");
}

TEST_F(StackPanelTest, AnAttributesNameIsTypedAndChecked) {
    settings_.effect.emitters[0].modules = {
        {"attribute", true, {{"name", effects::Constant("heat")}, {"value", 1}}}, {"set"}};
    const std::string field = "emitter/modules/1/attribute", pointer = std::string(stack) + "/1/attribute";
    settle();
    open(1);
    EXPECT_EQ(map_.find(field + "/kind"), nullptr) << "it is no number";
    click(field);
    type("hea");
    EXPECT_TRUE(click("figures/step").edits.empty());
    settle();
    EXPECT_NE(widget(field + "/error").value.get<std::string>().find("did you mean heat?"),
              std::string::npos);
    click(field, 0.9f);
    type("t");
    apply(click("figures/step"));
    EXPECT_EQ(value(pointer), "heat");
}

TEST_F(StackPanelTest, PointsOfASplineAreMovedAddedAndRemoved) {
    settings_.effect.emitters[0].modules = {{"spline"}};
    const std::string rows = "emitter/modules/0/points", pointer = std::string(stack) + "/0/points";
    open(0);
    EXPECT_EQ(map_.find(rows + "/kind"), nullptr);
    apply(click(rows + "/1/add"));
    EXPECT_EQ(value(pointer), json({{-1, 0, 0}, {0, 1, 0}, {0.5, 0.5, 0}, {1, 0, 0}}));
    apply(click(rows + "/3/add"));
    EXPECT_EQ(value(pointer)[4], json({1.5, -0.5, 0}));
    apply(click(rows + "/0/remove"));
    apply(click(rows + "/closed"));
    EXPECT_EQ(value(pointer),
              json({{"points", {{0, 1, 0}, {0.5, 0.5, 0}, {1, 0, 0}, {1.5, -0.5, 0}}}, {"closed", true}}));
    apply(click(rows + "/0/2", 0.75f));
    EXPECT_NEAR(value(pointer)["points"][0][2].get<double>(), 2.5, 0.2);
    apply(click(rows + "/closed"));
    for (int i = 0; i < 2; ++i) apply(click(rows + "/0/remove"));
    EXPECT_EQ(value(pointer).size(), 2u);
    EXPECT_FALSE(widget(rows + "/0/remove").enabled) << "two points are the least";
}

}  // namespace
}  // namespace winnow::test
