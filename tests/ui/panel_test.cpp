// Checks what the panel shows for a model, and which events it returns when it is clicked.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module_files.h"
#include "imgui_fixture.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"
#include "ui/color_cell.h"
#include "ui/numbers.h"
#include "ui/reset_menu.h"

namespace winnow::test {
namespace {

using ui::Action;

void expect_edit(const ui::Events& events, const std::string& pointer, const nlohmann::json& value) {
    ASSERT_EQ(events.edits.size(), 1u);
    EXPECT_EQ(events.edits[0].pointer, pointer);
    EXPECT_EQ(events.edits[0].value, value);
    EXPECT_TRUE(events.actions.empty());
}

void expect_nothing(const ui::Events& events) {
    EXPECT_TRUE(events.edits.empty());
    EXPECT_TRUE(events.actions.empty());
}

/// Expects that a drag ends with this edit.
void expect_last_edit(const ui::Events& events, const std::string& pointer, float value) {
    ASSERT_FALSE(events.edits.empty());
    EXPECT_EQ(events.edits.back().pointer, pointer);
    EXPECT_NEAR(events.edits.back().value.get<float>(), value, 1e-4f);
}

TEST_F(PanelTest, EveryWidgetHasANameOfItsOwnAndAPlaceInTheWindow) {
    std::set<std::string> names;
    for (const auto& tab : ui::tabs) {
        open(tab.value);
        std::set<std::string> shown;
        for (const ui::Widget& w : map_.widgets()) {
            EXPECT_TRUE(shown.insert(w.name).second) << w.name;
            EXPECT_GT(w.w, 0) << w.name;
            EXPECT_GT(w.h, 0) << w.name;
            EXPECT_GE(w.x, 0) << w.name;
            EXPECT_LE(w.x + w.w, 1200) << w.name;
            EXPECT_TRUE(w.visible) << w.name;
        }
        names.merge(shown);
    }
    for (const char* name : {"backend/auto",
                             "backend/glsl",
                             "backend/cuda",
                             "backend/cpu",
                             "block",
                             "grid",
                             "compaction",
                             "run/pause",
                             "run/step",
                             "run/reset",
                             "run/reseed",
                             "scan/check",
                             "emitter/rate",
                             "emitter/lifetime/0",
                             "emitter/position/1",
                             "emitter/blend",
                             "particles/capacity",
                             "particles/seed",
                             "display/vsync",
                             "display/picture_cap"})
        EXPECT_TRUE(names.contains(name)) << name;
}

TEST_F(PanelTest, WidgetsTellWhatTheyHold) {
    settings_.simulation.backend = Backend::cpu;
    settings_.effect.emitters[0].position.y = 0.25f;
    frame();
    EXPECT_EQ(widget("backend/cpu").value, true);
    EXPECT_EQ(widget("backend/glsl").value, false);
    EXPECT_EQ(widget("emitter/position/1").value, 0.25f);
    EXPECT_EQ(widget("particles/capacity").value, settings_.simulation.capacity);
}

TEST_F(PanelTest, FiguresAreInTheMap) {
    model_.stats = {77, 1234567, 20, 10, 3, 4, 2, "1 x 2 x 3 m"};
    EXPECT_NE(text_of_frame().find("1,234,567"), std::string::npos);
    EXPECT_EQ(widget("figures/step").value, 77);
    EXPECT_EQ(widget("figures/alive").value, 1234567);
    EXPECT_EQ(widget("figures/dropped").value, 4);
    EXPECT_EQ(widget("figures/bounds").value, "1 x 2 x 3 m");
}

TEST_F(PanelTest, ClickOnABackendAsksForItOnce) {
    expect_edit(click("backend/cpu"), "/simulation/backend", "cpu");
    expect_nothing(click("backend/auto"));  // chosen already
}

TEST_F(PanelTest, UnavailableBackendIsGreyedAndItsReasonIsReadInThePanel) {
    open(ui::Tab::compute);
    const std::string reason = "this build has no CUDA";
    EXPECT_EQ(text_of_frame().find(reason), std::string::npos);
    model_.choices.backend[2].reason = reason;
    EXPECT_NE(text_of_frame().find("cuda: " + reason), std::string::npos);
    EXPECT_FALSE(widget("backend/cuda").enabled);
    EXPECT_TRUE(widget("backend/glsl").enabled);
    expect_nothing(click("backend/cuda"));
}

TEST_F(PanelTest, ListOpensAndItsEntriesAreChosen) {
    EXPECT_EQ(map_.find("block/blelloch"), nullptr);
    click("block");
    ASSERT_NE(map_.find("block/blelloch"), nullptr);
    expect_edit(click("block/blelloch"), "/simulation/block", "blelloch");
    EXPECT_EQ(map_.find("block/blelloch"), nullptr);
}

TEST_F(PanelTest, EntryOfAListThatCannotBeChosenShowsWhy) {
    model_.choices.compaction[1].reason = "does not keep order";
    click("compaction");
    EXPECT_NE(text_of_frame().find("does not keep order"), std::string::npos);
    EXPECT_FALSE(widget("compaction/staged").enabled);
    expect_nothing(click("compaction/staged"));
}

TEST_F(PanelTest, AListIsAsWideAsWhatItSays) {
    click("compaction");
    const float wide = widget("compaction/auto").w;
    click("compaction/auto");
    for (Choice& choice : model_.choices.compaction) choice.summary = "brief";
    click("compaction");
    EXPECT_LE(widget("compaction/auto").w, widget("compaction").w);
    EXPECT_GT(wide, widget("compaction").w);
}

TEST_F(PanelTest, AReasonThatNeighboursShareIsShownOnce) {
    const std::string shared = "has but one scan", own = "lacks something";
    for (std::size_t i = 1; i < 4; ++i) model_.choices.block[i].reason = shared;
    model_.choices.block[4].reason = own;
    click("block");
    const std::string text = text_of_frame();
    EXPECT_NE(text.find(shared), std::string::npos);
    EXPECT_EQ(text.find(shared), text.rfind(shared));
    EXPECT_NE(text.find(own), std::string::npos);
    for (const char* name : {"block/kogge-stone", "block/brent-kung", "block/blelloch"})
        EXPECT_FALSE(widget(name).enabled) << name;
}

TEST_F(PanelTest, AutoSaysWhatItIsNowAndStaysAutoInTheMap) {
    open(ui::Tab::compute);
    EXPECT_EQ(text_of_frame().find("auto: three-phase"), std::string::npos);
    model_.choices.block[0].stands_for = "three-phase";
    EXPECT_NE(text_of_frame().find("auto: three-phase"), std::string::npos);
    EXPECT_EQ(widget("block").value, "auto");
    settings_.simulation.scan.block = BlockScan::blelloch;
    click("block");
    expect_edit(click("block/auto"), "/simulation/block", "auto");
}

TEST_F(PanelTest, TooltipWaitsUntilThePointerRests) {
    hover("grid");
    EXPECT_FALSE(shows_tooltip());
    for (int i = 0; i < 60; ++i) frame();  // one second
    EXPECT_TRUE(shows_tooltip());
    hover("block");
    EXPECT_FALSE(shows_tooltip());
}

TEST_F(PanelTest, RunControls) {
    expect_edit(click("run/pause"), "/simulation/paused", true);
    EXPECT_EQ(click("run/step").actions, std::vector{Action::step_once});
    EXPECT_EQ(click("run/reset").actions, std::vector{Action::reset});
    EXPECT_EQ(click("run/reseed").actions, std::vector{Action::reseed});
    EXPECT_EQ(click("scan/check").actions, std::vector{Action::check_scan});
}

TEST_F(PanelTest, SliderFollowsThePointerAndItsFillMatches) {
    const ui::Events events = click("emitter/position/1", 0.75f);  // usual range -5 to 5
    ASSERT_FALSE(events.edits.empty());
    EXPECT_EQ(events.edits[0].pointer, "/effect/emitters/0/position");
    EXPECT_NEAR(events.edits[0].value[1].get<float>(), 2.5f, 0.2f);
}

TEST_F(PanelTest, LogarithmicSliderReachesBothEnds) {
    const auto least = click("emitter/rate", 0.002f).edits;
    ASSERT_FALSE(least.empty());
    EXPECT_LE(least.back().value.get<float>(), 1);
    const auto most = click("emitter/rate", 0.998f).edits;
    ASSERT_FALSE(most.empty());
    EXPECT_NEAR(most.back().value.get<float>(), 1e6f, 1e4f);
}

TEST_F(PanelTest, LeastOfARangePushesTheMost) {
    settings_.effect.emitters[0].lifetime = {0.5f, 1};  // usual range 0.1 to 20
    const auto edits = click("emitter/lifetime/0", 0.5f).edits;
    ASSERT_FALSE(edits.empty());
    EXPECT_EQ(edits[0].pointer, "/effect/emitters/0/lifetime");
    EXPECT_NEAR(edits[0].value[0].get<float>(), std::sqrt(0.1f * 20), 0.1f);
    EXPECT_EQ(edits[0].value[1], edits[0].value[0]);
}

TEST_F(PanelTest, AnotherEmitterIsShown) {
    settings_.effect.emitters[1].rate = 2;
    EXPECT_EQ(widget("emitter/rate").value, 1000.0f);
    expect_nothing(click("emitter/select/1"));
    EXPECT_EQ(widget("emitter/rate").value, 2.0f);
    EXPECT_EQ(click("emitter/rate", 0.1f).edits.at(0).pointer, "/effect/emitters/1/rate");
}

TEST_F(PanelTest, OfManyEmittersOnlyThoseAreDrawnThatAreSeen) {
    settings_.effect.emitters.resize(10000);
    settings_.effect.emitters[3].rate = 3;
    settle();
    EXPECT_NE(map_.find("emitter/select/0"), nullptr);
    EXPECT_EQ(map_.find("emitter/select/100"), nullptr);
    click("emitter/select/3");
    EXPECT_EQ(widget("emitter/rate").value, 3.0f);
    settings_.effect.emitters.resize(1);  // another effect was loaded in the meantime
    frame();
    EXPECT_EQ(widget("emitter/rate").value, 1000.0f);
}

TEST_F(PanelTest, TypedCapacityIsAskedForOnceTheFocusLeaves) {
    click("particles/capacity");
    type("1e5");
    EXPECT_TRUE(frame().edits.empty());
    const auto edits = click("emitter", 0.9f).edits;  // a heading
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].pointer, "/simulation/capacity");
    EXPECT_EQ(edits[0].value, 100000u);
}

