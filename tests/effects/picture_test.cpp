// Checks what pictures hold for drawing, which ones are refused, and which files come with Winnow.
#include "effects/data/picture.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <filesystem>
#include <string>

#include "effects/compile/compiled_effect.h"
#include "effects/data/data_files.h"
#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module_files.h"
#include "shaders/effects/rows.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

using Words = std::array<std::uint32_t, 4>;

Words words_of(const FileData& rows, std::size_t row) {
    return std::bit_cast<Words>(rows.at(row));
}

/// Returns a channel of a texel, 0 to 255; 3 is alpha.
std::uint32_t channel_of(std::uint32_t texel, int channel) {
    return texel >> (8 * channel) & 255;
}

constexpr std::uint32_t red = 0xFF0000FF, green = 0xFF00FF00;

/// Two frames of 2 x 2 pixels, side by side: red and green.
std::string two_frames() {
    return test::png(
        4, 2, [](int x, int) { return x < 2 ? glm::u8vec4(255, 0, 0, 255) : glm::u8vec4(0, 255, 0, 255); });
}

TEST(Picture, EachFrameHasItsOwnTexelsInEverySize) {
    const FileData rows = picture_data(two_frames(), {2, 1}, "a");
    EXPECT_EQ(words_of(rows, 0), (Words{2, 2, 2, 2})) << "width, height, frames, levels";
    EXPECT_EQ(words_of(rows, shared::PICTURE_HEAD), (Words{3, 2, 2, 2}));
    EXPECT_EQ(words_of(rows, shared::PICTURE_HEAD + 1), (Words{3 + 8, 1, 1, 2}));
    ASSERT_EQ(rows.size(), 3u + 8 + 2);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(words_of(rows, 3 + i), (Words{red, red, red, red})) << i;
        EXPECT_EQ(words_of(rows, 3 + 4 + i), (Words{green, green, green, green})) << i;
    }
    EXPECT_EQ(words_of(rows, 11)[0], red);
    EXPECT_EQ(words_of(rows, 12)[0], green);
}

TEST(Picture, ARowHoldsATexelAndItsNeighbours) {
    const FileData rows = picture_data(
        test::grey_png(3, 2, [](int x, int y) { return static_cast<std::uint8_t>(10 * x + 100 * y); }), {},
        "a");
    const auto alphas = [&](std::size_t row) {
        Words words = words_of(rows, row);
        for (std::uint32_t& word : words) word = channel_of(word, 3);
        return words;
    };
    const std::size_t first = words_of(rows, shared::PICTURE_HEAD)[0];
    EXPECT_EQ(alphas(first), (Words{0, 10, 100, 110}));
    EXPECT_EQ(alphas(first + 2), (Words{20, 20, 120, 120})) << "at the right edge";
    EXPECT_EQ(alphas(first + 4), (Words{110, 120, 110, 120})) << "at the lower edge";
}

TEST(Picture, TheNextSizeHasTheMeanOfEachArea) {
    const FileData rows = picture_data(
        test::grey_png(5, 1, [](int x, int) { return static_cast<std::uint8_t>(50 * x); }), {}, "a");
    EXPECT_EQ(words_of(rows, 0)[3], 3u);
    const std::size_t half = words_of(rows, shared::PICTURE_HEAD + 1)[0];
    EXPECT_EQ(channel_of(words_of(rows, half)[0], 3), 40u) << "of 0, 50, and half of 100";
    EXPECT_EQ(channel_of(words_of(rows, half)[1], 3), 160u);
    EXPECT_EQ(channel_of(words_of(rows, words_of(rows, shared::PICTURE_HEAD + 2)[0])[0], 3), 100u);
}

TEST(Picture, MeansWhatItsPixelsSayHoweverTheyAreStored) {
    const auto shade = [](int x, int y) { return static_cast<std::uint8_t>(40 * x + 20 * y); };
    const auto opaque = [&](int x, int y) { return glm::u8vec4(glm::u8vec3(shade(x, y)), 255); };
    EXPECT_EQ(picture_data(test::grey_png(3, 2, shade), {}, "a"),
              picture_data(test::png(3, 2, opaque), {}, "a"));
    const auto nearly = [&](int x, int y) {
        return glm::u8vec4(glm::u8vec3(shade(x, y)), x + y == 0 ? 254 : 255);
    };
    const FileData seen = picture_data(test::png(3, 2, nearly), {}, "a");
    EXPECT_EQ(channel_of(words_of(seen, words_of(seen, shared::PICTURE_HEAD)[0])[1], 3), 255u)
        << "with one pixel that is not opaque, the picture shows its greys";
}

TEST(Picture, GreyWithoutAlphaIsOpacityAndColoursAreMultipliedByAlpha) {
    const FileData grey =
        picture_data(test::grey_png(1, 1, [](int, int) { return std::uint8_t{64}; }), {}, "a");
    EXPECT_EQ(channel_of(words_of(grey, 2)[0], 3), 64u);
    EXPECT_EQ(channel_of(words_of(grey, 2)[0], 0), 128u) << "white times 64/255, of which the root is stored";
    const FileData clear =
        picture_data(test::png(1, 1, [](int, int) { return glm::u8vec4(255, 255, 0, 0); }), {}, "a");
    EXPECT_EQ(words_of(clear, 2)[0], 0u);
}

class PictureFileTest : public ::testing::Test {
  protected:
    PictureFileTest() { folder_.write("effect/two.png", two_frames()); }

