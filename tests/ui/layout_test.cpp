// Draws every section and dialog at small, usual and large sizes, and checks that no text is cut: what does
// not fit ends with an ellipsis.
#include <imgui_internal.h>  // ClosePopupToLevel

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "effects/format/effect_file.h"
#include "imgui_fixture.h"

namespace winnow::test {
namespace {

/// The corner of a glyph in the atlas tells which one it is.
using Corner = std::pair<float, float>;

/// Finds the texts of a frame whose last letters are cut off at the right, by their window or by ImGui.
class CutTexts {
  public:
    CutTexts() {
        for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
            for (const ImFontGlyph& glyph : font->Glyphs)
                if (glyph.Visible) glyphs_[{glyph.U0, glyph.V0}] = &glyph;
    }
    std::set<std::string> in(const ImDrawData& drawn) {
        for (int i = 0; i < drawn.CmdListsCount; ++i) look_at(*drawn.CmdLists[i]);
        std::set<std::string> texts;
        for (const Cut& cut : std::exchange(found_, {})) texts.insert(cut.text);
        return texts;
    }

  private:
    void look_at(const ImDrawList& list) {
        const ImDrawIdx* at = list.IdxBuffer.Data;
        for (const ImDrawCmd& command : list.CmdBuffer) {
            line_.clear();
            for (unsigned i = 0; i + 6 <= command.ElemCount;) {
                const unsigned first = at[command.IdxOffset + i];
                const bool is_quad =
                    at[command.IdxOffset + i + 3] == first && at[command.IdxOffset + i + 5] == first + 3;
                if (is_quad)
                    letter(&list.VtxBuffer[static_cast<int>(first + command.VtxOffset)], command.ClipRect.z);
                i += is_quad ? 6 : 3;
            }
        }
    }
    void letter(const ImDrawVert* quad, float clip) {
        const auto found = glyphs_.find({quad[0].uv.x, quad[0].uv.y});
        if (found == glyphs_.end()) return;
        const ImFontGlyph& glyph = *found->second;
        const bool is_same_line =
            std::abs(quad[0].pos.y - top_) <= line_height && quad[0].pos.x >= right_ - 3;
        if (!is_same_line) line_.clear();
        top_ = quad[0].pos.y;
        right_ = quad[2].pos.x;
        line_ += glyph.Codepoint < 0x80 ? static_cast<char>(glyph.Codepoint) : '*';
        constexpr float visible = 0.6f;  // of a pixel
        const bool is_shortened = quad[2].uv.x < glyph.U1 - 1e-5f;
        const bool crosses = quad[0].pos.x < clip && quad[2].pos.x > clip + visible;
        if (is_shortened || crosses) found_.push_back({line_, quad[0].pos});
        if (line_ == "...")  // stands over the end of a text that is too long for its field
            std::erase_if(found_, [&](const Cut& cut) {
                return std::abs(cut.at.y - top_) < line_height && std::abs(cut.at.x - right_) < line_height;
            });
    }

    static constexpr float line_height = 40;  // pixels, more than that of any line here
    struct Cut {
        std::string text;
        ImVec2 at;
    };
    std::map<Corner, const ImFontGlyph*> glyphs_;
    std::vector<Cut> found_;
    std::string line_;  // the letters of the line so far
    float top_ = 0, right_ = 0;
};

struct Size {
    ImVec2 window;
    float scale;
};
constexpr float all_sections = 9000;  // natural pixels: a height in which nothing needs scrolling

class LayoutTest : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        settings_.effect = effects::parse(effects::built_in_text("fireworks"), "fireworks");
        settings_.effect.name = "An effect whose name is longer than its room, whatever that is";
        settings_.effect.emitters[0].name = "an emitter whose name is longer than its room";
        settings_.simulation.capacity = 1 << 20;
        model_.stats = {.step = 123456, .alive = 987654, .born = 1234, .died = 1234, .dropped = 1234567};
        model_.device = "llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 (Core Profile) Mesa 22.3.6";
        model_.frames_per_second = 1234.5f;
    }
    void expect_whole(const std::string& what) {
        settle();
        for (const std::string& text : CutTexts().in(*ImGui::GetDrawData()))
            ADD_FAILURE() << what << " at " << ImGui::GetIO().DisplaySize.x << 'x'
                          << ImGui::GetIO().DisplaySize.y << ": \"" << text << "\" is cut";
        const ImVec2 window = ImGui::GetIO().DisplaySize;
        for (const ui::Widget& one : map_.widgets()) {
            EXPECT_GE(one.x, -1) << what << ": " << one.name;
            EXPECT_LE(one.x + one.w, window.x + 1) << what << ": " << one.name;
        }
    }
    void open_sections() {
        ui::Layout layout = panel_.layout();
        for (const ui::Widget& one : map_.widgets())
            if (one.value == false) layout.folds[one.name] = true;
        panel_.set_layout(layout);
        settle();
    }
    void expect_tabs() {
        for (const auto& tab : ui::tabs) {
            open(tab.value);
            open_sections();
            expect_whole(std::string(tab.name));
        }
    }
};