TEST_F(PanelTest, CapacityUnchangedIsNoEdit) {
    click("particles/capacity");
    expect_nothing(click("particles", 0.9f));
}

TEST_F(PanelTest, CapacityIsHalvedAndDoubled) {
    settings_.simulation.capacity = 5000;
    expect_edit(click("particles/halve"), "/simulation/capacity", 2500);
    expect_edit(click("particles/double"), "/simulation/capacity", 10000);
    settings_.simulation.capacity = 1;
    expect_edit(click("particles/halve"), "/simulation/capacity", 1);
}

TEST(ParseNumber, TakesWhatPeopleType) {
    EXPECT_EQ(ui::parse_number("65536"), 65536u);
    EXPECT_EQ(ui::parse_number("1e6"), 1000000u);
    EXPECT_EQ(ui::parse_number("200k"), 200000u);
    EXPECT_EQ(ui::parse_number("16M"), 16000000u);
    EXPECT_EQ(ui::parse_number("-5"), -5);
    EXPECT_TRUE(ui::parse_number("1e6").is_number_unsigned());
    EXPECT_EQ(ui::parse_number("0.5"), 0.5);
}

TEST(ParseNumber, LeavesTheRestToTheValidation) {
    for (const char* text : {"", "k", "many", "1 000", "12x", "nan", "inf", "1e999"})
        EXPECT_EQ(ui::parse_number(text), text);
}

