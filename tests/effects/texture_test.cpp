// The pictures of a scenery: what they hold, the light that comes from them, and which ones are refused.
#include "effects/data/texture.h"

#include <gtest/gtest.h>

#include <glm/gtc/packing.hpp>

#include <bit>
#include <string>

#include "effects/data/data_files.h"
#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

/// A Radiance HDR image of even light, which is 2 to the power of `exponent` times half a share of each
/// channel.
std::string even_hdr(int width, int height, int exponent) {
    std::string text = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y " + std::to_string(height) + " +X " +
                       std::to_string(width) + "\n";
    for (int i = 0; i < width * height; ++i)
        text += {'\x80', '\x40', '\x00', static_cast<char>(128 + exponent)};
    return text;
}

/// The header of a PNG image of these sides, without pixels.
std::string header_of_png(int width, int height) {
    std::string bytes = test::png(1, 1, [](int, int) { return glm::u8vec4(255); });
    for (int i = 0; i < 4; ++i) {
        bytes[static_cast<std::size_t>(16 + i)] = static_cast<char>(width >> (24 - 8 * i));
        bytes[static_cast<std::size_t>(20 + i)] = static_cast<char>(height >> (24 - 8 * i));
    }
    return bytes;
}

Harmonics harmonics_of_png(int width, int height, const std::function<bool(int x, int y)>& is_lit) {
    return harmonics_of_texture(texture_data(
        test::png(width, height,
                  [&](int x, int y) { return is_lit(x, y) ? glm::u8vec4(255) : glm::u8vec4(0, 0, 0, 255); }),
        "a"));
}

TEST(Texture, HoldsLinearLight) {
    const FileData png = texture_data(
        test::png(3, 1, [](int x, int) { return glm::u8vec4(x == 2 ? 188 : 0, 0, 0, 255); }), "a");
    EXPECT_EQ(size_of_texture(png), glm::uvec2(3, 1));
    ASSERT_EQ(texels_of_texture(png).size(), 2u) << "two in a row";
    const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(texels_of_texture(png)[1]);
    EXPECT_NEAR(glm::unpackHalf4x16(halves[0]).r, 0.5, 0.01);
    EXPECT_EQ(glm::unpackHalf4x16(halves[0]).a, 1);
    const FileData hdr = texture_data(even_hdr(4, 2, 4), "a");
    EXPECT_EQ(size_of_texture(hdr), glm::uvec2(4, 2));
    const auto light = std::bit_cast<std::array<std::uint64_t, 2>>(texels_of_texture(hdr)[0]);
    EXPECT_EQ(glm::unpackHalf4x16(light[0]), glm::vec4(8, 4, 0, 1));
}

TEST(Texture, ReadsRowsThatAreCompressed) {
    std::string text = "#?RADIANCE\n# by hand\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 8\n";
    text += std::string("\2\2\0\x8", 4);  // red to exponent, each by runs
    text += std::string("\x85\x40\3\1\2\3", 6) +
            std::string("\x88\0", 2);  // five equal, three others; then equal
    text += std::string("\x88\x20", 2) + std::string("\x88\x88", 2);
    const FileData rows = texture_data(text, "a");
    const auto pair = std::bit_cast<std::array<std::uint64_t, 2>>(texels_of_texture(rows)[2]);
    EXPECT_EQ(glm::unpackHalf4x16(pair[0]), glm::vec4(64, 0, 32, 1)) << "the fifth";
    EXPECT_EQ(glm::unpackHalf4x16(pair[1]), glm::vec4(1, 0, 32, 1));
}

TEST(Texture, IsLightFromWhereItIsSeen) {
    const Harmonics even = harmonics_of_png(64, 32, [](int, int) { return true; });
    for (const glm::vec3 normal : {glm::vec3(0, 1, 0), glm::vec3(0.6f, 0, 0.8f), glm::vec3(0, -0.6f, -0.8f)})
        EXPECT_NEAR(light_from(even, normal).g, 1, 0.01);
    const Harmonics above = harmonics_of_png(64, 32, [](int, int y) { return y < 16; });
    EXPECT_NEAR(light_from(above, {0, 1, 0}).g, 1, 0.02);
    EXPECT_NEAR(light_from(above, {1, 0, 0}).g, 0.5, 0.02);
    EXPECT_NEAR(light_from(above, {0, -1, 0}).g, 0, 0.02);
    const auto expect_from = [](const Harmonics& light, const glm::vec3& way) {
        EXPECT_GT(light_from(light, way).g, 0.9 / 4);
        EXPECT_LT(light_from(light, -way).g, 0.1 * light_from(light, way).g);
    };
    expect_from(harmonics_of_png(64, 32, [](int x, int) { return x / 16 == 1 || x / 16 == 2; }), {0, 0, -1});
    expect_from(harmonics_of_png(64, 32, [](int x, int) { return x >= 32; }), {1, 0, 0});
}

