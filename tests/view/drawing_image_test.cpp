// Checks images of lessons by their pixels.
#include "view/drawing_image.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "lab/lesson.h"
#include "lab/network_view.h"
#include "support/gl_fixture.h"

namespace winnow::view {
namespace {

using Color = std::array<int, render::Image::channels>;

class DrawingImage : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        const lab::Lesson& lesson = lab::lesson_named("blelloch");
        drawing_ = draw_network(lesson, execute(lesson, {.values = lesson.example}));
    }
    /// Returns the colour at a place of the drawing.
    static Color at(const render::Image& image, lab::Point place) {
        const auto x = static_cast<std::size_t>(place.x * pixels_per_unit);
        const auto y = static_cast<std::size_t>(place.y * pixels_per_unit);
        const std::uint8_t* pixel = &image.pixels[y * image.row_bytes() + x * render::Image::channels];
        return {pixel[0], pixel[1], pixel[2]};
    }
    /// Returns the colour inside a box of this style that is shown in the frame, left of its text.
    Color inside(const render::Image& image, lab::BoxStyle style, std::size_t frame) const {
        const auto box = std::ranges::find_if(drawing_.boxes, [&](const lab::Box& one) {
            return one.style == style && one.frames.have(frame);
        });
        EXPECT_NE(box, drawing_.boxes.end());
        return at(image, {box->corner.x + 5, box->corner.y + box->size.y / 2});
    }
    static bool is_bluish(const Color& color) { return color[2] > 2 * color[0] && color[2] > 60; }

    lab::Drawing drawing_;
};

TEST_F(DrawingImage, HasTwiceTheSizeOfTheDrawingAndItsColours) {
    const std::size_t whole = drawing_.whole_run();
    const render::Image image = image_of(drawing_, std::nullopt);
    EXPECT_EQ(image.size.width, std::ceil(drawing_.size.x * 2));
    EXPECT_EQ(image.size.height, std::ceil(drawing_.size.y * 2));
    const Color paper = at(image, {2, 2});
    EXPECT_LT(*std::ranges::max_element(paper), 24);
    EXPECT_EQ(at(image, {drawing_.size.x - 2, drawing_.size.y - 2}), paper);
    EXPECT_TRUE(is_bluish(inside(image, lab::BoxStyle::computed, whole)));
    EXPECT_FALSE(is_bluish(inside(image, lab::BoxStyle::input, whole)));
}

TEST_F(DrawingImage, HasTheHeading) {
    const render::Image with = image_of(drawing_, 1);
    std::erase_if(drawing_.labels,
                  [](const lab::Label& one) { return one.style == lab::LabelStyle::heading; });
    const render::Image without = image_of(drawing_, 1);
    EXPECT_NE(with, without);
    const auto rows = static_cast<std::size_t>(drawing_.body_top * pixels_per_unit) * with.row_bytes();
    EXPECT_TRUE(std::equal(with.pixels.begin() + static_cast<std::ptrdiff_t>(rows), with.pixels.end(),
                           without.pixels.begin() + static_cast<std::ptrdiff_t>(rows)))
        << "nothing else has changed";
}

TEST_F(DrawingImage, ShowsTheFrame) {
    const render::Image first = image_of(drawing_, 0), second = image_of(drawing_, 1);
    EXPECT_EQ(first.size, second.size);
    EXPECT_NE(first, second);
    EXPECT_TRUE(is_bluish(inside(second, lab::BoxStyle::computed, 1)));
    EXPECT_FALSE(is_bluish(inside(first, lab::BoxStyle::to_come, 0)));
    EXPECT_EQ(image_of(drawing_, 0), first) << "an image is a function of the drawing and the frame";
}

TEST_F(DrawingImage, MoreVerticesThanAnIndexOf16BitsCounts) {
    drawing_.boxes.assign(20'000, {{0, 0}, {4, 4}, lab::BoxStyle::kept, "8"});
    drawing_.boxes.push_back({{100, 100}, {40, 30}, lab::BoxStyle::computed, ""});
    const render::Image image = image_of(drawing_, std::nullopt);
    EXPECT_TRUE(is_bluish(at(image, {120, 115})));
}

TEST_F(DrawingImage, ADrawingTooLargeForTheDeviceIsRefused) {
    drawing_.size.x = 1e6f;
    try {
        image_of(drawing_, std::nullopt);
        FAIL() << "an image of 2,000,000 pixels";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::bad_input);
        EXPECT_NE(std::string(error.what()).find("2000000x"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace winnow::view