TEST_F(PanelTest, EveryEditIsOneThatTheSettingsTake) {
    settings_.effect.emitters[0].modules = {{"jet"}, {"gravity"}, {"drag"}};
    for (const char* closed : {"floor", "emitter/modules/0", "emitter/modules/1", "emitter/modules/2"})
        click(closed, 0.3f);
    std::vector<std::string> names;
    for (const ui::Widget& w : map_.widgets()) names.push_back(w.name);
    std::set<std::string> edited;
    for (const std::string& name : names) {
        if (name.find('/') == name.npos) continue;         // headings, and lists that would cover the rest
        if (name.starts_with("emitter/select")) continue;  // the others have no modules
        for (const ui::Events& events : {click(name, 0.3f), drag(name, 0.6f, 0.9f)})
            for (const effects::Edit& edit : events.edits) {
                EXPECT_NO_THROW(effects::apply(settings_, edit)) << edit.pointer << " " << edit.value.dump();
                edited.insert(edit.pointer);
            }
    }
    EXPECT_GT(edited.size(), 25u);
}

TEST_F(PanelTest, LampsAreAddedChangedAndRemoved) {
    click("scenery", 0.3f);
    click("scenery/sky_light");
    expect_edit(click("scenery/sky_light/sky"), "/effect/scenery/sky_light", "sky");
    const ui::Events added = click("scenery/add-rim");
    ASSERT_EQ(added.edits.size(), 1u);
    settings_ = effects::apply(settings_, added.edits[0]);
    frame();
    ASSERT_EQ(settings_.effect.scenery.lamps.size(), 2u) << "the usual lamp, and a rim";
    EXPECT_EQ(settings_.effect.scenery.lamps[0], effects::Lamp());
    EXPECT_FALSE(settings_.effect.scenery.lamps[1].shadows);
    expect_edit(click("scenery/lamps/1/shadows"), "/effect/scenery/lamps/1/shadows", true);
    const ui::Events removed = click("scenery/lamps/0/remove");
    ASSERT_EQ(removed.edits.size(), 1u);
    EXPECT_EQ(removed.edits[0].value.size(), 1u);
    click("scenery/fog", 0.3f);
    expect_edit(drag("scenery/fog/density", 0.0f, 1.0f), "/effect/scenery/fog/density", 1.0f);
    click("scenery/sky_gradient", 0.3f);
    for (int i = 0; i < 2; ++i) {
        const ui::Events stop = click("scenery/add-stop");
        ASSERT_EQ(stop.edits.size(), 1u);
        settings_ = effects::apply(settings_, stop.edits[0]);
        frame();
    }
    ASSERT_EQ(settings_.effect.scenery.gradient.size(), 2u);
    EXPECT_LT(settings_.effect.scenery.gradient[0].at, settings_.effect.scenery.gradient[1].at);
    expect_last_edit(drag("scenery/sky_gradient/0/at", 0.5f, 1.0f), "/effect/scenery/sky_gradient/0/at",
                     44.9f);
    settings_.effect.scenery.lamps.resize(4);
    frame();
    EXPECT_FALSE(widget("scenery/add-lamp").enabled);
}

