// Pictures along ribbons.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <glm/glm.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "render/ribbons_fixture.h"
#include "support/data_samples.h"

namespace winnow::render {
namespace {

using particles::State;

class RibbonPicturesTest : public RibbonsTest {
  protected:
    static constexpr glm::u8vec4 red{255, 0, 0, 255}, green{0, 255, 0, 255}, blue{0, 0, 255, 255},
        clear{0, 0, 0, 0};
    static constexpr gl::Size frame_size{240, 360};
    static constexpr effects::View near_view{{0, 1, 0}, 3.2f, 0, 0, 1};

    RibbonPicturesTest() {
        folder_.write("bands.png", test::png(32, 8, [](int x, int) {
                          const glm::u8vec4 colours[] = {clear, red, green, blue, clear};
                          return colours[(x + 4) / 8];
                      }));
        folder_.write("halves.png", test::png(8, 8, [](int, int y) { return y < 4 ? green : red; }));
        folder_.write("fine.png", test::png(64, 64, [](int x, int y) {
                          return (x + y) % 2 == 0 ? glm::u8vec4(255) : clear;
                      }));
        folder_.write("two.png", test::png(2, 1, [](int x, int) {
                          return x == 0 ? glm::u8vec4(255) : glm::u8vec4(0, 0, 0, 255);
                      }));
        folder_.write("book.png", test::png(16, 8, [](int x, int) { return x < 8 ? red : green; }));
    }

    /// Returns modules that draw a ribbon with a picture.
    static std::string picture(const std::string& file, const std::string& length,
                               const std::string& diameter = "0.06") {
        return R"j({"module": "size", "diameter": )j" + diameter + R"j(}, {"module": "mask", "file": ")j" +
               file + R"j("}, {"module": "ribbon", "edge": 0, "picture_length": )j" + length + "}";
    }
    /// Returns an effect with one ribbon of births, whose place, from 0 to 2 along it, is `way`.
    static std::string line(const std::string& centre, const std::string& modules,
                            const std::string& blend = "additive") {
        return R"j({"format": 2, "floor": {"enabled": false}, "blend": ")j" + blend +
               R"j(", "emitters": [{"rate": 0, "lifetime": 99, "bursts": [{"count": 120}], "modules": [
{"module": "attribute", "name": "ribbon_way", "value": "time * 120"},
{"module": "point", "centre": ")j" +
               centre + R"j("}, )j" + modules + "]}]}";
    }
    static std::string upright(const std::string& modules) { return line("vec3(0, time * 120, 0)", modules); }

    /// Returns an effect of a parent that rises by 2 m/s, and its children on distance.
    static std::string trail(const std::string& modules) {
        return R"j({"format": 2, "floor": {"enabled": false}, "emitters": [
{"rate": 0, "lifetime": 99, "bursts": [{"count": 1}],
 "modules": [{"module": "jet", "speed": 2, "spread": 0}, {"module": "size", "diameter": 0}],
 "children": [{"emitter": "trail", "on": "distance", "distance": 0.03}]},
{"name": "trail", "rate": 0, "lifetime": 0.5, "modules": [)j" +
               modules + "]}]}";
    }

    Image shown(particles::Simulation& simulation, bool covers = false, bool by_tiles = false) const {
        Scene scene = scene_of(simulation, near_view);
        scene.covers = scene.ribbons_cover = covers;
        scene.by_tiles = by_tiles;
        return draw(scene, frame_size);
    }

    static char name_of(const glm::ivec3& light) {
        const int most = std::max({light.r, light.g, light.b});
        return most < 60 ? '-' : light.r == most ? 'r' : light.g == most ? 'g' : 'b';
    }
    /// Returns the different colours that follow each other from the bottom of the middle column to its top.
    static std::string colours_up(const Image& image) {
        std::string names;
        for (int y = image.size.height - 1; y >= 0; --y) {
            const char name = name_of(pixel(image, image.size.width / 2, y));
            if (names.empty() || names.back() != name) names += name;
        }
        return names;
    }
};

TEST_F(RibbonPicturesTest, RepeatWithTheirLengthOrLieThereOnce) {
    for (const bool covers : {false, true})
        for (const bool by_tiles : {false, true}) {
            const auto colours = [&](const std::string& length) {
                const std::string text = line("vec3(0, time * 120, 0)", picture("bands.png", length),
                                              covers ? "alpha" : "additive");
                return colours_up(shown(simulate(text), covers, by_tiles));
            };
            EXPECT_EQ(colours("0.5"), "-rgb-rgb-rgb-rgb-");
            EXPECT_EQ(colours("1"), "-rgb-rgb-");
            EXPECT_EQ(colours("0"), "-rgb-") << "stretched";
        }
}

