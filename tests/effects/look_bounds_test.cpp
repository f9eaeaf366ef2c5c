// Bounds of what particles look like, which drawing relies on: faint light is rounded to shares of the
// brightest.
#include <gtest/gtest.h>

#include <string>

#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"

namespace winnow::effects {
namespace {

float brightest_of(const std::string& modules, const std::string& colour) {
    return program_of(parse(R"({"format": 2, "emitters": [{"modules": [)" + modules +
                                R"({"module": "colour", "colour": ")" + colour + R"("}]}]})",
                            "e.json"))
        .bounds.brightness;
}

constexpr float slack = 1e-3f;      // of interval arithmetic
constexpr float unbounded = 10000;  // the range of a colour's components
const std::string red = "vec4(1 + 4 * big, 1, 1, 1)";

TEST(LookBounds, AnAttributeHasTheBoundsOfWhatItIsGiven) {
    const auto big = [](const std::string& value) {
        return R"({"module": "attribute", "name": "big", "value": )" + value + "},";
    };
    EXPECT_NEAR(brightest_of(big("2"), red), 9, slack);
    EXPECT_NEAR(brightest_of(big(R"({"random": [3, -1]})"), red), 13, slack);
    EXPECT_NEAR(brightest_of(big(R"("random * random")"), red), 5, slack);
    EXPECT_NEAR(brightest_of(big(R"({"curve": [[0, 0], [1, 3]], "by": "random"})"), red), 13, slack);
    EXPECT_EQ(brightest_of(big(R"("position.x")"), red), unbounded);
}

TEST(LookBounds, WhatSetsAnAttributeLaterCounts) {
    const std::string born = R"({"module": "attribute", "name": "big", "value": 1},)";
    const auto set = [&](const std::string& value) {
        return born + R"({"module": "set", "attribute": "big", "value": )" + value + "},";
    };
    EXPECT_NEAR(brightest_of(set(R"("3 * life")"), red), 13, slack);
    EXPECT_NEAR(brightest_of(set("0.5"), red), 5, slack) << "it is 1 before its first step";
    EXPECT_EQ(brightest_of(set(R"("big + 0.1")"), red), unbounded) << "it grows without end";
    EXPECT_NEAR(brightest_of(born + R"({"module": "attribute", "name": "other", "value": "2 * big"},)",
                             "vec4(other, 1, 1, 1)"),
                2, slack);
}

TEST(LookBounds, TheNextLookReadsTheSameAttributes) {
    const Effect effect = parse(R"json({"format": 2, "emitters": [{
        "modules": [{"module": "attribute", "name": "big", "value": 7}, {"module": "colour", "colour": [1, 1, 1, 1]}],
        "looks": [{"modules": [{"module": "colour", "colour": "vec4(big, 1, 1, 1)"}]}]}]})json",
                                "e.json");
    EXPECT_NEAR(program_of(effect).bounds.brightness, 7, slack);
}

}  // namespace
}  // namespace winnow::effects