TEST_F(PanelTest, ObjectsAreFoldedBelowTheirNamesAndOneThatIsAddedIsOpen) {
    settings_.effect.scenery.objects.resize(2);
    settings_.effect.scenery.objects[0].name = "post";
    settings_.effect.scenery.objects[1].name = "";
    click("scenery", 0.3f);
    EXPECT_EQ(map_.find("scenery/objects/0/position/0"), nullptr);
    const std::string text = text_of_frame();
    for (const char* heading : {"post", "object 2"}) EXPECT_NE(text.find(heading), text.npos) << heading;
    for (const char* heading : {"scenery/objects/1", "scenery/objects/1/surface"}) click(heading, 0.3f);
    const ui::Events dragged = drag("scenery/objects/1/surface/patch_size", 0.8f, 0.5f);
    ASSERT_FALSE(dragged.edits.empty());
    EXPECT_NEAR(dragged.edits.back().value.get<float>(), 0.32f, 0.02f) << "of 0.01 to 10";
    apply(click("scenery/add"));
    EXPECT_TRUE(widget("scenery/objects/2").value);
    EXPECT_TRUE(widget("scenery/objects/2/name").visible);
    EXPECT_EQ(map_.find("scenery/objects/0/name"), nullptr);
}

TEST_F(PanelTest, PicturesAndWaterOfASceneryAreChanged) {
    const TemporaryDirectory folder;
    folder.write("sky.png", png(4, 2, [](int, int) { return glm::u8vec4(255); }));
    folder.write("box.obj", box_obj());
    effects::set_folder(settings_.effect, folder.path().string());
    click("scenery", 0.3f);
    click("scenery/sky_picture", 0.3f);
    click("scenery/sky_picture/file/files");
    settle();
    EXPECT_EQ(map_.find("scenery/sky_picture/file/files/box.obj"), nullptr) << "it is no picture";
    expect_edit(click("scenery/sky_picture/file/files/sky.png"), "/effect/scenery/sky_picture/file",
                "sky.png");
    expect_last_edit(drag("scenery/sky_picture/turn", 0.5f, 1.0f), "/effect/scenery/sky_picture/turn",
                     180.0f);
    click("scenery/sky_picture", 0.3f);
    click("scenery/water", 0.3f);
    expect_last_edit(drag("scenery/water/waves", 0.5f, 1.0f), "/effect/scenery/water/waves", 0.4f);
    click("scenery/water", 0.3f);
    click("scenery/ground_picture", 0.3f);
    EXPECT_NE(map_.find("scenery/ground_picture/file"), nullptr);
}

