// Handles in the picture: which there are, where they are seen, and what a drag makes of the effect.
#include "ui/scene_handles.h"

#include <glm/gtc/matrix_transform.hpp>

#include "base/output_file.h"
#include "effects/format/effect_file.h"
#include "imgui_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::ui {
namespace {

constexpr float handle_metre = 1000;  // pixels of one metre at the origin, seen along -z from 1 m per unit

class SceneHandlesTest : public test::PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        settings_.effect.emitters.resize(1);
        settings_.effect.view.target = {0, 5, 0};  // out of the way
        settings_.display.panel = false;
        settings_.display.handles = true;
        look_from({0, 0, 10});
    }
    /// Looks along -z at the origin, in a square window.
    void look_from(const glm::vec3& eye) {
        ImGui::GetIO().DisplaySize = ImVec2(2 * handle_metre, 2 * handle_metre);
        const glm::mat4 projection = glm::perspective(glm::radians(90.0f), 1.0f, 0.1f, 100.0f);
        model_.projection = {projection * glm::lookAt(eye, eye - glm::vec3(0, 0, 1), glm::vec3(0, 1, 0)),
                             eye};
    }
    void use(const char* emitter) {
        settings_.effect = effects::parse(
            fmt::format(R"({{"format": 2, "name": "x", "view": {{"target": [0, 5, 0]}}, "emitters": [{}]}})",
                        emitter),
            "test");
        settings_.compiled = effects::compile(settings_.effect);
        settle();
    }
    std::vector<Handle> handles() const { return handles_of(settings_, 0, 0); }
    Handle handle(std::string_view pointer) const {
        for (const Handle& one : handles())
            if (one.pointer == pointer) return one;
        ADD_FAILURE() << "no handle at " << pointer;
        return {};
    }
    /// Presses on a grip and moves by so many metres of the plane through the origin. Returns the last edit.
    effects::Edit drag_by(const std::string& name, float right, float up) {
        settle();
        const Widget at = widget(name);
        const ImVec2 from(at.x + at.w / 2, at.y + at.h / 2);
        const float pixels = handle_metre / 10;  // a metre at the distance of 10
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = from;
        settle();
        io.MouseDown[0] = true;
        frame();
        io.MousePos = ImVec2(from.x + right * pixels, from.y - up * pixels);
        Events events;
        for (int i = 0; i < 2; ++i) events = frame();
        io.MouseDown[0] = false;
        settle();
        EXPECT_EQ(events.edits.size(), 1u) << name;
        return events.edits.empty() ? effects::Edit{} : events.edits.back();
    }
    static void expect_near(const nlohmann::json& list, const glm::vec3& expected) {
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(list.at(static_cast<std::size_t>(i)).get<float>(), expected[i], 0.011) << list;
    }
};

TEST_F(SceneHandlesTest, APlaceMovesInThePlaneThatFacesTheCamera) {
    use(R"({"name": "jet", "position": [1, 0, 0]})");
    const effects::Edit edit = drag_by("handle/emitters/0/position", 2, 1);
    EXPECT_EQ(edit.pointer, "/effect/emitters/0/position");
    expect_near(edit.value, {3, 1, 0});
}

TEST_F(SceneHandlesTest, APressInTheFrameInWhichThePointerComesHoldsTheHandle) {
    use(R"({"name": "jet"})");
    const Widget at = widget("handle/emitters/0/position");
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = ImVec2(at.x + at.w / 2, at.y + at.h / 2);
    io.MouseDown[0] = true;
    frame();
    EXPECT_TRUE(panel_.holds_handle());
    io.MousePos.x += handle_metre / 10;
    const Events events = frame();
    ASSERT_EQ(events.edits.size(), 1u);
    expect_near(events.edits[0].value, {1, 0, 0});
    io.MouseDown[0] = false;
    frame();
    EXPECT_FALSE(panel_.holds_handle());
}

