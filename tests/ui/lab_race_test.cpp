// Checks what the Lab shows of a race's findings, and which events a click returns.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

class LabRace : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        lab_.lessons = {{.id = "one", .title = "Lesson one", .summary = "It adds."},
                        {.id = "race", .title = "Race", .summary = "It runs.", .stands_alone = true}};
        lab_.panes = {{1, "race", "Race", &drawing_, {{"Race", "It runs."}}}};
        lab_.race.emplace();
        race().elements = 1 << 16;
        race().least = 1 << 10;
        race().most = 1 << 20;
        race().method = "Every result is checked.";
        race().blocks = {{"brent-kung", "", {}}, {"blelloch-padded", "", {}}};
        race().grids = {{"scan-then-propagate", "", {}}, {"chained", "", {}}, {"decoupled-lookback", "", {}}};
        race().copy = {.samples = 9, .milliseconds = 0.05};
        const RaceMap map{"glsl", {}, std::vector<RaceCell>(6, {.samples = 3, .milliseconds = 0.1})};
        race().maps = {map, map};
        race().maps[1].backend = "cuda";
        model_.lab = &lab_;
        settings_.display.lab = true;
        settings_.simulation.seed = 77;
        show(1200, 800);
    }
    RaceFindings& race() { return *lab_.race; }
    void show(float width, float height) {
        ImGui::GetIO().DisplaySize = ImVec2(width, height);
        for (int i = 0; i < 4; ++i) frame();
    }
    nlohmann::json shown(const std::string& name) { return widget(name).value; }

    const lab::Drawing drawing_{};
    ui::LabModel lab_;
};

TEST_F(LabRace, ShowsEveryPairWithItsShareOfTheCopy) {
    race().maps[0].cells[1] = {.is_in_use = true, .samples = 4, .milliseconds = 0.0625};
    race().maps[0].cells[2] = {.is_running = true};
    race().maps[0].cells[3] = {.refused = "too slow", .is_wrong = true, .samples = 5, .milliseconds = 1};
    frame();
    EXPECT_EQ(shown("race/glsl/brent-kung/scan-then-propagate").at("share"), 0.5);
    EXPECT_EQ(shown("race/glsl/brent-kung/chained"),
              (nlohmann::json{{"samples", 4}, {"share", 0.8}, {"in_use", true}, {"wrong", false}}));
    EXPECT_TRUE(shown("race/glsl/brent-kung/decoupled-lookback").at("share").is_null());
    EXPECT_EQ(shown("race/glsl/blelloch-padded/scan-then-propagate").at("wrong"), true);
    EXPECT_FALSE(widget("race/glsl/blelloch-padded/scan-then-propagate").enabled);
    EXPECT_EQ(shown("race/copy").at("samples"), 9);
    EXPECT_EQ(race().fastest(), &race().maps[0].cells[1]) << "one that is wrong does not count";
    const ui::Widget &first = widget("race/glsl/brent-kung/scan-then-propagate"),
                     &right = widget("race/glsl/brent-kung/chained"),
                     &below = widget("race/glsl/blelloch-padded/scan-then-propagate"),
                     &other = widget("race/cuda/brent-kung/scan-then-propagate");
    EXPECT_GE(right.x, first.x + first.w);
    EXPECT_GE(below.y, first.y + first.h);
    EXPECT_EQ(other.y, first.y) << "the maps stand side by side";
    EXPECT_EQ(map_.find("lab/frame"), nullptr);
    EXPECT_EQ(map_.find("lab/values"), nullptr);
}

TEST_F(LabRace, AClickChoosesThePairInOneEdit) {
    const auto edits = click("race/cuda/blelloch-padded/chained").edits;
    ASSERT_EQ(edits.size(), 1u);
    effects::Settings expected = settings_;
    expected.simulation.backend = Backend::cuda;
    expected.simulation.scan = {BlockScan::blelloch_padded, GridStrategy::chained};
    EXPECT_EQ(effects::to_json(effects::apply(settings_, edits[0])), effects::to_json(expected))
        << "everything else stays";
}