TEST_F(PanelTest, ColoursOfTheSceneryArePickedByHueAndIntensity) {
    const std::string swatch = "scenery/sky_gradient/0/colour", pointer = "/effect/" + swatch;
    settings_.effect.scenery.gradient = {{.at = 0, .colour = {0.8f, 0.4f, 0.2f}}};
    for (const char* heading : {"scenery", "scenery/sky_gradient"}) click(heading, 0.3f);
    click(swatch);
    settle();
    EXPECT_EQ(widget(swatch + "/code").value, "#e7aa7c");
    EXPECT_EQ(widget(swatch + "/intensity").value, 0);
    apply(click(swatch + "/intensity", 0.5f));
    const auto darker = value(pointer).get<std::vector<float>>();
    const float stops = widget(swatch + "/intensity").value.get<float>();
    EXPECT_NEAR(darker[0], 0.8f / 16, 2e-3f) << "the slider ends at no stops, because no part is above 1";
    EXPECT_EQ(darker.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(darker[i], settings_.effect.scenery.gradient[0].colour[static_cast<int>(i)], 1e-6f);
    EXPECT_NEAR(darker[0] / darker[2], 4, 0.01f) << "its hue stays";
    EXPECT_NEAR(darker[0], std::exp2(stops), 1e-4f);
    const auto enter = [&](const std::string& text) {
        click(swatch + "/code");
        type(text);
        set_key(ImGuiKey_Enter, true);
        const ui::Events events = frame();
        set_key(ImGuiKey_Enter, false);
        frame();
        apply(events);
    };
    enter("#00ff0080");
    EXPECT_EQ(value(pointer).get<std::vector<float>>(), darker) << "it has no alpha";
    EXPECT_NE(map_.find(swatch + "/code/error"), nullptr);
    enter("#00ff00");
    EXPECT_EQ(value(pointer)[0], 0);
    EXPECT_NEAR(value(pointer)[1].get<float>(), std::exp2(stops), 1e-4f);
}

TEST_F(PanelTest, SwatchesOfLampsAndOfTheSkyShowTheirBrightness) {
    const glm::vec3 colour(0.8f, 0.4f, 0.2f);
    settings_.effect.scenery.gradient = {{.colour = colour, .brightness = 0.25f}};
    settings_.effect.scenery.lamps = {{.colour = colour, .brightness = 3}};
    for (const char* heading : {"scenery", "scenery/sky_gradient"}) click(heading, 0.3f);
    const auto shows = [&](const std::string& swatch, float brightness) {
        const ui::Widget& place = widget(swatch);
        const glm::vec3 light = colour * brightness;
        const ImU32 expected = ImGui::ColorConvertFloat4ToU32(ui::shown_light(std::span(&light.x, 3), 1));
        const auto is_there = [&](const ImDrawVert& vertex) {
            return vertex.col == expected && vertex.pos.x >= place.x && vertex.pos.x <= place.x + place.w &&
                   vertex.pos.y >= place.y && vertex.pos.y <= place.y + place.h;
        };
        const ImDrawData& drawn = *ImGui::GetDrawData();
        return std::any_of(drawn.CmdLists, drawn.CmdLists + drawn.CmdListsCount, [&](const ImDrawList* list) {
            return std::any_of(list->VtxBuffer.begin(), list->VtxBuffer.end(), is_there);
        });
    };
    EXPECT_TRUE(shows("scenery/sky_gradient/0/colour", 0.25f));
    EXPECT_TRUE(shows("scenery/lamps/0/colour", 3));
    EXPECT_FALSE(shows("scenery/lamps/0/colour", 1));
}

TEST_F(PanelTest, APressThatLastsIsOneGesture) {
    const auto gesture = [&] { return frame().gesture; };
    const auto lasts = [&](const std::function<void(bool)>& press) {
        press(true);
        const std::uint32_t first = gesture();
        const bool is_one = gesture() == first && gesture() == first;
        press(false);
        return is_one && gesture() != first;
    };
    EXPECT_TRUE(lasts([](bool is_down) { ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = is_down; }));
    EXPECT_TRUE(lasts([](bool is_down) { set_key(ImGuiKey_RightArrow, is_down); }));
    EXPECT_NE(gesture(), gesture()) << "two edits of which each is done at once";
}

TEST_F(PanelTest, TheLensAndTheWayOfTheCameraAreChanged) {
    for (const char* heading : {"emitter", "particles", "drawing"}) click(heading);
    settings_.effect.view.vignette = 0;
    click("view", 0.3f);
    expect_edit(drag("view/vignette", 0.0f, 1.0f), "/effect/view/vignette", 1.0f);
    EXPECT_TRUE(widget("view/field_of_view").enabled);
    click("view/grading", 0.3f);
    expect_edit(drag("view/grading/saturation", 0.5f, 0.0f), "/effect/view/grading/saturation", 0.0f);
    click("view/grading", 0.3f);
    click("view/path", 0.3f);
    model_.seen = {.time = 1, .position = {0, 1, 4}};
    for (const std::size_t points : {2u, 3u}) {
        frame();
        const ui::Events added = click("view/path/add");
        ASSERT_EQ(added.edits.size(), 1u);
        settings_ = effects::apply(settings_, added.edits[0]);
        ASSERT_EQ(settings_.effect.view.path.size(), points);
    }
    EXPECT_EQ(settings_.effect.view.path[0].time, 0);
    EXPECT_EQ(settings_.effect.view.path[1].time, 2);
    EXPECT_EQ(settings_.effect.view.path[2].time, 4);
    EXPECT_EQ(settings_.effect.view.path[2].position, glm::vec3(0, 1, 4));
    frame();
    expect_edit(click("view/path/1/cut"), "/effect/view/path/1/cut", true);
    expect_last_edit(drag("view/path/1/time", 0.1f, 1.0f), "/effect/view/path/1/time", 3.99f);
    expect_last_edit(drag("view/path/1/time", 0.1f, 0.0f), "/effect/view/path/1/time", 0.01f);
    for (const std::size_t points : {2u, 0u}) {
        frame();
        const ui::Events removed = click("view/path/0/remove");
        ASSERT_EQ(removed.edits.size(), 1u);
        settings_ = effects::apply(settings_, removed.edits[0]);
        ASSERT_EQ(settings_.effect.view.path.size(), points);
    }
}

TEST_F(PanelTest, SectionsClose) {
    EXPECT_NE(map_.find("emitter/rate"), nullptr);
    click("emitter");
    EXPECT_EQ(map_.find("emitter/rate"), nullptr);
    EXPECT_EQ(widget("emitter").value, false);
}

TEST_F(PanelTest, ATabIsShownByAClickOrByAKey) {
    EXPECT_EQ(widget("tab/effect").value, true);
    click("tab/profile");
    EXPECT_EQ(widget("tab/profile").value, true);
    EXPECT_EQ(map_.find("emitter"), nullptr);
    EXPECT_NE(map_.find("passes"), nullptr);
    settings_.display.panel = false;
    asked_ = {Action::show_compute};
    expect_edit(frame(), "/display/panel", true);
    settings_.display.panel = true;
    frame();
    EXPECT_EQ(widget("tab/compute").value, true);
}

TEST_F(PanelTest, FiguresAndTransportStayInSightInALowWindow) {
    ImGui::GetIO().DisplaySize = ImVec2(480, 300);
    ImGui::GetIO().MousePos = ImVec2(100, 250);
    for (const auto& tab : ui::tabs) {
        open(tab.value);
        for (int i = 0; i < 5; ++i) {
            ImGui::GetIO().MouseWheel = -5;
            frame();
        }
        for (const char* name :
             {"figures/frames", "figures/alive", "figures/dropped", "run/pause", "tab/profile"})
            EXPECT_TRUE(widget(name).visible) << name;
    }
}

TEST_F(PanelTest, DroppedBirthsOfferMoreRoom) {
    EXPECT_EQ(map_.find("figures/raise"), nullptr);
    model_.stats.dropped = 12;
    settings_.simulation.capacity = 5000;
    settle();
    expect_edit(click("figures/raise"), "/simulation/capacity", 10000);
    settings_.simulation.capacity = shared::MAX_CAPACITY;
    settle();
    EXPECT_FALSE(widget("figures/raise").enabled);
}

TEST_F(PanelTest, TheEdgeIsDraggedAndKeepsItsLimits) {
    const ui::Widget edge = widget("panel/edge");
    const auto drag_to = [&](float x) {
        ImGui::GetIO().MousePos = ImVec2(edge.x + edge.w / 2, 2000);
        settle();
        ImGui::GetIO().MouseDown[0] = true;
        frame();
        ImGui::GetIO().MousePos.x = x;
        settle();
        ImGui::GetIO().MouseDown[0] = false;
        settle();
        return panel_.layout().panel_width;
    };
    EXPECT_EQ(drag_to(10 + 500), 500);
    EXPECT_GT(panel_.open_area().left, 0.4f);
}

TEST_F(PanelTest, TheKeyboardReachesAButton) {
    for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_Space, ImGuiKey_Tab}) set_key(key, false);
    asked_ = {Action::use_keyboard};
    settle();
    std::vector<Action> performed;
    for (int i = 0; i < 20 && performed.empty(); ++i)
        for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_Space})
            for (const bool is_down : {true, false}) {
                set_key(key, is_down);
                const ui::Events events = frame();
                performed.insert(performed.end(), events.actions.begin(), events.actions.end());
            }
    EXPECT_FALSE(performed.empty());
    asked_ = {Action::use_keyboard};
    frame();
    EXPECT_EQ(ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard, 0);
}

