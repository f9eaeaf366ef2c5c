// Where pictures and captions of a contact sheet lie, and that they are drawn there.
#include "render/sheet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace winnow::render {
namespace {

constexpr gl::Size usual{320, 180};

/// Returns the number of pixels in a rectangle that differ from the sheet's ground, which its corner has.
int drawn_in(const Image& image, glm::ivec2 at, glm::ivec2 size) {
    int count = 0;
    for (int y = at.y; y < at.y + size.y; ++y)
        for (int x = at.x; x < at.x + size.x; ++x) {
            const std::size_t pixel =
                (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.size.width) +
                 static_cast<std::size_t>(x)) *
                Image::channels;
            count +=
                std::equal(&image.pixels[pixel], &image.pixels[pixel] + Image::channels, &image.pixels[0])
                    ? 0
                    : 1;
        }
    return count;
}

TEST(SheetLayout, GapsAreEvenAndInPixelsOfTheFont) {
    for (const gl::Size picture : {gl::Size{160, 90}, usual, gl::Size{640, 100}, gl::Size{1, 1}}) {
        const SheetLayout layout{picture, 5, 3};
        const int gap = layout.title_place().x, one = layout.scale();
        EXPECT_EQ(one, std::max(1, picture.width / 160));
        EXPECT_EQ(gap, 8 * one);
        EXPECT_EQ(layout.rows(), 2);
        EXPECT_EQ(layout.picture_place(0).x, gap);
        EXPECT_EQ(layout.picture_place(4).x, 2 * gap + picture.width);
        const int below = layout.picture_place(3).y - layout.caption_place(0).y;
        EXPECT_EQ(below - gap, 9 * one) << "a line of text, then a gap";
        EXPECT_EQ(layout.size().width, 4 * gap + 3 * picture.width);
        EXPECT_EQ(layout.size().height, layout.caption_place(3).y + below);
    }
}

TEST(SheetLayout, ColumnsComeNearestToAWideScreen) {
    const auto columns = [](gl::Size picture, int count) {
        return widescreen_layout(picture, count).columns;
    };
    EXPECT_EQ(columns(usual, 1), 1);
    EXPECT_EQ(columns(usual, 16), 4);
    EXPECT_EQ(columns({100, 400}, 7), 7);
    EXPECT_EQ(columns({400, 20}, 5), 1);
    EXPECT_EQ(columns(usual, 5), 3);
    const auto apart = [](const SheetLayout& layout) {
        return std::abs(std::log(layout.size().width / (layout.size().height * 16.0 / 9)));
    };
    const auto empty = [](const SheetLayout& layout) {
        return layout.rows() * layout.columns - layout.count;
    };
    for (int count = 1; count < 40; ++count)
        for (int other = 1; other <= count; ++other)
            EXPECT_TRUE(apart(widescreen_layout(usual, count)) <= apart({usual, count, other}) ||
                        empty(widescreen_layout(usual, count)) < empty({usual, count, other}))
                << count << " in " << other << " columns";
}

TEST(Sheet, PicturesAreWholeWhereTheyBelong) {
    const SheetLayout layout{{20, 10}, 3, 2};
    Sheet sheet(layout, {"", "", {"", "", ""}});
    EXPECT_EQ(drawn_in(sheet.image(), {0, 0}, {layout.size().width, layout.size().height}), 0);
    Image white(layout.picture);
    std::ranges::fill(white.pixels, std::uint8_t{255});
    sheet.put(2, white);
    EXPECT_EQ(drawn_in(sheet.image(), layout.picture_place(2), {20, 10}), 200);
    EXPECT_EQ(drawn_in(sheet.image(), {0, 0}, {layout.size().width, layout.size().height}), 200);
    EXPECT_THROW(sheet.put(3, white), std::invalid_argument);
    EXPECT_THROW(sheet.put(0, Image({10, 20})), std::invalid_argument);
    EXPECT_THROW(Sheet(layout, {"", "", {"one"}}), std::invalid_argument);
}

TEST(Sheet, TextStandsBelowItsPictureAndInTheTitle) {
    const SheetLayout layout{usual, 2, 2};
    const Image image = Sheet(layout, {"portal", "3 s", {"", "seed 7"}}).image();
    const glm::ivec2 line(usual.width, 9 * layout.scale());
    EXPECT_EQ(drawn_in(image, layout.caption_place(0), line), 0);
    EXPECT_GT(drawn_in(image, layout.caption_place(1), line), 100);
    EXPECT_GT(drawn_in(image, layout.title_place(), line), 100);
}

TEST(Sheet, LongTextIsMadeSmallerAndThenCut) {
    const SheetLayout layout{usual, 2, 2};
    const glm::ivec2 place = layout.caption_place(0), line(usual.width, 9 * layout.scale());
    const glm::ivec2 gap(layout.caption_place(1).x - place.x - usual.width, line.y);
    const auto drawn = [&](std::size_t letters, glm::ivec2 at, glm::ivec2 size) {
        return drawn_in(Sheet(layout, {std::string(999, 'x'), "", {std::string(letters, 'H'), "H"}}).image(),
                        at, size);
    };
    for (const std::size_t letters : {10u, 40u, 1000u})
        EXPECT_EQ(drawn(letters, place + glm::ivec2(usual.width, 0), gap), 0) << letters;
    EXPECT_GT(drawn(1000, place, line), 100);
    const glm::ivec2 next = layout.caption_place(1);
    EXPECT_EQ(drawn(10, next, line), 4 * drawn(40, next, line)) << "all captions have one size";
    const int right = layout.size().width - 8 * layout.scale();
    EXPECT_EQ(drawn(10, {right, 0}, {8 * layout.scale(), layout.size().height}), 0);
}

}  // namespace
}  // namespace winnow::render