    std::string path() const { return (folder_.path() / "effect").string(); }
    Effect parsed(const std::string& values, const std::string& module = "flip-book") const {
        return parse("{\"format\": 2, \"emitters\": [{\"modules\": [\n{\"module\": \"" + module + "\", " +
                         values + "}]}]}",
                     "effect.json", path());
    }
    /// Returns why the effect is refused, behind the effect's file, line and module.
    std::string refusal_of_picture(const std::string& values) const {
        const std::string message = message_of([&] { parsed(values); });
        const std::string before = "effect.json:2: /emitters/0/modules/0/";
        EXPECT_EQ(message.substr(0, before.size()), before);
        return message.substr(std::min(before.size(), message.size()));
    }
    std::string refused_file(const std::string& bytes) const {
        folder_.write("effect/x.png", bytes);
        return refusal_of_picture(R"("file": "x.png")");
    }
    std::string file(const std::string& name) const { return path() + '/' + name; }

    test::TemporaryDirectory folder_;
};

TEST_F(PictureFileTest, FilesThatAreNoPicturesAreRefused) {
    EXPECT_EQ(refusal_of_picture(R"("file": "none.png")"),
              "file: " + file("none.png") + ": No such file or directory");
    EXPECT_EQ(refused_file(""), "file: " + file("x.png") + ": is empty");
    const std::string in_file = "file: " + file("x.png") + ": ";
    EXPECT_EQ(refused_file("GIF89a, not a PNG at all"), in_file + "not a PNG image");
    EXPECT_EQ(
        refused_file(two_frames().substr(0, 50)).find(in_file + "the PNG image is damaged or cut short"), 0u);
    EXPECT_EQ(refused_file(two_frames().replace(16, 8, std::string("\0\0\x20\0\0\0\x10\0", 8))),
              "file: " + file("x.png") +
                  ": an image of 8192 x 4096 pixels is too large; 4194304 pixels are possible");
    folder_.write("outside.png", two_frames());
    EXPECT_EQ(refusal_of_picture(R"("file": "../outside.png")"),
              "file: ../outside.png: must be a file below the effect's folder");
    const std::string refusal = refusal_of_picture(R"("file": "built-in/fog.png")");
    EXPECT_TRUE(
        refusal.starts_with("file: built-in/fog.png: no such file comes with Winnow; must be "
                            "built-in/bark.png, built-in/billow.png, "))
        << refusal;
    EXPECT_TRUE(refusal.ends_with(", built-in/twigs.png or built-in/woods.png")) << refusal;
}

TEST_F(PictureFileTest, FramesMustDivideTheImage) {
    const auto with = [](const std::string& values) { return R"("file": "two.png", )" + values; };
    EXPECT_EQ(refusal_of_picture(with(R"("columns": 0)")), "columns: must be 1 to 64, not 0");
    EXPECT_EQ(refusal_of_picture(with(R"("rows": 65)")), "rows: must be 1 to 64, not 65");
    EXPECT_EQ(refusal_of_picture(with(R"("rows": -1)")), "rows: must be 1 to 64, not -1");
    EXPECT_EQ(refusal_of_picture(with(R"("columns": 3)")),
              "file: " + file("two.png") +
                  ": the width of the image, 4 pixels, must be a multiple of its 3 columns");
    EXPECT_EQ(refusal_of_picture(with(R"("columns": 8)")),
              "file: " + file("two.png") +
                  ": the width of the image, 4 pixels, must be a multiple of its 8 columns");
    EXPECT_EQ(
        refusal_of_picture(with(R"("rows": 4)")),
        "file: " + file("two.png") + ": the height of the image, 2 pixels, must be a multiple of its 4 rows");
    EXPECT_EQ(
        refusal_of_picture(with(R"("columns": {"random": [1, 2]})")).find("columns: must be a whole number"),
        0u);
    EXPECT_EQ(refusal_of_picture(with(R"("columns": "age")")).find("columns: must be a whole number"), 0u);
    EXPECT_NO_THROW(
        parsed(with(R"("columns": 4, "rows": 2, "frame": "age", "rate": {"curve": [[0, 1], [1, 9]]})")));
}

TEST_F(PictureFileTest, OnlyEffectsWithFilesHavePictures) {
    EXPECT_TRUE(program_of(parsed(R"("file": "two.png")")).has_pictures);
    EXPECT_TRUE(program_of(parsed(R"("file": "two.png")", "mask")).has_pictures);
    EXPECT_FALSE(program_of(parsed(R"("file": "")")).has_pictures);
    EXPECT_FALSE(program_of(parsed(R"("diameter": 1)", "size")).has_pictures);
    EXPECT_GT(program_of(parsed(R"("file": "two.png")")).bounds.diameter,
              1.41f * program_of(parsed(R"("file": "")")).bounds.diameter)
        << "the corners lie outside of a disc";
}

TEST_F(PictureFileTest, AFileWithOtherFramesIsAnotherPicture) {
    const auto whole = read_data(path(), "two.png", FileKind::picture);
    EXPECT_NE(*read_data(path(), "two.png", FileKind::picture, {2, 1}), *whole);
    EXPECT_EQ(read_data(path(), "two.png", FileKind::picture), whole) << "read once";
    EXPECT_NE(*read_data(path(), "two.png", FileKind::image), *whole);
}

TEST_F(PictureFileTest, FilesThatComeWithWinnowNeedNoFolder) {
    const Effect unsaved = parse(R"({"format": 2, "emitters": [{"modules": [
        {"module": "mask", "file": "built-in/smoke.png"}]}]})",
                                 "x");
    EXPECT_TRUE(program_of(unsaved).has_pictures);
    EXPECT_TRUE(own_files(unsaved).empty()) << "nothing to be watched";
    EXPECT_NE(unsaved.folder.contents, 0u) << "what they hold is a part of the effect";
    EXPECT_EQ(parsed(R"("file": "built-in/smoke.png")").folder.contents, unsaved.folder.contents);
}

}  // namespace
}  // namespace winnow::effects