/// Goes down the panel by the arrow key until `is_there` holds. Returns false if it never does.
template <typename Condition>
bool go_down(Condition&& is_there, const std::function<void(ImGuiKey)>& press) {
    constexpr int most_presses = 80;
    for (int i = 0; i < most_presses && !is_there(); ++i) press(ImGuiKey_DownArrow);
    return is_there();
}

TEST_F(PanelTest, TheKeyboardOpensTheMenuOfARowAndChoosesPoints) {
    settings_.effect.emitters[0].modules =
        effects::parse(
            R"({"format": 2, "emitters": [{"modules": [{"module": "size", "diameter": {"curve": [[0, 1], [1, 2]]}}]}]})",
            "x")
            .emitters[0]
            .modules;
    click("emitter/modules/0");
    settle();
    for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_Space, ImGuiKey_Delete}) set_key(key, false);
    std::vector<effects::Edit> edits;
    const auto press = [&](ImGuiKey key) {
        for (const bool is_down : {true, false}) {
            set_key(key, is_down);
            const ui::Events events = frame();
            edits.insert(edits.end(), events.edits.begin(), events.edits.end());
        }
    };
    ImGui::GetIO().MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
    asked_ = {Action::use_keyboard};
    settle();
    const std::string curve = "emitter/modules/0/diameter/curve";
    ASSERT_TRUE(go_down([&] { return map_.find(curve)->state == "hovered"; }, press));
    press(ImGuiKey_Delete);
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].value, nlohmann::json::parse("[[1, 2]]")) << "the first point is chosen";
    press(ImGuiKey_Space);
    press(ImGuiKey_Delete);
    ASSERT_EQ(edits.size(), 2u);
    EXPECT_EQ(edits[1].value, nlohmann::json::parse("[[0, 1]]")) << "the second point is chosen";
    const auto opens_menu = [&] {
        asked_ = {Action::open_menu};
        settle();
        return map_.find("reset/default") != nullptr;
    };
    EXPECT_TRUE(go_down(opens_menu, press));
    asked_ = {Action::use_keyboard};
    frame();
}