TEST_F(RibbonPicturesTest, StayWhereTheyAreWhenTheOldestDie) {
    const std::string text = upright(picture("bands.png", "0.7"));
    const Image whole = shown(simulate(text));
    const Image cut = shown(simulate(text, [](State& state) { remove(state, 0, 50); }));
    int lit = 0;
    for (int y = 0; y < frame_size.height / 2; ++y)  // the upper half, from 1 m on
        for (int x = 0; x < frame_size.width; ++x) {
            ASSERT_EQ(pixel(cut, x, y), pixel(whole, x, y)) << x << ", " << y;
            lit += name_of(pixel(cut, x, y)) != '-';
        }
    EXPECT_GT(lit, 400);
    EXPECT_NE(cut.pixels, whole.pixels);
    const std::string once = upright(picture("bands.png", "0"));
    EXPECT_EQ(colours_up(shown(simulate(once, [](State& state) { remove(state, 0, 50); }))), "-rgb-")
        << "all of it on what is left";
}

TEST_F(RibbonPicturesTest, LieStillBehindAMovingParent) {
    const std::string text = trail(picture("bands.png", "0.4"));
    const auto after = [&](int steps) {
        return shown(simulate(
            text, [](State&) {}, capacity, steps));
    };
    const Image earlier = after(45), later = after(51);  // from 0.5 and 0.7 m to 1.5 and 1.7 m
    int lit = 0, same = 0;
    std::set<char> names;
    for (int y = 0; y < frame_size.height; ++y) {
        const char before = name_of(pixel(earlier, frame_size.width / 2, y));
        const char now = name_of(pixel(later, frame_size.width / 2, y));
        if (before == '-' || now == '-') continue;
        ++lit;
        same += before == now;
        names.insert(now);
    }
    EXPECT_GT(lit, 60);
    EXPECT_GE(same, lit - 3);
    EXPECT_EQ(names.size(), 3u);
    EXPECT_NE(earlier.pixels, later.pixels);
}

TEST_F(RibbonPicturesTest, TheWayOfAParentIsInMetres) {
    const auto colours = [&](const std::string& length) {
        const auto& text = trail(picture("bands.png", length));
        return colours_up(shown(simulate(
            text, [](State&) {}, capacity, 29)));  // its first 0.97 m
    };
    EXPECT_EQ(colours("0.48"), "-rgb-rgb-");
    EXPECT_EQ(colours("0.96"), "-rgb-");
}

TEST_F(RibbonPicturesTest, AreUprightAndMirroredInThePlane) {
    renderer_->set_quality(Quality::high);
    for (const bool covers : {false, true}) {
        auto& simulation = simulate(line("vec3(time * 120 - 1, 0.6, 0)", picture("halves.png", "0.5", "0.6"),
                                         covers ? "alpha" : "additive"));
        Scene scene = scene_of(simulation, {{0, 0.1f, 0}, 4, 0, 8, 1});
        scene.covers = scene.ribbons_cover = covers;
        scene.plane.enabled = true;
        scene.scenery.ground = effects::Ground::wet;
        const Image image = draw(scene, {160, 160});
        std::string above, below;  // the horizon
        for (int y = 0; y < 160; ++y) {
            const glm::ivec3 light = pixel(image, 80, y);
            const int more = light.g - light.r;
            std::string& names = y < 76 ? above : below;
            const char name = std::abs(more) < 12 ? '-' : more > 0 ? 'g' : 'r';
            if (names.empty() || names.back() != name) names += name;
        }
        EXPECT_NE(above.find("gr"), std::string::npos) << above;
        EXPECT_EQ(above.find("rg"), std::string::npos) << above;
        EXPECT_LT(below.find('r'), below.find('g')) << below;
        EXPECT_NE(below.find('g'), std::string::npos) << below;
    }
}

TEST_F(RibbonPicturesTest, FineOnesAreTheirMeanOnThinRibbons) {
    for (const char* length : {"0.1", "1"}) {
        const Image image = shown(simulate(upright(picture("fine.png", length, "0.02"))));
        int least = 255, most = 0;
        for (int y = frame_size.height / 2 - 60; y < frame_size.height / 2 + 60; ++y) {
            int row = 0;
            for (int x = 110; x < 130; ++x) row = std::max(row, pixel(image, x, y).g);
            least = std::min(least, row);
            most = std::max(most, row);
        }
        EXPECT_GT(least, 30) << length;
        EXPECT_LE(most - least, 12) << length;
    }
}

TEST_F(RibbonPicturesTest, ShowWhatLiesBehindWhereTheyAreClear) {
    const auto seen = [&](std::uint32_t points) {
        Scene scene =
            scene_of(simulate(line("vec3(0, time * 120, 0)", picture("bands.png", "1", "0.3"), "alpha"),
                              [&](State& state) { remove(state, points, births); }),
                     near_view);
        scene.covers = scene.ribbons_cover = true;
        scene.scenery.sky = effects::Sky::studio;
        return draw(scene, frame_size);
    };
    const Image with = seen(births), without = seen(0);
    const int x = frame_size.width / 2;
    const auto same = [&](double height) {  // metres
        const int y = static_cast<int>(frame_size.height * (0.5 - (height - 1) * 0.272));
        const glm::ivec3 difference = glm::abs(pixel(with, x, y) - pixel(without, x, y));
        return std::max({difference.r, difference.g, difference.b}) <= 1;
    };
    EXPECT_TRUE(same(1.0)) << "between two pictures";
    EXPECT_FALSE(same(0.75)) << "red";
    EXPECT_FALSE(same(1.5)) << "green";
}