TEST_F(SceneHandlesTest, AnAxisOfTheTouchedPlaceMovesItAlongIt) {
    use(R"({"name": "jet"})");
    EXPECT_EQ(map_.find("handle/emitters/0/position/x"), nullptr);
    hover("handle/emitters/0/position");
    click("handle/emitters/0/position");
    settle();
    expect_near(drag_by("handle/emitters/0/position/x", 2, 0).value, {2, 0, 0});
    expect_near(drag_by("handle/emitters/0/position/y", 0, 1).value, {0, 1, 0});
    EXPECT_EQ(drag_by("handle/emitters/0/position/x", 2, 1).value.at(1), 0);
}

TEST_F(SceneHandlesTest, CtrlRoundsToTenths) {
    use(R"({"name": "jet"})");
    ImGui::GetIO().KeyCtrl = true;
    expect_near(drag_by("handle/emitters/0/position", 0.537f, 0.12f).value, {0.5f, 0.1f, 0});
}

TEST_F(SceneHandlesTest, ADirectionTurnsAndKeepsItsLength) {
    use(R"({"name": "jet", "modules": [{"module": "jet", "direction": [0, 2, 0]}]})");
    const effects::Edit edit = drag_by("handle/emitters/0/modules/0/direction", 5, -0.7f);
    const auto list = edit.value.get<std::vector<float>>();
    EXPECT_GT(list[0], 1.7f);
    EXPECT_NEAR(glm::length(glm::vec3(list[0], list[1], list[2])), 2, 0.01);
}

TEST_F(SceneHandlesTest, ARadiusAndTheEdgesOfABoxAreDragged) {
    use(R"({"name": "jet", "modules": [{"module": "ball", "radius": 1}, {"module": "collide-box", "size": [2, 2, 2]}]})");
    EXPECT_NEAR(drag_by("handle/emitters/0/modules/0/radius", 2, 0).value.get<float>(), 3, 0.02);
    expect_near(drag_by("handle/emitters/0/modules/1/size/y", 0, 1).value, {2, 4, 2});
}

TEST_F(SceneHandlesTest, AnObjectOfTheSceneryGrowsAlongItsOwnAxesOnceItWasTouched) {
    effects::SceneObject rock;
    rock.position = {1, 0, 0};
    rock.axis = {0, 0, 1};
    rock.angle = 90;
    rock.size = {2, 1, 1};
    settings_.effect.scenery.objects = {rock};
    settings_.compiled = effects::compile(settings_.effect);
    settle();
    const std::string size = "handle/scenery/objects/0/size";
    EXPECT_EQ(map_.find(size + "/x"), nullptr);
    hover("handle/scenery/objects/0/position");
    click("handle/scenery/objects/0/position");
    settle();
    ASSERT_NE(map_.find(size + "/x"), nullptr);
    const effects::Edit edit = drag_by(size + "/x", 0, 1);  // its x lies upright
    EXPECT_EQ(edit.pointer, "/effect/scenery/objects/0/size");
    expect_near(edit.value, {4, 1, 1});
}

TEST_F(SceneHandlesTest, TheSizeOfAMeshIsAFactorOnTheBoxAroundIt) {
    const test::TemporaryDirectory folder;
    write_file((folder.path() / "slab.obj").string(),
               "v 1 0 -1\nv 5 0 -1\nv 5 0 1\nv 1 0 1\nf 1 2 3\nf 1 3 4\n");  // 4 m long, beside its origin
    effects::SceneObject slab;
    slab.shape = effects::Solid::mesh;
    slab.mesh = "slab.obj";
    slab.position = {-4, 0, 0};
    slab.size = {0.5f, 1, 2};
    slab.collides = false;
    settings_.effect.folder.path = folder.path().string();
    settings_.effect.scenery.objects = {slab};
    settings_.compiled = effects::compile(settings_.effect);
    const std::string size = "handle/scenery/objects/0/size";
    hover("handle/scenery/objects/0/position");
    click("handle/scenery/objects/0/position");
    settle();
    EXPECT_EQ(map_.find(size + "/y"), nullptr) << "it is flat";
    const Handle edges = handle("/effect/scenery/objects/0/size");
    EXPECT_EQ(edges.low(), glm::vec3(0.5f, 0, -2));
    EXPECT_EQ(edges.high(), glm::vec3(2.5f, 0, 2));
    const Widget at = widget(size + "/x");  // on its farther face, at -4 + 0.5 * 5
    EXPECT_NEAR(at.x + at.w / 2, handle_metre * (1 - 1.5f / 10), 1);
    expect_near(drag_by(size + "/x", 2.5f, 0).value, {1, 1, 2});
}

