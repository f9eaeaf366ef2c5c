// Makes ribbons on the GPU from particles of a simulation, whose state the tests change, and draws them.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "render/ribbons_fixture.h"
#include "shaders/particles/ribbon.h"
#include "support/many_words.h"

namespace winnow::render {
namespace {

using particles::State;

constexpr std::uint32_t drawn_word = 4;  // of shared::DrawList

const std::string plain_look =
    R"j({"module": "size", "diameter": 0.2}, {"module": "colour", "colour": [2, 1, 0.5, 1]}, )j";

class RibbonOrderTest : public RibbonsTest {
  protected:
    /// Makes the ribbons, and returns the births of the points of each, as step times 2^32 plus ordinal.
    std::vector<std::pair<std::uint32_t, std::vector<std::uint64_t>>> ribbons_of(
        particles::Simulation& simulation) {
        const auto memory = gl::plain_memory();
        Ribbons ribbons(facts(), shaders_, *passes_, *memory);
        const particles::ParticleView living = simulation.living();
        ribbons.make(living, {});
        const std::uint32_t drawn = ribbons.state().read_all<std::uint32_t>(8)[drawn_word];
        EXPECT_EQ(ribbons.state().read_all<std::uint32_t>(1)[0], drawn * shared::VERTICES_PER_SEGMENT);
        const auto numbers = ribbons.numbers().read_all<std::uint32_t>(drawn);
        const auto slots = ribbons.slots().read_all<std::uint32_t>(drawn);
        const auto identities =
            living.columns[particles::identity_column]->read_all<shared::uvec4>(living.capacity);
        std::vector<std::pair<std::uint32_t, std::vector<std::uint64_t>>> all;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (all.empty() || all.back().first != numbers[i]) all.push_back({numbers[i], {}});
            const shared::uvec4 identity = identities.at(slots[i]);
            all.back().second.push_back(std::uint64_t{identity.x} << 32 | identity.y);
        }
        return all;
    }

    void expect_two_in_order(particles::Simulation& simulation, std::size_t points) {
        const auto ribbons = ribbons_of(simulation);
        ASSERT_EQ(ribbons.size(), 2u);
        std::size_t sum = 0;
        for (const auto& [number, points_of_one] : ribbons) {
            EXPECT_TRUE(std::ranges::is_sorted(points_of_one)) << "in the order of births";
            sum += points_of_one.size();
        }
        EXPECT_LT(ribbons[0].first, ribbons[1].first);
        EXPECT_EQ(sum, points);
    }
};

TEST_F(RibbonOrderTest, PointsAreSortedByRibbonAndThenByBirth) {
    expect_two_in_order(simulate(effect_text("120", plain_look, "")), births);
}

TEST_F(RibbonOrderTest, DeathsInTheMiddleKeepTheOrder) {
    expect_two_in_order(
        simulate(effect_text("120", plain_look, ""), [](State& state) { remove(state, 30, 61); }),
        births - 31);
}

TEST_F(RibbonOrderTest, ReplacingTheOldestKeepsTheOrder) {
    const std::string text =
        R"j({"format": 2, "when_full": "replace-oldest", "emitters": [{"rate": 1200, "lifetime": 99, "modules": [
{"module": "strands", "count": 2}, {"module": "ribbon"}]}]})j";
    expect_two_in_order(simulate(
                            text, [](State&) {}, 64, 7),
                        64);
}

TEST_F(RibbonOrderTest, KilledAtBirthAndWithoutNumberAreNoPoints) {
    expect_two_in_order(simulate(effect_text("120", plain_look, ""),
                                 [](State& state) {
                                     state.columns[particles::velocity_column][10].w = 0;   // lifetime
                                     state.columns[particles::attribute_column][20].x = 0;  // number
                                 }),
                        births - 2);
}

TEST_F(RibbonsTest, JoinOnlyPointsOfOneRibbon) {
    const Image seen = frame(simulate(effect_text("120", plain_look, "")));
    int left = 0, right = 0;
    for (double x = 0; x < 0.45; x += 0.005) {
        left = std::max(left, light_at(seen, x, 0.5));
        right = std::max(right, light_at(seen, 1 - 0.005 - x, 0.5));
    }
    EXPECT_GT(left, 100);
    EXPECT_GT(right, 100);
    for (double x = 0.45; x < 0.55; x += 0.005) EXPECT_EQ(light_at(seen, x, 0.5), 0) << "between the ribbons";
}

TEST_F(RibbonsTest, AreDimInFog) {
    Scene scene = scene_of(simulate(effect_text("120", plain_look, "")));
    const int clear = max_light(draw(scene));
    scene.scenery.lamp = 0;  // the fog is black
    scene.scenery.fog.density = 1;
    EXPECT_LT(max_light(draw(scene)), 0.3 * clear);
    scene.scenery.fog.density = 1e-4f;
    EXPECT_NEAR(max_light(draw(scene)), clear, 3);
}