const Size sizes[] = {{{480, 300}, 1}, {{1280, 800}, 1}, {{3840, 2160}, 3}};

TEST_F(LayoutTest, NoTextOfThePanelIsCut) {
    for (const auto& [window, scale] : sizes)
        for (const float height : {window.y, all_sections * scale}) {
            resize(ImVec2(window.x, height), scale);
            expect_tabs();
        }
}

TEST_F(LayoutTest, NoTextOfADialogIsCut) {
    model_.document.templates = {{"empty", "nothing"},
                                 {"fire", "burns, and its smoke is carried away by the wind"}};
    model_.document.name = "a-name-that-is-rather-long-for-an-effect.json";
    model_.document.dialog_note =
        "There is a file of this name already, and it would be replaced by this one.";
    for (const auto& [window, scale] : sizes) {
        resize(window, scale);
        using ui::Dialog;
        for (const Dialog dialog :
             {Dialog::create, Dialog::open, Dialog::save_as, Dialog::leave, Dialog::replace_state}) {
            model_.document.dialog = dialog;
            expect_whole("dialog " + std::to_string(static_cast<int>(dialog)));
        }
        model_.document.dialog = Dialog::none;
        settle();
        settings_.display.help = true;
        expect_whole("help");
        settings_.display.help = false;
        asked_ = {ui::Action::find};
        expect_whole("find");
        ImGui::ClosePopupToLevel(0, true);
        settle();
        asked_ = {ui::Action::export_list};
        expect_whole("exports");
        asked_ = {ui::Action::export_list};
        settle();
    }
}

TEST_F(LayoutTest, NoTextOfAParticlesCardOrTableIsCut) {
    ui::LifeModel life;
    life.follows = true;
    life.facts.title = "particle 1234567.1234567";
    life.facts.is_known = life.facts.lives = true;
    life.facts.fate = "It lives, and has 1,234 steps left, 20.6 s, unless a module ends it.";
    life.facts.facts = {{"emitter", "emitter", settings_.effect.emitters[0].name},
                        {"velocity", "velocity", "(-123.456, -123.456, -123.456) m/s"}};
    life.facts.attributes = {{"a", "an_attribute_whose_name_is_rather_long", "(1.234, 1.234, 1.234)"}};
    life.facts.compaction = {{"offset", "offset", "1,234,567: so many survive before it"}};
    life.facts.parts = {
        {"birth", "begins", "at (-123.456, -123.456, -123.456) m\nlifetime 12.34 s"},
        {"spawn", "spawn-on-a-surface-that-moves, module 12", "position + (1.234, 1.234, 1.234) m"},
        {"motion", "moves to the end of the step", "nothing", false}};
    life.facts.parent = LifeRelative{1234567, 123456, "particle 1234567.123456"};
    life.facts.children = {{1234567, 123456, "particle 1234567.123456"}};
    life.facts.travelling = "its death";
    life.why_not_back = "the compaction atomic keeps no order, so that no step comes out the same twice";
    model_.life = &life;
    ui::LifeTable table;
    table.columns = {{"born", "step"}, {"z", "m", true}};
    table.rows = 1'234'567;
    table.is_outdated = table.is_of_some = true;
    table.cell = [](std::size_t row, std::size_t) { return std::to_string(row * 1000); };
    for (const auto& [window, scale] : sizes) {
        resize(window, scale);
        for (const bool is_open : {false, true}) {
            life.table = is_open ? std::optional(table) : std::nullopt;
            expect_whole(is_open ? "table" : "card");
        }
    }
    life.follows = false;
    life.picks = true;
    expect_whole("picking");
}