TEST_F(RibbonPicturesTest, HaveNoSeamWhereTheyRepeat) {
    const Image image = shown(simulate(upright(picture("two.png", "1", "0.2"))));
    int least = 255, most = 0, steepest = 0, before = -1;
    for (int y = 105; y < frame_size.height - 85; ++y) {
        const int now = pixel(image, frame_size.width / 2, y).g;
        if (before >= 0) steepest = std::max(steepest, std::abs(now - before));
        least = std::min(least, now);
        most = std::max(most, now);
        before = now;
    }
    EXPECT_LT(least, 30);
    EXPECT_GT(most, 150);
    EXPECT_LT(steepest, 25);
}

TEST_F(RibbonPicturesTest, AFlipBookGivesEachRibbonAFrame) {
    const auto colours = [&](const std::string& frame) {
        return colours_up(shown(simulate(upright(
            R"j({"module": "size", "diameter": 0.3}, {"module": "flip-book", "file": "book.png", "columns": 2,
"plays": "again", "rate": 0, "frame": )j" +
            frame + R"j(}, {"module": "ribbon", "edge": 0, "picture_length": 0.5})j"))));
    };
    EXPECT_EQ(colours("0"), "-r-");
    EXPECT_EQ(colours("1.4"), "-g-");
    EXPECT_EQ(colours("-1"), "-g-");
    EXPECT_EQ(colours("\"log(-1)\""), "-r-") << "no number";
}

TEST_F(RibbonPicturesTest, AreOfSpritesInFurtherLooks) {
    const std::string looks =
        R"j("looks": [{"modules": [{"module": "size", "diameter": 0.2}, {"module": "mask", "file": "book.png"}]}])j";
    std::string text = upright(R"j({"module": "size", "diameter": 0.02}, {"module": "ribbon", "edge": 0})j");
    text.insert(text.find(R"j("modules")j"), looks + ", ");
    const std::string way = R"j({"module": "attribute", "name": "ribbon_way", "value": "time * 120"},)j";
    text.erase(text.find(way), way.size());  // which only a picture along the ribbon needs
    const Image frame = shown(simulate(text));
    const auto beside = [&](int across) {
        return name_of(pixel(frame, frame.size.width / 2 + across, frame.size.height / 2));
    };
    EXPECT_EQ(beside(-4), 'r');
    EXPECT_EQ(beside(4), 'g');
    EXPECT_EQ(beside(24), '-');
}

TEST_F(RibbonPicturesTest, OnePointDrawsNothingAndTwoTheWholePicture) {
    for (const char* length : {"0", "0.5"}) {
        const std::string text = upright(picture("bands.png", length));
        EXPECT_EQ(colours_up(shown(simulate(text, [](State& state) { remove(state, 1, births); }))), "-");
        EXPECT_EQ(colours_up(shown(simulate(text, [](State& state) { remove(state, 0, births); }))), "-");
    }
    const auto only_ends = [](State& state) { remove(state, 1, births - 1); };
    EXPECT_EQ(colours_up(shown(simulate(upright(picture("bands.png", "0")), only_ends))), "-rgb-");
    EXPECT_EQ(colours_up(shown(simulate(upright(picture("bands.png", "1")), only_ends))), "-rgb-rgb-");
}

TEST_F(RibbonPicturesTest, LieOnceBetweenTheEnds) {
    folder_.write("white.png", test::png(4, 4, [](int, int) { return glm::u8vec4(255); }));
    const auto lit_rows = [&](const std::string& length) {
        const Image image = shown(simulate(upright(picture("white.png", length, "0.3"))));
        int rows = 0;
        for (int y = 0; y < image.size.height; ++y)
            rows += name_of(pixel(image, image.size.width / 2, y)) != '-';
        return rows;
    };
    const int once = lit_rows("0"), with_round_ends = lit_rows("1");
    const double metre = once / 2.0;
    EXPECT_NEAR(with_round_ends - once, 0.3 * metre, 0.05 * metre);
}

TEST_F(RibbonPicturesTest, OnlyTheyTakeMemory) {
    shown(simulate(upright(picture("bands.png", "1"))));
    EXPECT_EQ(renderer_->drawing_bytes(), 64u * capacity);
    shown(simulate(upright(R"j({"module": "ribbon"})j")));
    EXPECT_EQ(renderer_->drawing_bytes(), 48u * capacity);
}

TEST_F(RibbonPicturesTest, TheWayIsANumberInAllStacks) {
    const std::string text = R"j({"format": 2, "emitters": [{"modules": [
{"module": "attribute-vector", "name": "ribbon_way"}, {"module": "mask", "file": "bands.png"}, {"module": "ribbon"}]}]})j";
    try {
        simulate(text);
        FAIL() << "taken";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("ribbon_way as number"), std::string::npos) << error.what();
        EXPECT_EQ(error.status(), ExitStatus::bad_input);
    }
}

}  // namespace
}  // namespace winnow::render