TEST_F(RibbonsTest, TheirNumbersMayLieInAnyPlaneOfAttributes) {
    std::string text = effect_text("120", R"({"module": "size", "diameter": 0.2},)", "");
    const Image plain = frame(simulate(text));
    EXPECT_GT(max_light(plain), 20);
    text.insert(text.find(R"({"module": "strands")"), test::words_before_others());
    particles::Simulation& simulation = simulate(text);
    EXPECT_EQ(simulation.planes(), shared::MAX_PLANES);
    EXPECT_EQ(frame(simulation).pixels, plain.pixels);
}

TEST_F(RibbonsTest, DeathsInTheMiddleLeaveNoGap) {
    const Image whole = frame(simulate(effect_text("120", plain_look, "")));
    const Image bridged =
        frame(simulate(effect_text("120", plain_look, ""), [](State& state) { remove(state, 30, 61); }));
    EXPECT_GT(max_light(whole), 100);
    int difference = 0;
    for (std::size_t i = 0; i < whole.pixels.size(); ++i)
        difference = std::max(difference, std::abs(int{whole.pixels[i]} - int{bridged.pixels[i]}));
    EXPECT_LE(difference, 2) << "the lines are straight, so that a bridge looks the same";
}

TEST_F(RibbonsTest, OnePointOfEachDrawsNothing) {
    EXPECT_EQ(max_light(frame(simulate(effect_text("2", plain_look, "")))), 0);
    EXPECT_GT(max_light(frame(simulate(effect_text("4", plain_look, "")))), 100);
}

TEST_F(RibbonsTest, PointsWithoutFiniteLookAreThin) {
    const std::string broken =
        R"j({"module": "size", "diameter": "position.y > 0.9 && position.y < 1 ? sqrt(-1) + log(-1) : 0.2"}, )j"
        R"j({"module": "colour", "colour": "vec3(1, 2, 3) * (position.y < 0.2 ? log(-1) : 1)"}, )j";
    const Image seen = frame(simulate(effect_text("120", broken, "")));
    EXPECT_GT(max_light(seen), 100);
    EXPECT_EQ(light_at(seen, 0.5, 0.5), 0) << "nothing flashes";
}

TEST_F(RibbonsTest, EyesAmidARibbonSeeNoFlash) {
    auto& simulation = simulate(effect_text("120", plain_look, ""));
    for (const float yaw : {0.0f, 45.0f, 90.0f, 180.0f})
        for (const float pitch : {-89.0f, -40.0f, 0.0f, 89.0f}) {
            const Image seen = frame(simulation, {{-1, 1, 0}, 0.2f, yaw, pitch, 1});
            const auto bright = std::ranges::count_if(seen.pixels, [](int light) { return light > 100; });
            EXPECT_LT(bright, static_cast<std::ptrdiff_t>(seen.pixels.size() * 3 / 5)) << yaw << ' ' << pitch;
        }
    EXPECT_EQ(max_light(frame(simulation, {{0, 1, 9}, 1, 180, 0, 1})), 0) << "all is behind the eye";
}

TEST_F(RibbonsTest, SegmentsThatPassTheEyeAreCutBeforeIt) {
    const effects::View amid{{0, 1, -1}, 1, 0, 0, 1};  // the eye at (0, 1, 0), looking along the lines
    const auto lay_down = [](State& state) {           // from ahead on the left to behind on the right
        for (shared::uvec4& place : state.columns[particles::position_column]) {
            const float z = 6 * std::bit_cast<float>(place.y) - 6;
            const float x = 0.3f * std::bit_cast<float>(place.x) + 0.25f * z;
            place.x = std::bit_cast<std::uint32_t>(x);
            place.y = std::bit_cast<std::uint32_t>(1.2f);
            place.z = std::bit_cast<std::uint32_t>(z);
        }
    };
    const Image whole = frame(simulate(effect_text("120", plain_look, ""), lay_down), amid);
    const Image long_ones = frame(simulate(effect_text("120", plain_look, ""),
                                           [&](State& state) {
                                               lay_down(state);
                                               remove(state, 2, births - 2);
                                           }),
                                  amid);
    EXPECT_GT(max_light(whole), 100);
    int beyond = 0;
    for (std::size_t i = 0; i < whole.pixels.size(); ++i)
        if (std::abs(int{whole.pixels[i]} - int{long_ones.pixels[i]}) > 12) ++beyond;
    EXPECT_LT(beyond, 40) << "of " << whole.pixels.size();
}