TEST(DefaultsTest, AreThoseOfTheSettingsEachTime) {
    ui::Defaults defaults;
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(defaults.at("/effect/emitters/3/rate"), effects::default_at("/effect/emitters/3/rate"));
        EXPECT_EQ(defaults.at("/display/resolution"), nlohmann::json(1.0));
        EXPECT_EQ(defaults.at("/display/nothing"), std::nullopt);
    }
}

TEST_F(PanelTest, FoldsAreKept) {
    click("particles", 0.3f);
    EXPECT_EQ(map_.find("particles/seed"), nullptr);
    ui::Panel another;
    another.set_layout(panel_.layout());
    panel_ = std::move(another);
    settle();
    EXPECT_EQ(map_.find("particles/seed"), nullptr);
}

TEST_F(PanelTest, HiddenPanelLeavesNoWidgets) {
    EXPECT_NEAR(panel_.open_area().left, 0.29f, 0.02f);  // 350 of 1200
    settings_.display.panel = false;
    frame();
    for (const ui::Widget& w : map_.widgets()) EXPECT_EQ(w.name, "hint");
    EXPECT_EQ(panel_.open_area().left, 0);
}

TEST_F(PanelTest, ReferenceLightSaysWhatWasFound) {
    open(ui::Tab::compute);
    model_.reference = {ReferenceCheck::State::matches, 12, 3456, 0, {}};
    EXPECT_NE(text_of_frame().find("step 12, 3,456 votes"), std::string::npos);
    EXPECT_EQ(widget("scan/reference").value, "matches");
    model_.reference = {ReferenceCheck::State::differs, 12, 3456, 78, {}};
    EXPECT_NE(text_of_frame().find("from vote 78 on"), std::string::npos);
    EXPECT_EQ(widget("scan/reference").value, "differs");
}