TEST(Texture, ThatCannotBeIsRefused) {
    const auto refusal_of = [](const std::string& bytes) {
        return whole_message_of([&] { texture_data(bytes, "a"); });
    };
    EXPECT_EQ(refusal_of("plain text"), "a: not a PNG or Radiance HDR image");
    EXPECT_EQ(refusal_of(header_of_png(30000, 15000)),
              "a: an image of 30000 x 15000 pixels is too large; 8388608 pixels are possible");
    EXPECT_EQ(refusal_of("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 15000 +X 30000\n"),
              "a: an image of 30000 x 15000 pixels is too large; 8388608 pixels are possible");
    EXPECT_EQ(refusal_of(even_hdr(17000, 1, 1)),
              "a: an image of 17000 x 1 pixels is too long; a side has at most 16384");
    const std::string head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n";
    EXPECT_EQ(refusal_of("#?RADIANCE\n"), "a: the HDR image is cut short");
    EXPECT_EQ(refusal_of(head + "-Y 0 +X 4\n"),
              "a: the HDR image must begin with its height and width, as \"-Y 1024 +X 2048\"");
    EXPECT_EQ(refusal_of("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n"),
              "a: the HDR image must have the format 32-bit_rle_rgbe");
    EXPECT_EQ(refusal_of(even_hdr(16, 2, 1).substr(0, 60)), "a: the HDR image is cut short");
    EXPECT_EQ(refusal_of(head + "-Y 1 +X 8\n" + std::string("\2\2\0\x8\x88", 5)),
              "a: the HDR image is cut short");
    EXPECT_EQ(refusal_of(head + "-Y 1 +X 8\n" + std::string("\2\2\0\x8\0", 5)),
              "a: the HDR image is damaged: a run does not fit its row");
    EXPECT_TRUE(refusal_of(header_of_png(4, 4).substr(0, 30)).starts_with("a: the PNG image is damaged"));
}

class SceneryPictures : public testing::Test {
  protected:
    Effect load_effect(const std::string& scenery) {
        return load(directory_.write("e.json", "{\"format\": 2, \"scenery\": {\n" + scenery + "}}").string());
    }

    test::TemporaryDirectory directory_;
};

TEST_F(SceneryPictures, AreRefusedWhereTheirFileIsNamed) {
    directory_.write("wide.png", header_of_png(30000, 15000));
    const std::string folder = directory_.path().string() + "/";
    EXPECT_EQ(whole_message_of([&] { load_effect(R"("sky_picture": {"turn": 9, "file": "wide.png"})"); }),
              folder + "e.json:2:28: /scenery/sky_picture/file: " + folder +
                  "wide.png: an image of 30000 x 15000 pixels is too large; 8388608 pixels are possible");
    EXPECT_EQ(whole_message_of([&] { load_effect(R"("ground_picture": {"file": "none.png"})"); }),
              folder + "e.json:2:20: /scenery/ground_picture/file: " + folder +
                  "none.png: No such file or directory");
    EXPECT_EQ(whole_message_of([&] { load_effect(R"("ground_picture": {"size": 0})"); }),
              folder + "e.json:2:20: /scenery/ground_picture/size: must be 0.001 to 100000 m, not 0");
    EXPECT_EQ(whole_message_of([&] {
                  load_effect(R"("sky_picture": {"turn": NaN})");
              }).substr(0, folder.size() + 12),
              folder + "e.json:2:25:");
    EXPECT_EQ(whole_message_of([&] { load_effect(R"("water": {"waves": 2})"); }),
              folder + "e.json:2:11: /scenery/water/waves: must be 0 to 1, not 2");
}

TEST_F(SceneryPictures, BelongToTheEffect) {
    directory_.write("sky.hdr", even_hdr(4, 2, 1));
    const std::string scenery = R"("sky_picture": {"file": "sky.hdr", "brightness": 2, "turn": 90})";
    const Effect before = load_effect(scenery);
    EXPECT_EQ(before.scenery.sky_picture, (SkyPicture{"sky.hdr", 2, 90}));
    directory_.write("sky.hdr", even_hdr(4, 2, 2));
    EXPECT_NE(load_effect(scenery).folder, before.folder) << "the file has changed";
    EXPECT_EQ(data_files_below(directory_.path().string(), FileKind::texture).front(), "sky.hdr");
}

}  // namespace
}  // namespace winnow::effects
