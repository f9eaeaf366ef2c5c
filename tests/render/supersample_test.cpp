#include "render/image.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace winnow::render {
namespace {

TEST(Supersample, PixelsThatAreAlikeAreKept) {
    for (const int factor : {1, 2, 3, 4})
        for (int code = 0; code < 256; ++code) {
            Image drawn({8 * factor, 4 * factor}), small({8, 4});
            std::fill(drawn.pixels.begin(), drawn.pixels.end(), static_cast<std::uint8_t>(code));
            std::fill(small.pixels.begin(), small.pixels.end(), static_cast<std::uint8_t>(code));
            ASSERT_EQ(averaged(drawn, factor), small) << code << " by " << factor;
        }
}

TEST(Supersample, EachSquareIsAveragedInLinearLight) {
    Image drawn({64, 2});  // white above black
    std::fill_n(drawn.pixels.begin(), drawn.row_bytes(), std::uint8_t{255});
    const Image small = averaged(drawn, 2);
    EXPECT_EQ(small.size, (gl::Size{32, 1}));
    for (const int code : small.pixels) EXPECT_TRUE(code == 187 || code == 188) << code;  // of half the light

    Image one({4, 4});  // only the lower right square has light, only green
    one.pixels[(3 * 4 + 3) * Image::channels + 1] = 255;
    const Image place = averaged(one, 2);
    for (std::size_t i = 0; i < place.pixels.size(); ++i)
        EXPECT_NEAR(place.pixels[i], i == 3 * Image::channels + 1 ? 137 : 0, 1) << i;  // of a quarter
}

TEST(Supersample, LightBetweenTwoCodesIsDithered) {
    Image drawn({128, 128});
    for (std::size_t i = 0; i < drawn.pixels.size(); ++i)
        drawn.pixels[i] = i / drawn.row_bytes() % 2 == 0 ? 2 : 3;
    const Image small = averaged(drawn, 2);
    EXPECT_NEAR(std::accumulate(small.pixels.begin(), small.pixels.end(), 0.0) /
                    static_cast<double>(small.pixels.size()),
                2.5, 0.03);
}

TEST(Supersample, AlphaIsAveragedAndHoldsTheLight) {
    Image drawn({4, 2});
    drawn.alpha = {255, 0, 255, 255, 0, 0, 255, 0};
    std::fill_n(drawn.pixels.begin(), Image::channels,
                std::uint8_t{255});  // one white pixel in transparent ones
    const Image small = averaged(drawn, 2);
    ASSERT_EQ(small.alpha.size(), 2u);
    EXPECT_EQ(small.alpha[0], 137) << "a quarter of white light";
    EXPECT_EQ(small.alpha[1], 191) << "three quarters covered by black";
    for (std::size_t c = 0; c < Image::channels; ++c) {
        EXPECT_NEAR(small.pixels[c], 255, 1);
        EXPECT_EQ(small.pixels[Image::channels + c], 0);
    }
}

TEST(Supersample, TransparentPixelsThatAreAlikeAreKept) {
    Image drawn({6, 6});
    std::fill(drawn.pixels.begin(), drawn.pixels.end(), std::uint8_t{90});
    drawn.alpha.assign(36, 200);
    const Image small = averaged(drawn, 3);
    for (const int alpha : small.alpha) EXPECT_EQ(alpha, 200);
    for (const int code : small.pixels) EXPECT_NEAR(code, 90, 1);
}

TEST(Supersample, SquaresFillTheImage) {
    EXPECT_THROW(averaged(Image({5, 4}), 2), std::invalid_argument);
    EXPECT_THROW(averaged(Image({4, 4}), 0), std::invalid_argument);
}

}  // namespace
}  // namespace winnow::render
