// The tab of costs: what is shown of the last seconds, what is asked for, and what a comparison has found.
#include <chrono>

#include "imgui_fixture.h"
#include "ui/profile_panel.h"

namespace winnow::test {
namespace {

class ProfilePanelTest : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        model_.passes = {{"simulate", "moves every particle", 1.5, 0, true},
                         {"hand-over", "from OpenGL to CUDA and back", 0.25, 0, true},
                         {"particles", "soft sprites", 6.0, 0, false}};
        settings_.effect.emitters[0].modules = {{"jet"}, {"gravity"}};
        model_.profile.costs = &costs_;
        model_.profile.step_bytes = 12e6;
        open(ui::Tab::profile);
    }
    /// Lets frames pass in which each pass runs once.
    void run(int frames, double simulate = 1.5) {
        for (int i = 0; i < frames; ++i) {
            model_.passes[0].milliseconds = simulate;
            for (PassRow& pass : model_.passes) ++pass.runs;
            costs_.add(1.0 / 60, model_.passes);
        }
        costs_.summarise();
        settle();
    }

    FrameCosts costs_;
};

TEST_F(ProfilePanelTest, PartsHaveTheirOwnSumsAndScales) {
    run(100);
    EXPECT_EQ(widget("profile/simulation").value, 1.75);
    EXPECT_EQ(widget("profile/drawing").value, 6.0);
    EXPECT_EQ(widget("profile/chart/simulation").value, 5.0) << "the top of its scale";
    EXPECT_EQ(widget("profile/chart/drawing").value, 10.0);
    EXPECT_EQ(widget("passes/simulate").value, 1.5);
    const std::string text = text_of_frame();
    EXPECT_NE(text.find("99 %"), std::string::npos);
}

TEST_F(ProfilePanelTest, AHoveredFrameShowsItsOwnFigures) {
    run(60, 1);
    run(60, 9);
    run(60, 1);
    const ui::Widget chart = widget("profile/chart/simulation");
    ImGui::GetIO().MousePos = ImVec2(chart.x + chart.w * 0.85f, chart.y + 5);  // 1.5 s ago
    settle();
    EXPECT_NEAR(widget("profile/hovered").value.get<double>(), 1.5, 0.1);
    EXPECT_EQ(widget("passes/simulate").value, 9.0);
    EXPECT_EQ(widget("profile/simulation").value, 9.25f);
    ImGui::GetIO().MousePos = ImVec2(0, 0);
    settle();
    EXPECT_EQ(map_.find("profile/hovered"), nullptr);
    EXPECT_EQ(widget("passes/simulate").value, 1.0);
}

TEST_F(ProfilePanelTest, ButtonsAskForTheirFiles) {
    EXPECT_FALSE(widget("profile/csv").enabled) << "there is nothing to save yet";
    run(3);
    EXPECT_EQ(click("profile/pause").profile.paused, true);
    EXPECT_EQ(click("profile/csv").profile.file, CostFile::csv);
    EXPECT_EQ(click("profile/json").profile.file, CostFile::json);
    EXPECT_EQ(click("profile/trace").profile.file, CostFile::trace);
    costs_.set_paused(true);
    settle();
    EXPECT_EQ(widget("profile/pause").value, true);
    EXPECT_EQ(click("profile/pause").profile.paused, false);
}

TEST_F(ProfilePanelTest, TheShareOfACopyIsShownOnceACopyWasMeasured) {
    run(100);
    EXPECT_TRUE(click("profile/copy").profile.measure_copy);
    model_.profile.copy_speed = 20;  // GB/s; 12 MB in 1.75 ms are 6.86
    settle();
    EXPECT_EQ(map_.find("profile/copy"), nullptr);
    EXPECT_NEAR(widget("profile/share-of-copy").value.get<double>(), 34.3, 0.1);
}

TEST_F(ProfilePanelTest, TwoScansAreCompared) {
    const auto request = click("compare/run").profile.compare;
    ASSERT_TRUE(request);
    EXPECT_EQ(request->what, "backend");
    EXPECT_EQ(request->sides[0].edit->value, "auto");
    EXPECT_EQ(request->sides[1].edit->value, "glsl");
    EXPECT_FALSE(request->of_drawing);
    click("compare/of");
    click("compare/of/grid");
    click("compare/b");
    click("compare/b/chained");
    const auto scans = click("compare/run").profile.compare;
    ASSERT_TRUE(scans);
    EXPECT_EQ(scans->sides[1].edit->pointer, "/simulation/grid");
    EXPECT_EQ(scans->sides[1].edit->value, "chained");
    EXPECT_FALSE(scans->of_drawing);
}

TEST_F(ProfilePanelTest, AModuleIsTakenOutOnOneSide) {
    click("compare/of");
    click("compare/of/module");
    const auto request = click("compare/run").profile.compare;
    ASSERT_TRUE(request);
    EXPECT_FALSE(request->sides[0].edit);
    ASSERT_TRUE(request->sides[1].edit);
    EXPECT_EQ(request->sides[1].edit->pointer, "/effect/emitters/0/modules/0/enabled");
    EXPECT_EQ(request->sides[1].edit->value, false);
    EXPECT_NO_THROW(effects::apply(settings_, *request->sides[1].edit));
}

TEST_F(ProfilePanelTest, TheSavedEffectIsOfferedOnceItDiffers) {
    click("compare/of");
    click("compare/of/effect");
    EXPECT_FALSE(widget("compare/run").enabled);
    model_.document.saved = &settings_.effect;
    model_.document.unsaved = true;
    settle();
    click("compare/b");
    click("compare/b/saved");
    const auto request = click("compare/run").profile.compare;
    ASSERT_TRUE(request);
    EXPECT_TRUE(request->sides[1].is_saved);
}