TEST_F(PanelTest, ReferenceLightTellsWhatIsOld) {
    open(ui::Tab::compute);
    model_.reference = {ReferenceCheck::State::matches, 12, 3456, 0, {}, true};
    EXPECT_NE(text_of_frame().find("step 12, before the change"), std::string::npos);
    EXPECT_EQ(widget("scan/reference").value, "outdated");
    model_.reference = {ReferenceCheck::State::checking, 0, 0, 0, {}, true};
    frame();
    EXPECT_EQ(widget("scan/reference").value, "checking");
}

TEST_F(PanelTest, PassesWithoutATimeHaveNoRow) {
    open(ui::Tab::profile);
    model_.passes.push_back({"halo", "light spills over", std::nullopt});
    EXPECT_EQ(text_of_frame().find("halo "), std::string::npos);
    model_.passes.back().milliseconds = 0.75;
    EXPECT_NE(text_of_frame().find("halo "), std::string::npos);
}

TEST_F(PanelTest, APassThatNoLongerRunsLosesItsRow) {
    open(ui::Tab::profile);
    ImGui::GetIO().DeltaTime = 1;
    const auto after = [&](int seconds) {
        for (int i = 0; i < seconds; ++i) {
            ++model_.passes[0].runs;
            frame();
        }
        return map_.find("passes/scan") != nullptr;
    };
    EXPECT_TRUE(after(5));
    settings_.simulation.paused = true;
    EXPECT_TRUE(after(60)) << "the panel would change its layout in a pause";
    settings_.simulation.paused = false;
    EXPECT_FALSE(after(60));
    EXPECT_NE(map_.find("passes/simulate"), nullptr);
    ++model_.passes[1].runs;
    EXPECT_TRUE(after(1));
}

TEST_F(PanelTest, ARowIsSeenWhereItsWindowShowsIt) {
    ImGui::NewFrame();
    ImGui::SetNextWindowSize({200, 100});
    ImGui::Begin("rows");
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    EXPECT_TRUE(ui::is_row_seen(corner));
    const float top = ImGui::GetWindowDrawList()->GetClipRectMin().y;
    EXPECT_TRUE(ui::is_row_seen({corner.x, top - 1})) << "a part of it";
    EXPECT_FALSE(ui::is_row_seen({corner.x, corner.y + 100})) << "below";
    EXPECT_FALSE(ui::is_row_seen({corner.x, corner.y - 100})) << "above";
    ImGui::End();
    ImGui::EndFrame();
}

TEST_F(PanelTest, ErrorsAreReadEvenWithThePanelHidden) {
    settings_.display.panel = false;
    model_.shader_errors = {{"render/sprite.frag", 12, "undeclared identifier"}};
    model_.effect_error = "fountain.json:3: unknown key \"rat\"";
    model_.notices = {{ui::Notice::Kind::warning, "cuda failed"}};
    for (int i = 0; i < 3; ++i) frame();  // the box needs a few frames to find its size
    const std::string text = text_of_frame();
    EXPECT_NE(text.find("render/sprite.frag:12: undeclared identifier"), std::string::npos);
    EXPECT_NE(text.find("fountain.json:3: unknown key"), std::string::npos);
    EXPECT_NE(text.find("cuda failed"), std::string::npos);
    EXPECT_FALSE(frame().holds_notices);
    const ui::Events clicked = click("notices/dismiss");
    EXPECT_EQ(clicked.actions, std::vector{Action::dismiss_notices});
    EXPECT_TRUE(clicked.holds_notices);
    model_.effect_error = std::string(1000, 'x') + ".json:3: unknown key";
    frame();
    EXPECT_EQ(widget("effect-error/0").value, concise(model_.effect_error));
}

}  // namespace
}  // namespace winnow::test
