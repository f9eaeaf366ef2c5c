// Checks the painter of drawings by the vertices that it adds, and the fonts that it chooses.
#include "ui/drawing_painter.h"

#include <algorithm>

#include "imgui_fixture.h"

namespace winnow::test {
namespace {

using lab::BoxStyle;

class DrawingPainter : public PanelTest {
  protected:
    void SetUp() override {
        PanelTest::SetUp();
        drawing_.size = {400, 300};
        drawing_.body_top = 45, drawing_.body_bottom = 250;
        drawing_.descriptions = {"first", "second", "whole"};
        drawing_.boxes = {{{10, 100}, {40, 30}, BoxStyle::computed, "12"}};
        drawing_.arrows = {{{20, 60}, {30, 95}}};
    }

    /// Returns the vertices of the painting, which is clipped to a rectangle at the window's corner.
    std::vector<ImVec2> vertices(std::size_t frame = 0, float scale = 1, ImVec2 clip = {1000, 1000}) {
        ImDrawList list(ImGui::GetDrawListSharedData());
        list._ResetForNewFrame();
        list.PushClipRect(ImVec2(0, 0), clip);
        list.PushTextureID(ImGui::GetIO().Fonts->TexID);
        ui::paint(list, drawing_, {ImVec2(0, 0), scale, frame}, fonts());
        std::vector<ImVec2> points;
        for (const ImDrawVert& vertex : list.VtxBuffer) points.push_back(vertex.pos);
        return points;
    }
    std::size_t count(std::size_t frame = 0) { return vertices(frame).size(); }
    static float max_x(const std::vector<ImVec2>& points) {
        return std::max_element(points.begin(), points.end(), [](auto a, auto b) { return a.x < b.x; })->x;
    }

    lab::Drawing drawing_;
};

TEST_F(DrawingPainter, PartsAreShownInTheirFrames) {
    const std::size_t both = count();
    drawing_.boxes[0].frames = {1, 1};
    const std::size_t arrow = count(0);
    EXPECT_GT(arrow, 0u);
    EXPECT_EQ(count(1), both);
    drawing_.arrows[0].frames = {1, 1};
    EXPECT_EQ(count(0), 0u);
    EXPECT_EQ(count(1), both);
}

TEST_F(DrawingPainter, WhatIsOutsideTheClipRectangleIsLeftOut) {
    const std::size_t few = count();
    for (int i = 0; i < 5000; ++i) {
        drawing_.boxes.push_back({{10, 2000.0f + static_cast<float>(i)}, {40, 30}, BoxStyle::kept, "7"});
        drawing_.arrows.push_back({{5000, 10}, {6000, 20}});
        drawing_.labels.push_back({{-5000, 50}, "far away"});
    }
    EXPECT_EQ(count(), few);
    EXPECT_EQ(vertices(0, 1, ImVec2(5, 5)).size(), 0u);
}

TEST_F(DrawingPainter, ScalesPlaces) {
    drawing_.arrows.clear();
    EXPECT_NEAR(max_x(vertices(0, 1)), 50, 2);
    EXPECT_NEAR(max_x(vertices(0, 3)), 150, 4);
}

TEST_F(DrawingPainter, AnArrowWithAHeadHasMore) {
    const std::size_t with_head = count();
    drawing_.arrows[0].has_head = false;
    EXPECT_LT(count(), with_head);
    drawing_.arrows[0].to = drawing_.arrows[0].from;
    count();  // an arrow without a length divides by nothing
}

TEST_F(DrawingPainter, TheHeadAndTheNotesAreLeftToTheWindow) {
    const std::size_t before = count();
    drawing_.labels = {{{10, 20}, "A title", lab::LabelStyle::heading},
                       {{10, 40}, "It says.", lab::LabelStyle::sentence},
                       {{10, 270}, "7 operations", lab::LabelStyle::note}};
    EXPECT_EQ(count(), before);
    EXPECT_EQ(ui::painted_extent(drawing_).most.y, drawing_.body_bottom);
    EXPECT_EQ(ui::painted_extent(drawing_).least.y, 60) << "the arrow's upper end";
    drawing_.labels.push_back({{10, 50}, "0", lab::LabelStyle::index});
    EXPECT_GT(count(), before);
    EXPECT_LT(ui::painted_extent(drawing_).least.y, 50);
}

TEST_F(DrawingPainter, TheHighlightOfAFrameIsFound) {
    drawing_.boxes.push_back({{5, 90}, {100, 50}, BoxStyle::highlight, {}, {1, 1}});
    EXPECT_EQ(ui::highlighted(drawing_, 1).most.y, 140);
    EXPECT_EQ(ui::highlighted(drawing_, 0).most.y, drawing_.body_bottom);
}

TEST_F(DrawingPainter, FontsAreTheLargestThatFit) {
    const ui::Fonts& all = fonts();
    EXPECT_LT(ui::fitting_font(all, 1).pixels, 2) << "below the smallest it is scaled";
    float before = 0;
    for (float letters = 6; letters < 60; ++letters) {
        const ui::SizedFont font = ui::fitting_font(all, letters);
        EXPECT_GE(font.pixels, before);
        EXPECT_LE(font.pixels, letters * 1.25f) << letters;
        if (letters > 12) {
            EXPECT_EQ(font.pixels, font.font->FontSize) << letters;
        }
        before = font.pixels;
    }
    EXPECT_EQ(before, all.large->FontSize);
}

}  // namespace
}  // namespace winnow::test