TEST_F(RibbonsTest, CornersAreFilledOnceHoweverFarPointsLieApart) {
    const std::string sharp =
        R"j({"module": "size", "diameter": 0.3}, {"module": "colour", "colour": [0.2, 0.2, 0.2, 1]}, )j";
    const auto polygon = [&](std::size_t step) {
        return frame(simulate(effect_text("120", sharp, ""), [&](State& state) {
            constexpr std::size_t sides = 12, of_side = 5;
            const auto corner = [](std::size_t k) {
                const float angle = 6.2831853f * static_cast<float>(k) / sides;
                return glm::vec2(1.1f * std::cos(angle), 1 + 0.9f * std::sin(angle));
            };
            for (std::size_t i = 0; i < state.alive(); ++i) {
                const std::size_t k = i / 2, side = k / of_side;
                const float share = static_cast<float>(k % of_side) / of_side;
                const glm::vec2 place = glm::mix(corner(side), corner(side + 1), share);
                state.columns[particles::position_column][i].x = std::bit_cast<std::uint32_t>(place.x);
                state.columns[particles::position_column][i].y = std::bit_cast<std::uint32_t>(place.y);
                if (i % 2 == 1 || k % step != 0 || side == sides - 1)
                    state.columns[particles::velocity_column][i].w = 0;  // no point
            }
        }));
    };
    const Image coarse = polygon(5), fine = polygon(1);
    EXPECT_GT(max_light(fine), 40);
    EXPECT_LE(max_light(coarse), max_light(frame(simulate(effect_text("120", sharp, "")))) + 2)
        << "added twice";
    int beyond = 0;
    for (std::size_t i = 0; i < coarse.pixels.size(); ++i)
        if (std::abs(int{coarse.pixels[i]} - int{fine.pixels[i]}) > 12) ++beyond;
    EXPECT_LT(beyond, 250) << "of " << coarse.pixels.size();
}

TEST_F(RibbonsTest, HaveNoSpikeWhereTheyTurnBack) {
    const auto top_row = [this](const std::string& way) {
        const std::string centre = "vec3(strand * 2 - 1, time * 120, 0)";
        std::string text = effect_text("120", R"j({"module": "size", "diameter": 0.4},)j", "");
        text.replace(text.find(centre), centre.size(), way);
        const Image seen = frame(simulate(text));
        const auto first = std::ranges::find_if(seen.pixels, [](int byte) { return byte > 8; });
        return static_cast<int>(first - seen.pixels.begin()) / (3 * seen.size.width);
    };
    const std::string centre = "vec3(0.02 * time * 120 + 2 * strand - 1, ";
    const int ended = top_row(centre + "0.6 * time * 120, 0)");
    EXPECT_GE(top_row(centre + "1.2 * min(time * 120, 2 - time * 120), 0)"), ended) << "rounder than its end";
}

TEST_F(RibbonsTest, BothWaysToDrawGiveTheSamePicture) {
    auto& simulation = simulate(effect_text("120", plain_look, ""));
    for (const bool covers : {false, true}) {
        Scene scene = scene_of(simulation);
        scene.covers = covers;
        const Image by_triangles = draw(scene);
        scene.by_tiles = true;
        const Image by_tiles = draw(scene);
        EXPECT_TRUE(renderer_->drew_by_tiles()) << renderer_->why_triangles();
        EXPECT_GT(max_light(by_tiles), 100);
        EXPECT_EQ(by_tiles.pixels, by_triangles.pixels) << covers;
    }
}

TEST_F(RibbonsTest, CoveringOnesHideWhatLiesBehind) {
    const std::string dark_look =
        R"j({"module": "size", "diameter": 0.3}, {"module": "colour", "colour": [0, 0, 0, 1]}, )j";
    std::string text = effect_text("120", dark_look, R"j("blend": "alpha", )j");
    Scene scene = scene_of(simulate(text));
    scene.covers = scene.ribbons_cover = true;
    scene.scenery.sky = effects::Sky::studio;
    const Image seen = draw(scene);
    const Image empty = [&] {
        Scene without = scene_of(simulate(effect_text("2", dark_look, R"j("blend": "alpha", )j")));
        without.covers = without.ribbons_cover = true;
        without.scenery.sky = effects::Sky::studio;
        return draw(without);
    }();
    EXPECT_NE(seen.pixels, empty.pixels);
    EXPECT_EQ(light_at(seen, 0.5, 0.5), light_at(empty, 0.5, 0.5));
    for (std::size_t i = 0; i < seen.pixels.size(); ++i) ASSERT_LE(seen.pixels[i], empty.pixels[i] + 1);
}

TEST_F(RibbonsTest, HoldMemoryAndTimesOnlyWhileTheyAreDrawn) {
    auto& simulation = simulate(effect_text("120", plain_look, ""));
    const test::Field field(10);
    draw(render::scene_of(field));
    EXPECT_EQ(renderer_->drawing_bytes(), 0u);
    frame(simulation);
    EXPECT_EQ(renderer_->drawing_bytes(), 48u * capacity);
    draw(render::scene_of(field));
    EXPECT_EQ(renderer_->drawing_bytes(), 0u);
}

}  // namespace
}  // namespace winnow::render
