// The lamps of a scenery in effect files, and those that the panel adds.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/format/writer.h"
#include "effects/model/check.h"
#include "effects/model/lamp_presets.h"

namespace winnow::effects {
namespace {

Effect lit(const std::string& scenery) {
    return parse("{\"format\": 2, \"scenery\": {\n" + scenery + "}}", "e.json");
}

std::string refusal_of_lamp(const std::string& lamp) {
    return whole_message_of([&] { lit("\"lamps\": [{" + lamp + "}]"); });
}

TEST(Lamps, AreReadAndWritten) {
    const Effect effect =
        lit(R"("lamps": [{"direction": [0, 3, 4], "colour": "red", "brightness": 5, "size": 12,
        "shadows": false}, {}], "sky_light": "sky", "ambient": 3)");
    ASSERT_EQ(effect.scenery.lamps.size(), 2u);
    EXPECT_EQ(
        effect.scenery.lamps[0],
        (Lamp{.direction = {0, 3, 4}, .colour = {1, 0, 0}, .brightness = 5, .size = 12, .shadows = false}));
    EXPECT_EQ(effect.scenery.lamps[1], Lamp());
    EXPECT_EQ(effect.scenery.sky_light, SkyLight::sky);
    EXPECT_EQ(parse(write(effect).dump(), "again").scenery, effect.scenery);
}

TEST(Lamps, ThatCannotBeAreRefused) {
    EXPECT_EQ(refusal_of_lamp(R"("size": 0)"),
              "e.json:2:12: /scenery/lamps/0/size: must be 0.01 to 90 degrees, not 0");
    EXPECT_EQ(refusal_of_lamp(R"("size": -1)"),
              "e.json:2:12: /scenery/lamps/0/size: must be 0.01 to 90 degrees, not -1");
    EXPECT_EQ(refusal_of_lamp(R"("brightness": -1)"),
              "e.json:2:12: /scenery/lamps/0/brightness: must be 0 to 100, not -1");
    EXPECT_EQ(refusal_of_lamp(R"("direction": [0, 0, 0])"),
              "e.json:2:12: /scenery/lamps/0/direction: must not be zero; [0, 1, 0] is from above");
    EXPECT_NE(
        refusal_of_lamp(R"("colour": [1, 2, 0])").find("/scenery/lamps/0/colour/1: must be 0 to 1, not 2"),
        std::string::npos);
    EXPECT_EQ(refusal_of_lamp(R"("size": NaN)"),
              "e.json:2:20: /scenery/lamps/0/size: not JSON: invalid literal; last read: '\"size\": N'");
    EXPECT_NE(refusal_of_lamp(R"("softness": 1)").find("softness"), std::string::npos);
    std::string hundred = "{}";
    for (int i = 1; i < 100; ++i) hundred += ", {}";
    EXPECT_EQ(whole_message_of([&] { lit("\"lamps\": [" + hundred + "]"); }),
              "e.json:2:1: /scenery/lamps: must have 0 to 4 elements, not 100");
    EXPECT_EQ(whole_message_of([] { lit(R"("sky_light": "moon")"); }),
              "e.json:2:1: /scenery/sky_light: must be usual or sky, not \"moon\"");
}

TEST(Air, ThatCannotBeIsRefused) {
    const auto refusal_of = [](const std::string& scenery) {
        return whole_message_of([&] { lit(scenery); });
    };
    EXPECT_EQ(refusal_of(R"("fog": {"density": -1})"),
              "e.json:2:9: /scenery/fog/density: must be 0 to 100 per metre, not -1");
    EXPECT_EQ(refusal_of(R"("fog": {"density": NaN})"),
              "e.json:2:20: /scenery/fog/density: not JSON: invalid literal; last read: '\"density\": N'");
    EXPECT_EQ(refusal_of(R"("fog": {"density": 1e999})"),
              "e.json:2:20: /scenery/fog/density: must be a finite number, not 1e999");
    EXPECT_EQ(refusal_of(R"("fog": {"forward": 1})"),
              "e.json:2:9: /scenery/fog/forward: must be 0 to 0.8, not 1");
    EXPECT_EQ(refusal_of(R"("clouds": {"cover": 2})"),
              "e.json:2:12: /scenery/clouds/cover: must be 0 to 1, not 2");
    EXPECT_EQ(
        refusal_of(R"("sky_gradient": [{"at": 0}, {"at": 0}])"),
        "e.json:2:30: /scenery/sky_gradient/1/at: must be above the 0 degrees of the stop before, not 0");
    EXPECT_EQ(refusal_of(R"("sky_gradient": [{"at": 100}])"),
              "e.json:2:19: /scenery/sky_gradient/0/at: must be -90 to 90 degrees, not 100");
    std::string many = R"({"at": 0})";
    for (int i = 1; i < 17; ++i) many += R"(, {"at": )" + std::to_string(i) + "}";
    EXPECT_EQ(refusal_of("\"sky_gradient\": [" + many + "]"),
              "e.json:2:1: /scenery/sky_gradient: must have 0 to 16 elements, not 17");
    EXPECT_EQ(refusal_of(R"("grid": -1)"), "e.json:2:1: /scenery/grid: must be 0 to 1000 m, not -1");
}

TEST(Lamps, AddedOnesLightWhatTheFirstDoesNot) {
    const View view{.yaw = 25};
    const glm::vec3 eye(std::sin(glm::radians(25.0f)), 0, std::cos(glm::radians(25.0f)));
    const Lamp key, fill = fill_lamp(key, view), rim = rim_lamp(view);
    const glm::vec3 side(eye.z, 0, -eye.x);
    EXPECT_NEAR(glm::dot(fill.direction, side), -glm::dot(key.direction, side), 1e-5);
    EXPECT_LT(glm::dot(rim.direction, eye), 0) << "from behind";
    EXPECT_FALSE(fill.shadows || rim.shadows);
    EXPECT_EQ(with_lamp({}, rim), (std::vector{Lamp(), rim}));
    EXPECT_EQ(with_lamp({fill}, rim), (std::vector{fill, rim}));
}

}  // namespace
}  // namespace winnow::effects
