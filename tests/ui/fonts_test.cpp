// Checks the fonts: which signs they hold, and what stands for those that none has.
#include "ui/fonts.h"
#include <algorithm>
#include <filesystem>

#include "effects/format/effect_file.h"
#include "imgui_fixture.h"
#include "ui/signs_in_use.h"
#include "ui/system_fonts.h"

namespace winnow::test {
namespace {

constexpr unsigned cyrillic = 0x0416, han = 0x4E2D, unassigned = 0x1AFF;

class FontsTest : public PanelTest {};

TEST_F(FontsTest, TheFontHasTheSignsOfThePanelAndOfFormulas) {
    for (const char* text :
         {"plain, 3 < 4", "\xC3\x97 \xC2\xB2 \xC3\xBC", "\xCE\xA3 \xCF\x80",
          "\xE2\x86\x92 \xE2\x89\xA0 \xE2\x88\x92 \xE2\x82\x82 \xE2\x88\x9E \xE2\x80\xA6"}) {
        ui::Signs signs;
        EXPECT_FALSE(ui::add_signs(signs, text)) << "the atlas always holds it: " << text;
    }
    for (const ImFont* font : fonts().all) EXPECT_NE(font->FindGlyphNoFallback(0x2192), nullptr);
}

TEST_F(FontsTest, ASignThatNoFontHasIsABox) {
    ui::Signs signs;
    EXPECT_TRUE(ui::add_sign(signs, unassigned));
    EXPECT_FALSE(ui::add_sign(signs, unassigned)) << "it is not new";
    const ui::Fonts loaded = ui::load_fonts(1, signs);
    const ImFontGlyph* shown = loaded.body->FindGlyph(unassigned);
    EXPECT_EQ(shown, loaded.body->FindGlyphNoFallback(0x25A1));
    EXPECT_NE(shown, loaded.body->FindGlyph('?'));
    EXPECT_FALSE(ui::add_signs(signs, "\xE2\x86")) << "cut off";
}

TEST_F(FontsTest, NamesBringTheirSigns) {
    ui::Signs signs;
    EXPECT_FALSE(ui::add_signs_of(signs, model_));
    settings_.effect.emitters[0].name = "\xD0\x96\xE4\xB8\xAD";
    EXPECT_TRUE(ui::add_signs_of(signs, model_));
    EXPECT_FALSE(ui::add_signs_of(signs, model_));
    EXPECT_EQ(signs, (ui::Signs{cyrillic, han}));
    const ui::Fonts loaded = ui::load_fonts(1, signs);
    EXPECT_NE(loaded.body->FindGlyphNoFallback(cyrillic), nullptr);
    bool is_found = false;  // this system may have no font of Chinese
    for (const ui::SystemFont& font : ui::system_fonts_with({han})) is_found |= font.signs.contains(han);
    EXPECT_EQ(loaded.body->FindGlyphNoFallback(han) != nullptr, is_found);
}

TEST_F(FontsTest, EachBuiltInEffectHasAPicture) {
    for (const std::string& name : effects::built_in_names()) {
        const auto found = std::ranges::find(fonts().thumbnails, name, &ui::Thumbnail::effect);
        ASSERT_NE(found, fonts().thumbnails.end()) << name << ": see assets/effects/thumbnails";
        EXPECT_GT(found->most.x, found->least.x);
    }
}

TEST(SystemFonts, AreFoundInTheUsualFolders) {
    if (!std::filesystem::exists("/usr/share/fonts/truetype/dejavu")) GTEST_SKIP() << "no font is there";
    ui::Signs found;
    for (const ui::SystemFont& font : ui::system_fonts_with({cyrillic}))
        found.insert(font.signs.begin(), font.signs.end());
    EXPECT_TRUE(found.contains(cyrillic));
}

TEST(SystemFonts, OnlyAFontHasSigns) {
    EXPECT_FALSE(ui::has_sign("", 'a'));
    EXPECT_FALSE(ui::has_sign(std::string(200, 'x'), 'a'));
}

}  // namespace
}  // namespace winnow::test
