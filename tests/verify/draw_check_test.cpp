// winnow test draw finds shaders that draw something else, and no fault in the shipped ones.
#include "verify/draw_cases.h"

#include <gtest/gtest.h>

#include <string>

#include "support/gl_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::verify {
namespace {

class DrawCheckTest : public test::GlTest {
  protected:
    /// Returns the names of the checks that fail with these shaders.
    std::string failures(gl::ShaderLibrary& library, bool quick) const {
        gl::Passes passes(facts());
        Checks checks;
        check_sprites(facts(), library, passes, quick, checks);
        std::string names;
        for (const Check& check : checks.all())
            if (check.status == Status::fail) names += check.name + ": " + check.reason + "\n";
        return names;
    }

    void expect_found(const std::string& file, const std::string& text, const std::string& by,
                      const std::string& where, bool quick = true) const {
        const test::ShippedShaders shaders;
        shaders.replace(file, text, by);
        gl::ShaderLibrary library(shaders.path());
        const std::string found = failures(library, quick);
        EXPECT_NE(found.find(where), std::string::npos) << file << ", " << by << ": found\n" << found;
    }
};

TEST_F(DrawCheckTest, ShippedShadersHaveNoFault) {
    gl::ShaderLibrary shipped;
    EXPECT_EQ(failures(shipped, false), "");
}

TEST_F(DrawCheckTest, ALostChunkIsFound) {
    expect_found("render/tiles/cover.comp", "c-- > 0u", "c-- > 1u",
                 "covering, centres on edges of tiles: by tiles");
    expect_found("render/tiles/tile_work.comp",
                 "groups_for(entries_before(key + 1u, count) - begin, chunk_of(level))",
                 "min(1u, entries_before(key + 1u, count) - begin)", "light, behind each other: by tiles");
}

TEST_F(DrawCheckTest, TheWrongOrderIsFound) {
    expect_found("render/tiles/cover.comp", "part.end - 1u - nth", "part.begin + nth",
                 "covering, streaks at random: by tiles");
    expect_found("render/tiles/cover.comp", "for (uint c = chunks; c-- > 0u;)",
                 "for (uint c = 0u; c < chunks; ++c)", "covering, behind each other: by tiles");
}

TEST_F(DrawCheckTest, AMissingCarryIsFound) {
    expect_found("render/tiles/add_sprite.glsl", "before > 0xFFFFFFFFu - units", "false",
                 "light, a million of", false);
}

TEST_F(DrawCheckTest, SpritesBeyondTheirApronAreFound) {
    expect_found("render/tiles/light.comp", "log2((reach + ROUNDING_ROOM)",
                 "log2(0.7 * (reach + ROUNDING_ROOM)", "light, centres on edges of tiles: by tiles");
}

TEST_F(DrawCheckTest, AnotherLookIsFound) {
    expect_found("render/sprites/sprite.glsl", "STREAK_DIMS = 0.7", "STREAK_DIMS = 0.5",
                 "light, streaks at random: by tiles");
    expect_found("render/sprites/sprites.glsl", "inside * inside", "inside",
                 "covering, centres on edges of tiles: by triangles");
    expect_found("render/sprites/sprite.glsl", "place.y - plane_height", "place.y - plane_height + 0.1",
                 "light, through the plane: by tiles");
}

}  // namespace
}  // namespace winnow::verify
