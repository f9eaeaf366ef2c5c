// Checks what modules files of format 1 are read as.
#include "effects/format_1.h"

#include <gtest/gtest.h>

#include "effects/expect_error.h"
#include "effects/json.h"
#include "effects/random_effect.h"
#include "effects/writer.h"

namespace winnow::effects {
namespace {

using nlohmann::json;

/// Returns the modules that an emitter with these members is read as.
json modules_of(const std::string& members) {
    const Effect effect = parse("{\"format\": 1, \"emitters\": [{" + members + "}]}", "test.json");
    EXPECT_EQ(effect.format, format_version);
    return write(effect.emitters.at(0).modules);
}

TEST(Format1, WithoutKeysIsAJetThatFallsAndFades) {
    EXPECT_EQ(modules_of(""), json::parse(R"([
        {"module": "jet", "speed": {"random": [4, 5]}},
        {"module": "gravity"},
        {"module": "colour", "colour": {"gradient": [[0, [1, 1, 1, 1]], [1, [1, 1, 1, 0]]]}},
        {"module": "size", "diameter": 0.02}])"));
    EXPECT_EQ(parse("{\"format\": 1}", "test.json"), upgraded({}));
}

TEST(Format1, SaysByModulesWhatFieldsSaid) {
    EXPECT_EQ(modules_of(R"("shape": "disc", "radius": 0.5, "direction": [1, 0, 0], "spread": 90, "speed": 6,
        "gravity": [0, 1, 0], "drag": 0.25, "turbulence": 3, "turbulence_kind": "eddies",
        "turbulence_scale": 2, "turbulence_octaves": 3, "turbulence_roughness": 0.75,
        "turbulence_motion": [0, 0, 1], "color_begin": [2, 1, 0.5, 0.25], "color_end": [2, 1, 0.5, 0.25],
        "size_begin": 0.1, "size_end": 0.3, "stretch": 0.05, "shading": 0.5)"),
              json::parse(R"([
        {"module": "disc", "radius": 0.5},
        {"module": "jet", "direction": [1, 0, 0], "spread": 90, "speed": 6},
        {"module": "gravity", "acceleration": [0, 1, 0]},
        {"module": "eddies", "strength": 3, "scale": 2, "octaves": 3, "roughness": 0.75, "motion": [0, 0, 1]},
        {"module": "drag", "rate": 0.25},
        {"module": "colour", "colour": [2, 1, 0.5, 0.25]},
        {"module": "size", "diameter": {"curve": [[0, 0.1], [1, 0.3]]}},
        {"module": "streak", "time": 0.05},
        {"module": "shading", "share": 0.5}])"));
    const json other = modules_of(R"("shape": "sphere", "radius": 1, "turbulence": 2)");
    EXPECT_EQ(other[0], json({{"module", "ball"}})) << "1 is the module's default";
    EXPECT_EQ(other[3], json({{"module", "gusts"}, {"strength", 2}}));
}

TEST(Format1, KeepsWhatBothFormatsHave) {
    const Effect effect = parse(R"({"format": 1, "name": "x", "prewarm": 2, "floor": {"height": 1},
        "emitters": [{"name": "a", "rate": 5, "lifetime": 3, "blend": "alpha", "position": [1, 2, 3],
                      "bursts": [{"count": 7}], "children": [{"emitter": "a"}], "emits": false}]})",
                                "test.json");
    EXPECT_EQ(effect.name, "x");
    EXPECT_EQ(effect.prewarm, 2);
    EXPECT_EQ(effect.plane.height, 1);
    Emitter expected;
    expected.name = "a";
    expected.emits = false;
    expected.rate = 5;
    expected.position = {1, 2, 3};
    expected.lifetime = {3, 3};
    expected.blend = EmitterBlend::alpha;
    expected.bursts = {{.count = 7}};
    expected.children = {{.emitter = "a"}};
    expected.modules = effect.emitters.at(0).modules;
    EXPECT_EQ(effect.emitters.at(0), expected);
}

TEST(Format1, OfRandomEffectsIsReadWithEveryBit) {
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        const EffectOfFormat1 older = random_effect_of_format_1(seed);
        const std::string text = write(older).dump();
        ASSERT_EQ(parse(text, "test.json"), upgraded(older)) << text;
        ASSERT_EQ(write(read_format_1(json::parse(text), Path())).dump(), text);
    }
}

}  // namespace
}  // namespace winnow::effects