TEST_F(ProfilePanelTest, WhatAComparisonFoundIsRead) {
    ComparisonFacts& facts = model_.profile.comparison;
    facts.state = ComparisonFacts::State::running;
    facts.sides = {ComparedSide{"glsl", "", {{"simulate", 1}, {"scan", 1}}, 2},
                   ComparedSide{"cpu", "", {{"simulate", 1}, {"scan", 5}}, 6}};
    facts.from = 41;
    facts.made = 7;
    facts.wanted = 60;
    settle();
    EXPECT_TRUE(click("compare/run").profile.stop_comparing);
    facts.state = ComparisonFacts::State::done;
    settle();
    EXPECT_EQ(widget("compare/state").value, "done");
    EXPECT_EQ(widget("compare/ratio").value, 3.0);
    std::string text = text_of_frame();
    EXPECT_NE(text.find("cpu takes 3.00 times as long as glsl"), std::string::npos);
    EXPECT_NE(text.find("from 42 on"), std::string::npos);
    facts.first_difference = 45;
    text = text_of_frame();
    EXPECT_NE(text.find("differ from step 45"), std::string::npos);
    facts = {.state = ComparisonFacts::State::refused, .refused = "there is no room"};
    EXPECT_NE(text_of_frame().find("there is no room"), std::string::npos);
}

TEST_F(ProfilePanelTest, TheCostOfModulesIsMeasuredAndShown) {
    click("modules", 0.3f);
    EXPECT_TRUE(click("modules/measure").profile.measure_modules);
    const std::vector<ui::ModuleCost> costs{
        {"spark", "", 0.5}, {"spark", "jet", 0.1}, {"rose", "jet", -0.001}};
    model_.profile.modules = costs;
    model_.profile.modules_left = 3;
    settle();
    EXPECT_EQ(widget("modules/1").value, 0.1);
    EXPECT_NE(text_of_frame().find("3 left"), std::string::npos);
    EXPECT_TRUE(click("modules/measure").profile.stop_comparing);
}

TEST_F(ProfilePanelTest, ManyFramesAreDrawnFast) {
    run(2400);
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) frame();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    RecordProperty("milliseconds", std::to_string(took.count() / 20));
    EXPECT_LT(took.count() / 20, 20) << "a debug build on a busy machine; 0.3 ms are usual";
}

TEST_F(ProfilePanelTest, AVersionIsChosenFromFileHistoryAndFiles) {
    model_.document.changes = {"raise rate", "", "rename jet to spray"};
    model_.document.changes_done = 2;
    model_.document.recent = {{"/effects/sparks.json", ""}, {"/gone.json", "", "there is no such file"}};
    model_.document.built_in = {{"fountain", ""}};
    click("versions");  // the section opens
    using Kind = ui::VersionChoice::Kind;
    const auto chosen = [&](const std::string& entry) {
        click("versions/with");
        click("versions/with/" + entry);
        const auto asked = click("versions/run").versions.show;
        EXPECT_TRUE(asked) << entry;
        return asked.value_or(ui::VersionChoice{});
    };
    EXPECT_EQ(chosen("saved").kind, Kind::saved);
    EXPECT_EQ(chosen("change/1").change, 1u);
    EXPECT_EQ(chosen("change/0").name, "as it was opened");
    EXPECT_EQ(chosen("change/3").kind, Kind::change) << "one that is undone";
    EXPECT_EQ(chosen("file//effects/sparks.json").file, "/effects/sparks.json");
    EXPECT_EQ(chosen("file/fountain").name, "fountain");
    click("versions/with");
    EXPECT_EQ(map_.find("versions/with/change/2"), nullptr) << "it is as the run is";
    EXPECT_EQ(map_.find("versions/with/file//gone.json"), nullptr);
    click("versions/with/other");
    EXPECT_FALSE(widget("versions/run").enabled) << "no path yet";
    click("versions/path");
    type("/tmp/mine.json");
    EXPECT_EQ(click("versions/run").versions.show.value().file, "/tmp/mine.json");
}

TEST_F(ProfilePanelTest, TheBarDividesTheSceneWhileAVersionIsShown) {
    EXPECT_EQ(map_.find("versions/bar"), nullptr);
    ui::VersionModel& versions = model_.versions;
    versions.facts.state = ComparisonFacts::State::running;
    versions.facts.sides = {ComparedSide{.name = "now", .passes = {{"a step", 2}}, .milliseconds = 2},
                            ComparedSide{.name = "as saved", .passes = {{"a step", 3}}, .milliseconds = 3}};
    versions.is_there = true;
    versions.agrees = true;
    versions.compared_step = 120;
    click("versions");
    const ui::Widget bar = widget("versions/bar");
    const ui::Area scene = panel_.open_area();
    const float width = ImGui::GetIO().DisplaySize.x;
    EXPECT_NEAR(bar.x + bar.w / 2, (scene.left + scene.right) / 2 * width, 1) << "in the middle of the scene";
    EXPECT_EQ(widget("versions/agreement").value, "the same state, to the bit, at step 120");
    EXPECT_EQ(widget("versions/ratio").value, 1.5);
    const auto dragged = drag("versions/bar", 0.5f, 10.5f).versions.bar;
    ASSERT_TRUE(dragged);
    EXPECT_NEAR(*dragged, 0.5f + 10 * bar.w / width / (scene.right - scene.left), 0.002f);
    EXPECT_TRUE(click("versions/run").versions.stop);
    versions.agrees = false;
    settle();
    EXPECT_EQ(widget("versions/agreement").value, "the states differ at step 120");
    settings_.display.panel = false;
    settle();
    EXPECT_NEAR(widget("versions/bar").x + bar.w / 2, width / 2, 1) << "the whole window is the scene's";
}

}  // namespace
}  // namespace winnow::test
