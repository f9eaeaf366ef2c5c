#include "render/image.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/error.h"
#include "base/png.h"

namespace winnow::render {
namespace {

Image gradient(gl::Size size) {
    Image image(size);
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        image.pixels[i] = static_cast<std::uint8_t>(i * 7 % 256);
    return image;
}

TEST(Image, PngKeepsEveryByte) {
    for (const gl::Size size : {gl::Size{1, 1}, gl::Size{3, 5}, gl::Size{64, 33}})
        EXPECT_EQ(decode_png(encode_png(gradient(size)), "test"), gradient(size));
}

TEST(Image, PngKeepsAlpha) {
    Image image = gradient({3, 2});
    image.alpha = {0, 1, 100, 200, 254, 255};
    const Pixels pixels = winnow::decode_png(encode_png(image), 4, 100, "test");
    EXPECT_EQ(pixels.bytes, rgba_of(image));
    EXPECT_EQ(pixels.bytes[4 * 4 + 3], 254);
    EXPECT_EQ(pixels.bytes[4 * 4 + 1], image.pixels[4 * 3 + 1]);
}

TEST(Image, WhatIsNoFrameIsRefusedByName) {
    const std::string whole = encode_png(gradient({8, 8}));
    for (const std::string& bytes :
         {std::string(), std::string("hello"), whole.substr(0, whole.size() / 2)}) {
        try {
            decode_png(bytes, "some.png");
            FAIL() << bytes.size() << " bytes were read as an image";
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), ExitStatus::bad_input);
            EXPECT_NE(std::string(error.what()).find("some.png"), std::string::npos);
        }
    }
    EXPECT_THROW(read_png("/nowhere/some.png"), Error);
}

/// Returns the header of an image and pixels that would take 4 GiB, of which 4 bytes are there.
std::string png_cut_short() {
    const std::string header("\0\0\0\x0DIHDR\0\0\0\x8\0\0\0\x8\x8\6\0\0\0\xC4\x0F\xBE\x8B", 25);
    return "\x89PNG\r\n\x1A\n" + header + "\xFF\xFF\xFF\xFFIDATxxxx";
}

TEST(Image, AFaultWithoutAReasonIsRefusedToo) {
    for (std::string bytes : {png_cut_short(), encode_png(gradient({8, 8}))})
        for (std::size_t at = 8; at < bytes.size(); ++at)
            for (const int value : {0, 1, 3, 255}) {
                std::string damaged = bytes;
                damaged[at] = static_cast<char>(value);
                try {
                    winnow::decode_png(damaged, 4, 1000, "some.png");
                } catch (const Error& error) {
                    EXPECT_TRUE(std::string_view(error.what()).starts_with("some.png: ")) << error.what();
                }
            }
    EXPECT_THROW(winnow::decode_png(png_cut_short(), 4, 1000, "some.png"), Error);
    std::string apple = encode_png(gradient({8, 8}));
    apple.replace(12, 4, "CgBI");
    EXPECT_THROW(winnow::decode_png(apple, 4, 1000, "some.png"), Error) << "the header must come first";
}

TEST(Image, ComparisonCountsWhatIsBeyondTheTolerance) {
    const Image expected = gradient({10, 4});
    Image actual = expected;
    EXPECT_EQ(compare(actual, expected, 0).most, 0);
    actual.pixels[3] = static_cast<std::uint8_t>(expected.pixels[3] + 4);  // pixel 1
    actual.pixels[4] = static_cast<std::uint8_t>(expected.pixels[4] + 1);  // pixel 1 again
    actual.pixels[8] = static_cast<std::uint8_t>(expected.pixels[8] + 2);  // pixel 2
    const Difference difference = compare(actual, expected, 2);
    EXPECT_EQ(difference.most, 4);
    EXPECT_EQ(difference.beyond, 1u);
    EXPECT_DOUBLE_EQ(difference.mean, 7.0 / static_cast<double>(expected.pixels.size()));
    EXPECT_EQ(difference.image.pixels[3], 255);  // red
    EXPECT_EQ(difference.image.pixels[4], 0);
    EXPECT_EQ(difference.image.pixels[8], 16);
    EXPECT_THROW(compare(gradient({2, 2}), gradient({4, 1}), 0), std::invalid_argument);
}

}  // namespace
}  // namespace winnow::render
