// What winnow_draw_debug shows: boxes of instances in colours of their room, and a panel in the upper left.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>

#include "base/glyphs.h"
#include "library/effect_fixture.h"

namespace winnow::test {
namespace {

constexpr int width = 800, height = 600;

class DebugDrawTest : public EffectLibraryTest {
  protected:
    void SetUp() override {
        EffectLibraryTest::SetUp();
        glCreateTextures(GL_TEXTURE_2D, 1, &color_);
        glTextureStorage2D(color_, 1, GL_RGBA8, width, height);
        glCreateFramebuffers(1, &framebuffer_);
        glNamedFramebufferTexture(framebuffer_, GL_COLOR_ATTACHMENT0, color_, 0);
    }
    void TearDown() override {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(1, &color_);
        EffectLibraryTest::TearDown();
    }

    /// Returns red, green and blue of a blue picture over which is drawn, from the bottom row up.
    std::vector<glm::ivec3> drawn(bool is_flipped = false) const {
        glm::mat4 projection = glm::perspective(glm::radians(40.0f), float{width} / height, 0.5f, 50.0f);
        if (is_flipped) projection[1].y = -projection[1].y;
        const HostPicture unused;
        WinnowPicture where = picture(unused, projection);
        where.framebuffer = framebuffer_;
        where.depth_texture = 0;
        where.width = width;
        where.height = height;
        where.encoded = 1;
        const float blue[] = {0, 0, 1, 1};
        glClearNamedFramebufferfv(framebuffer_, GL_COLOR, 0, blue);
        EXPECT_EQ(winnow_draw_debug(stage_, &where), WINNOW_OK) << winnow_message();
        std::vector<std::uint8_t> bytes(std::size_t{width} * height * 4);
        glGetTextureImage(color_, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(bytes.size()),
                          bytes.data());
        std::vector<glm::ivec3> pixels;
        for (std::size_t i = 0; i < bytes.size(); i += 4)
            pixels.emplace_back(bytes[i], bytes[i + 1], bytes[i + 2]);
        return pixels;
    }
    /// Returns how many pixels of the right half of the picture, beside the panel, are of a kind.
    template <typename Is>
    static int count(const std::vector<glm::ivec3>& pixels, const Is& is) {
        int found = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 3 * width / 5; x < width; ++x)
                found +=
                    is(pixels[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)]) ? 1 : 0;
        return found;
    }

  private:
    GLuint color_ = 0, framebuffer_ = 0;
};

bool is_green(const glm::ivec3& c) {
    return c.g > 150 && c.r < 120;
}

bool is_red(const glm::ivec3& c) {
    return c.r > 200 && c.g < 120;
}

TEST_F(DebugDrawTest, ShowsBoxesAndAPanel) {
    const auto top_left = [](const std::vector<glm::ivec3>& pixels, bool is_flipped) {
        return pixels[static_cast<std::size_t>(is_flipped ? 9 : height - 1 - 9) * width + 9];
    };
    for (const bool is_flipped : {false, true}) {
        const auto empty = drawn(is_flipped);
        EXPECT_LT(top_left(empty, is_flipped).b, 100) << "the panel's ground";
        EXPECT_EQ(top_left(empty, !is_flipped), glm::ivec3(0, 0, 255));
        EXPECT_EQ(count(empty, is_green), 0) << "no instance, no box";
    }
    const WinnowEffect effect = load(cloud);
    const WinnowPlay asked = play_at(0.9f);
    const WinnowInstance instance = play(effect, &asked);
    steps(5);
    figures(instance);
    const auto pixels = drawn();
    EXPECT_GT(count(pixels, is_green), 200) << "the box of one that has all it wishes";
    EXPECT_EQ(count(pixels, is_red), 0);
    WinnowStageOptions options{};
    options.size = sizeof options;
    options.loader = load_function;
    options.budget = 256;
    options.deals = 1;
    ASSERT_EQ(winnow_stage_destroy(stage_), WINNOW_OK);
    ASSERT_EQ(winnow_stage_create(&options, &stage_), WINNOW_OK);
    const WinnowEffect again = load(cloud);
    const WinnowInstance poor = play(again, &asked);
    steps(5);
    figures(poor);
    const auto short_of = drawn();
    EXPECT_GT(count(short_of, is_red), 200) << "the box of one that has a hundredth of what it wishes";
    EXPECT_EQ(count(short_of, is_green), 0);
}

TEST(GlyphsTest, DrawsLettersAndQuestionMarks) {
    EXPECT_TRUE(glyphs_of("").empty());
    EXPECT_TRUE(glyphs_of(" ").empty());
    EXPECT_FALSE(glyphs_of("A").empty());
    EXPECT_EQ(glyphs_of("\xC3\xA4").size(), glyphs_of("?").size()) << "one character of two bytes";
    EXPECT_EQ(glyph_width("\xC3\xA4"), glyph_width("?"));
    EXPECT_GT(glyph_width("AB"), glyph_width("A"));
    for (const GlyphRectangle& one : glyphs_of("Wy|_")) {
        EXPECT_GE(one.x, 0);
        EXPECT_LE(one.x + one.width, glyph_width("Wy|_"));
        EXPECT_GE(one.y, 0);
        EXPECT_LE(one.y + one.height, glyph_line);
    }
}

}  // namespace
}  // namespace winnow::test