TEST_F(SceneHandlesTest, APointOfASplineMovesAlone) {
    use(R"({"name": "jet", "modules": [{"module": "attractor-spline",
            "points": {"points": [[-2, 0, 0], [0, 1, 0], [2, 0, 0]], "closed": true}}]})");
    const effects::Edit edit = drag_by("handle/emitters/0/modules/0/points/1", 0, 1);
    EXPECT_EQ(edit.pointer, "/effect/emitters/0/modules/0/points");
    expect_near(edit.value.at("points").at(1), {0, 2, 0});
    expect_near(edit.value.at("points").at(0), {-2, 0, 0});
    EXPECT_EQ(edit.value.at("closed"), true);
}

TEST_F(SceneHandlesTest, SpacesAreThoseOfTheEmitter) {
    use(R"({"name": "jet", "position": [1, 0, 0],
            "transform": {"position": [0, 0, 2], "rotation": [0, 90, 0], "scale": 2},
            "modules": [{"module": "ball"}, {"module": "attractor"},
                        {"module": "attractor", "space": "local", "enabled": false}]})");
    const Handle place = handle("/effect/emitters/0/position");
    const glm::dvec3 seen =
        place.space.position + place.space.turn * (glm::dvec3(place.value) * place.space.scale);
    EXPECT_NEAR(glm::length(seen - glm::dvec3(0, 0, 0)), 0, 1e-5) << "turned to -z, twice as far";
    EXPECT_EQ(handle("/effect/emitters/0/modules/0/centre").anchor, glm::vec3(1, 0, 0))
        << "births begin there";
    EXPECT_EQ(handle("/effect/emitters/0/modules/1/centre").space.scale, 1) << "forces are in the world";
    for (const Handle& one : handles()) EXPECT_FALSE(one.pointer.starts_with("/effect/emitters/0/modules/2"));
}

TEST_F(SceneHandlesTest, WhatVariesHasNone) {
    use(R"({"name": "jet", "modules": [{"module": "ball", "radius": {"random": [1, 2]}}]})");
    for (const Handle& one : handles()) EXPECT_NE(one.pointer, "/effect/emitters/0/modules/0/radius");
}

TEST_F(SceneHandlesTest, HiddenOnesAndThoseBehindTheEyeTakeNoMouse) {
    use(R"({"name": "jet"})");
    look_from({0, 0, -10});
    settle();
    EXPECT_EQ(map_.find("handle/emitters/0/position"), nullptr);
    look_from({0, 0, 10});
    settle();
    EXPECT_NE(map_.find("handle/emitters/0/position"), nullptr);
    settings_.display.handles = false;
    settle();
    EXPECT_EQ(map_.find("handle/emitters/0/position"), nullptr);
    ImGui::GetIO().MousePos = ImVec2(handle_metre, handle_metre);
    settle();
    EXPECT_FALSE(ImGui::GetIO().WantCaptureMouse);
}

TEST_F(SceneHandlesTest, AKeyMakesTheViewOfTheCameraThatOfTheEffect) {
    use(R"({"name": "jet"})");
    model_.seen.position = {3, 4, 0};
    model_.seen.target = {0, 0, 0};
    Events events;
    perform(Command::take_view, model_, events);
    ASSERT_EQ(events.edits.size(), 1u);
    settings_ = effects::apply(settings_, events.edits[0]);
    const effects::View& view = settings_.effect.view;
    EXPECT_EQ(view.target, glm::vec3(0));
    EXPECT_NEAR(view.distance, 5, 1e-3);
    EXPECT_NEAR(view.yaw, 90, 1e-3);
    EXPECT_NEAR(view.pitch, 53.130f, 1e-3);
}

}  // namespace
}  // namespace winnow::ui
