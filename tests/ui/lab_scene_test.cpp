// Checks that cells and particles of the Lab light each other.
#include "ui/lab_scene.h"

#include "imgui_fixture.h"

namespace winnow::test {
namespace {

using lab::BoxStyle;

constexpr float width = 1200, height = 800;

class LabScene : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        drawing_.size = {300, 220};
        drawing_.title = "Particles";
        drawing_.descriptions = {"All."};
        for (std::uint32_t i = 0; i < 3; ++i) {
            const float x = 60 + 60 * static_cast<float>(i);
            drawing_.boxes.push_back({{x, 20}, {50, 30}, BoxStyle::input, "5", {}, i});
            drawing_.boxes.push_back({{x, 90}, {50, 30}, BoxStyle::computed, "1", {}, i});
        }
        lab_.lessons = {{.id = "live", .title = "Particles", .summary = "They live."}};
        lab_.looks = {{"values", "", {}}};
        lab_.look = "values";
        lab_.panes = {{0, "live", "Particles", &drawing_, {{"Compact", "They moved."}}}};
        lab_.max_values = 0;
        lab_.shows_particles = true;
        model_.lab = &lab_;
        settings_.display.lab = true;
        ImGui::GetIO().DisplaySize = ImVec2(width, height);
        for (int i = 0; i < 4; ++i) marked_frame();
        const ui::Widget& scene = widget("lab/scene");
        const auto at = [&](float x, float y) {
            return lab::Point{(scene.x + scene.w * x) / width, (scene.y + scene.h * y) / height};
        };
        lab_.particles = {{at(0.25f, 0.5f), true, "the first"},
                          {at(0.5f, 2), true, "below"},
                          {at(0.75f, 0.5f), false, "dead"}};
        marked_frame();
    }
    ui::Events marked_frame() {
        ui::Events events;
        ImGui::NewFrame();
        panel_.draw(model_, fonts(), 1, map_, events);
        panel_.mark_scene(model_, fonts(), 1, map_);
        ImGui::Render();
        return events;
    }
    /// Moves the pointer, and returns the events once it was seen.
    ui::Events point_at(ImVec2 place) {
        ImGui::GetIO().MousePos = place;
        marked_frame();
        return marked_frame();
    }
    static ImVec2 middle(const ui::Widget& of) { return {of.x + of.w / 2, of.y + of.h / 2}; }
    ImVec2 place_of(std::size_t particle) const {
        return {lab_.particles[particle].at->x * width, lab_.particles[particle].at->y * height};
    }
    /// The colour of the marks in the picture and of the lit cells, in what was drawn last.
    static int accents() {
        const ImU32 accent = ImGui::ColorConvertFloat4ToU32(ui::color::accent);
        int count = 0;
        const ImDrawData* drawn = ImGui::GetDrawData();
        for (int i = 0; i < drawn->CmdListsCount; ++i)
            for (const ImDrawVert& vertex : drawn->CmdLists[i]->VtxBuffer) count += vertex.col == accent;
        return count;
    }

    lab::Drawing drawing_;
    ui::LabModel lab_;
};

TEST_F(LabScene, IsAnOpeningOfAUsefulSize) {
    for (const auto& [w, h] :
         {std::pair{640.0f, 480.0f}, {900.0f, 600.0f}, {width, height}, {2560.0f, 1440.0f}}) {
        ImGui::GetIO().DisplaySize = ImVec2(w, h);
        for (int i = 0; i < 4; ++i) marked_frame();
        const ui::Area open = panel_.open_area();
        EXPECT_GT(open.right - open.left, 0.6f) << w;
        EXPECT_GT(open.bottom - open.top, 0.15f) << w;
        EXPECT_GE(open.left, 0);
        EXPECT_LE(open.right, 1);
        EXPECT_LT(open.bottom * h, widget("lab/first").y) << "the controls lie below it";
    }
    ImGui::GetIO().DisplaySize = ImVec2(1, 1);
    for (int i = 0; i < 4; ++i) marked_frame();
    lab_.shows_particles = false;
    marked_frame();
    EXPECT_EQ(panel_.open_area().top, 0) << "other lessons have none";
    EXPECT_EQ(map_.find("lab/scene"), nullptr);
}

TEST_F(LabScene, ACellMarksItsParticle) {
    EXPECT_EQ(map_.find("lab/mark"), nullptr);
    const int before = accents();
    EXPECT_EQ(point_at(middle(widget("lab/cell/0"))).lab.particle, 0u);
    const ui::Widget& mark = widget("lab/mark");
    EXPECT_NEAR(middle(mark).x, place_of(0).x, 0.5f);
    EXPECT_NEAR(middle(mark).y, place_of(0).y, 0.5f);
    EXPECT_EQ(mark.value["caption"], "the first");
    EXPECT_TRUE(mark.visible);
    EXPECT_GT(accents(), before);
    EXPECT_EQ(point_at(ImVec2(2, 2)).lab.particle, std::nullopt);
    EXPECT_EQ(map_.find("lab/mark"), nullptr);
    EXPECT_EQ(accents(), before);
}

TEST_F(LabScene, AParticleLightsItsCells) {
    const ImVec2 near(place_of(0).x + 6, place_of(0).y - 6);
    EXPECT_EQ(point_at(near).lab.particle, 0u);
    EXPECT_EQ(widget("lab/mark").value["particle"], 0);
    EXPECT_TRUE(panel_.scene_has_pointer());
    EXPECT_EQ(point_at(ImVec2(place_of(0).x + 60, place_of(0).y)).lab.particle, std::nullopt);
    EXPECT_TRUE(panel_.scene_has_pointer());
    EXPECT_EQ(point_at(place_of(2)).lab.particle, std::nullopt) << "the dead are not in the picture";
    point_at(middle(widget("lab/cell/1")));
    EXPECT_FALSE(panel_.scene_has_pointer());
}

TEST_F(LabScene, AnArrowPointsOutOfThePicture) {
    EXPECT_EQ(point_at(middle(widget("lab/cell/1"))).lab.particle, 1u);
    const ui::Widget &mark = widget("lab/mark"), &scene = widget("lab/scene");
    EXPECT_FALSE(mark.visible);
    EXPECT_EQ(mark.value["caption"], "outside the picture: below");
    EXPECT_GT(middle(mark).y, scene.y + scene.h * 0.8f);
    EXPECT_LT(middle(mark).y, scene.y + scene.h);
}

TEST_F(LabScene, ADeadParticleIsMarkedWhereItWas) {
    EXPECT_EQ(point_at(middle(widget("lab/cell/2"))).lab.particle, 2u);
    EXPECT_EQ(widget("lab/mark").value["caption"], "dead");
    lab_.particles[2].at.reset();
    marked_frame();
    EXPECT_EQ(map_.find("lab/mark"), nullptr) << "it was nowhere";
    lab_.particles.clear();
    marked_frame();
}

TEST_F(LabScene, ThePictureBeneathIsHeldByEachButton) {
    point_at(ImVec2(place_of(0).x + 60, place_of(0).y));
    for (const int button : {0, 1, 2}) {
        ImGui::GetIO().MouseDown[button] = true;
        marked_frame();
        ImGui::GetIO().MousePos = ImVec2(5, 5);
        marked_frame();
        EXPECT_TRUE(panel_.scene_has_pointer()) << "a drag may leave it; button " << button;
        ImGui::GetIO().MouseDown[button] = false;
        marked_frame();
        marked_frame();
        EXPECT_FALSE(panel_.scene_has_pointer());
        point_at(ImVec2(place_of(0).x + 60, place_of(0).y));
    }
}

}  // namespace
}  // namespace winnow::test