TEST_F(LabRace, APairThatIsRefusedOrInUseCannotBeChosen) {
    race().maps[0].cells[0].refused = "no subgroups here";
    race().maps[0].cells[1].is_in_use = true;
    frame();
    EXPECT_TRUE(click("race/glsl/brent-kung/scan-then-propagate").edits.empty());
    EXPECT_TRUE(click("race/glsl/brent-kung/chained").edits.empty());
    hover("race/glsl/brent-kung/scan-then-propagate");
    for (int i = 0; i < 120 && !shows_tooltip(); ++i) frame();
    EXPECT_TRUE(shows_tooltip());
}

TEST_F(LabRace, TheSizeIsHalvedAndDoubledWithinItsBounds) {
    EXPECT_EQ(shown("race/n"), 1 << 16);
    EXPECT_EQ(click("race/n/less").lab.race_elements, 1u << 15);
    EXPECT_EQ(click("race/n/more").lab.race_elements, 1u << 17);
    EXPECT_EQ(click("race/again").lab.race_elements, 1u << 16);
    race().elements = race().least;
    frame();
    EXPECT_FALSE(widget("race/n/less").enabled);
    race().elements = race().most;
    frame();
    EXPECT_FALSE(widget("race/n/more").enabled);
}

TEST_F(LabRace, SaysWhatFails) {
    EXPECT_EQ(map_.find("race/error"), nullptr);
    race().error = "a race of 2 elements: no memory";
    race().maps[1].cells.clear();
    race().maps[1].absence = "there is no driver";
    frame();
    EXPECT_EQ(shown("race/error"), "a race of 2 elements: no memory");
    race().error = std::string(1000, 'x');
    frame();
    EXPECT_EQ(shown("race/error"), concise(race().error));
    EXPECT_EQ(map_.find("race/cuda/brent-kung/chained"), nullptr);
}

TEST_F(LabRace, IsUsableAtEverySizeAndWithoutFindings) {
    for (const auto& [width, height] : {std::pair{640.0f, 480.0f}, {900.0f, 600.0f}, {2560.0f, 1440.0f}}) {
        show(width, height);
        std::set<std::string> names;
        for (const ui::Widget& w : map_.widgets()) EXPECT_TRUE(names.insert(w.name).second) << w.name;
        for (const char* name : {"lab/close", "race/copy", "race/n/less", "race/n/more", "race/again",
                                 "race/glsl/brent-kung/chained", "race/glsl/brent-kung/decoupled-lookback"}) {
            const ui::Widget& w = widget(name);
            EXPECT_TRUE(w.visible) << name << " at " << width;
            EXPECT_GT(w.w, 0) << name;
            EXPECT_LE(w.x + w.w, width + 0.5f) << name << " at " << width;
            EXPECT_LE(w.y + w.h, height + 0.5f) << name << " at " << width;
        }
    }
    for (const auto& [width, height] : {std::pair{200.0f, 150.0f}, {64.0f, 48.0f}, {1.0f, 1.0f}})
        show(width, height);
    lab_.race.emplace();
    show(900, 600);
    EXPECT_EQ(map_.find("race/glsl/brent-kung/chained"), nullptr);
}

TEST_F(LabRace, StandsBesideNoLesson) {
    lab_.race.reset();
    lab::Drawing drawing;
    drawing.size = {100, 100};
    drawing.descriptions = {"It adds.", "All."};
    lab_.panes = {{0, "one", "One", &drawing, {{"One", "It adds."}}}};
    lab_.looks = lab_.operators = {{"any", "", {}}};
    lab_.look = lab_.op = "any";
    show(1200, 800);
    click("lab/beside");
    EXPECT_NE(map_.find("lab/beside/one"), nullptr);
    EXPECT_EQ(map_.find("lab/beside/race"), nullptr);
}

}  // namespace
}  // namespace winnow::test
