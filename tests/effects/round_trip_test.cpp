// Checks that an effect is unchanged after it is written and read, and that keys are written in order.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/random_effect.h"

namespace winnow::effects {
namespace {

TEST(RoundTrip, IsExactForRandomEffects) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const Effect effect = random_effect(seed);
        ASSERT_NE(effect, Effect{});
        const std::string text = to_json(effect).dump();
        ASSERT_EQ(parse(text, "text"), effect) << text;
        ASSERT_EQ(to_json(parse(text, "text")).dump(), text);
    }
}

TEST(RoundTrip, IsExactForTheDefaultAndTheBuiltIn) {
    EXPECT_EQ(parse(to_json(Effect{}).dump(2), "text"), Effect{});
    for (const std::string& name : built_in_names()) {
        const Effect effect = load(name);
        EXPECT_EQ(parse(to_json(effect).dump(), "text"), effect);
    }
}

TEST(ToJson, KeepsTheTablesOrderAndShortNumbers) {
    const std::string text = to_json(Effect{}).dump();
    EXPECT_EQ(text.substr(0, 45), R"({"$schema":"","format":2,"name":"untitled","d)");
    EXPECT_LT(text.find("\"rate\""), text.find("\"modules\""));
    EXPECT_LT(text.find("\"restitution\":0.4,"), text.find("\"friction\":0.2}"));
}

TEST(Validate, AcceptsTheDefault) {
    EXPECT_NO_THROW(validate(Effect{}, "default"));
}

TEST(Validate, RefusesWhatJsonCannotSay) {
    Effect effect;
    effect.emitters[0].rate = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters/0/rate: must be 0 to 1e+09 births per second, not nan");
    effect.emitters[0].rate = std::numeric_limits<float>::infinity();
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters/0/rate: must be 0 to 1e+09 births per second, not inf");
    effect = Effect{};
    effect.emitters.emplace_back();
    effect.emitters[1].position.z = -std::numeric_limits<float>::infinity();
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters/1/position/2: must be -1e+06 to 1e+06 m, not -inf");
    effect = Effect{};
    effect.emitters[0].blend = static_cast<EmitterBlend>(7);
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters/0/blend: must be effect, additive, alpha, premultiplied or "
              "multiply");
    effect = Effect{};
    effect.emitters.clear();
    EXPECT_EQ(message_of([&] { validate(effect, "panel"); }),
              "panel: /emitters: must have 1 to 10000 elements, not 0");
}

}  // namespace
}  // namespace winnow::effects