TEST_F(LayoutTest, NoTextOfAnOpenListIsCut) {
    model_.document.name = "a-name-that-is-rather-long-for-an-effect.json";
    model_.document.recent = {{"/home/a person/effects of last year/sparks that fly far.json", ""}};
    model_.document.built_in = {{"fountain", "water that rises and falls, with foam and a rainbow"}};
    model_.document.changes = {"rename an emitter whose name is longer than its room to another one"};
    for (const auto& [window, scale] : sizes) {
        resize(window, scale);
        for (const auto& [tab, lists] : std::map<ui::Tab, std::vector<std::string>>{
                 {ui::Tab::effect, {"effect", "emitter/add/force", "view/add"}},
                 {ui::Tab::compute, {"block", "grid", "compaction", "drawing/draw"}},
                 {ui::Tab::profile, {"compare/of", "compare/a", "versions/with"}}}) {
            open(tab);
            open_sections();
            for (const std::string& list : lists) {
                if (map_.find(list) == nullptr || !map_.find(list)->visible) continue;
                click(list);
                expect_whole("list " + list);
                ImGui::ClosePopupToLevel(0, true);
                settle();
            }
        }
    }
}

/// Its borders need more corners than a list of 16 bits has.
TEST_F(LayoutTest, NoTextIsCutInHighContrast) {
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    for (const auto& [window, scale] : sizes) {
        resize(ImVec2(window.x, all_sections * scale), scale);
        ui::apply_theme(scale, true);
        expect_tabs();
        ui::apply_theme(scale);
    }
}

TEST_F(LayoutTest, NoTextIsCutBesideADividedScene) {
    ui::VersionModel& versions = model_.versions;
    versions.facts.state = ComparisonFacts::State::running;
    versions.facts.sides = {
        ComparedSide{.name = "now", .passes = {{"a step", 1234.5}}, .milliseconds = 1234.5},
        ComparedSide{
            .name = "after: rename an emitter...", .passes = {{"a step", 0.001}}, .milliseconds = 0.001}};
    versions.agrees = false;
    versions.compared_step = versions.step = 123'456'789;
    for (const auto& [window, scale] : sizes) {
        resize(window, scale);
        open(ui::Tab::profile);
        open_sections();
        for (const float bar : {0.0f, 0.5f, 1.0f}) {
            versions.bar = bar;
            expect_whole("versions");
        }
    }
}

TEST_F(LayoutTest, NoTextOfTheLabIsCut) {
    lab::Drawing drawing;
    drawing.size = {300, 120};
    drawing.title = "A lesson";
    drawing.descriptions = {"Input. Two values.", "Sum. One sum.", "All."};
    drawing.boxes = {{{60, 20}, {50, 30}, lab::BoxStyle::input, "3", {0}},
                     {{120, 20}, {50, 30}, lab::BoxStyle::input, "4", {0}}};
    const std::vector<ui::LabFrame> frames{
        {"Input, before anything was computed", "Two values wait in shared memory until the threads come.",
         "1,234 operations, 12 steps, 12 barriers so far"},
        {"Sum", "One sum."}};
    ui::LabModel lab;
    lab.lessons = {{.id = "one",
                    .title = "A lesson whose title is longer than its list has room for",
                    .summary = "It adds.",
                    .chapter = "Beginnings and what follows from them"},
                   {.id = "two", .title = "Lesson two", .summary = "It moves.", .chapter = "Ends"}};
    lab.operators = {{"add", "sums", {}}, {"max", "the largest", {}}};
    lab.looks = {{"values", "", {}}, {"ranges", "", {}}};
    lab.look = "values";
    lab.panes = {{0, "one", lab.lessons[0].title, &drawing, frames}, {1, "two", "Two", &drawing, frames}};
    lab.frames = frames.size();
    lab.values = {3, 4};
    lab.typed = "3,4,1234567,1234567,1234567,1234567,1234567,1234567,1234567,1234567,1234567,1234567";
    lab.typed_as = "whole numbers, separated by commas";
    lab.numbers = {{"n", "N", "", 64, 1, 64}, {"threads", "threads", "", 1024, 1, 1024}};
    lab.max_values = 64;
    lab.op = "add";
    lab.has_kernel = lab.can_trace = true;
    lab.error = "the values: \"x\" is no whole number, and what follows it was not read";
    model_.lab = &lab;
    settings_.display.lab = true;
    for (const auto& [window, scale] : sizes) {
        resize(window, scale);
        settle();
        expect_whole("Lab");
        lab.tour =
            ui::LabTour{0, 5, "A stop of the tour", "It tells what is seen here, in a sentence or two."};
        expect_whole("tour");
        lab.tour.reset();
        lab.panes.resize(1);
        expect_whole("one lesson");
        lab.panes.push_back({1, "two", "Two", &drawing, frames});
    }
}

}  // namespace
}  // namespace winnow::test
