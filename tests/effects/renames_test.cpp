// Checks that what has another name is read under it everywhere, and that nothing else changes.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "effects/compile/compiled_effect.h"
#include "effects/compile/renames.h"
#include "effects/format/effect_file.h"

namespace winnow::effects {
namespace {

/// An effect in which HEAT stands for a let of the emitter and WAVE for one of the effect.
std::string text_with(const std::string& heat, const std::string& wave) {
    std::string text = R"x({"format": 2, "let": {"WAVE": "sin(time)", "twice": "2 * WAVE"},
 "transform": {"scale": "2 + WAVE", "rotation": "vec3(WAVE, 0, 0)"},
 "scenery": {"objects": [{"name": "WAVE", "motion": {"position": "vec3(WAVE, 0, 0)"}}]},
 "emitters": [{
   "name": "HEAT", "let": {"HEAT": "random + WAVE", "heated": "HEAT + HEAT*2"},
   "rate": "10 + WAVE", "bursts": [{"count": "5 + 5 * WAVE", "probability": "WAVE"}],
   "transform": {"position": "vec3(WAVE, 0, 0)"},
   "children": [{"emitter": "smoke", "on": "condition", "when": "HEAT > 1 && position.x > 0"}],
   "modules": [
     {"module": "size", "diameter": "HEAT"},
     {"module": "attribute", "name": "cold", "value": "vec3(1, HEAT, 0).y"},
     {"module": "opacity", "opacity": {"curve": [[0, 0], [1, 1]], "by": "heated + HEAT"}}],
   "looks": [{"modules": [{"module": "size", "diameter": "HEAT"}]}]},
  {"name": "smoke", "let": {"heated": "WAVE"}}]})x";
    for (const auto& [from, to] : {std::pair{"HEAT", &heat}, std::pair{"WAVE", &wave}})
        for (std::size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, 4, *to);
    return text;
}

TEST(RenameLet, ReachesAllExpressionsAndNothingElse) {
    Effect effect = parse(text_with("warm", "wave"), "e.json");
    effect = with_let_renamed(effect, 0, "warm", "x1");
    effect = with_let_renamed(effect, std::nullopt, "wave", "swell");
    Effect wanted = parse(text_with("x1", "swell"), "e.json");
    wanted.emitters[0].name = "warm";
    wanted.scenery.objects[0].name = "wave";
    EXPECT_EQ(to_json(effect), to_json(wanted));
    EXPECT_NO_THROW(compile(effect));
}

TEST(RenameLet, LeavesPartsOfThatNameAlone) {
    Effect effect = parse(R"({"format": 2, "emitters": [{"let": {"warm": "1"}, "modules": [
        {"module": "size", "diameter": "warm"}]}]})",
                          "e.json");
    effect.emitters[0].lets.emplace("other", "warmer + parent . warm + warm");
    effect = with_let_renamed(effect, 0, "warm", "hot");
    EXPECT_EQ(effect.emitters[0].lets.at("other"), "warmer + parent . warm + hot");
}

TEST(RenameLet, ANameThatIsTakenIsRefused) {
    const Effect effect = parse(text_with("warm", "wave"), "e.json");
    try {
        with_let_renamed(effect, 0, "warm", "heated");
        FAIL() << "one of the two would be lost";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "heated is already the name of a let");
    }
}

TEST(RenameProperty, ReachesAllExpressions) {
    const auto text = [](const std::string& spin) {
        return R"({"format": 2, "properties": [{"name": ")" + spin +
               R"("}, {"name": "storm", "value": "2 * )" + spin + R"("}], "let": {"wave": ")" + spin +
               R"("}, "emitters": [{"rate": "10 + )" + spin +
               R"(", "modules": [{"module": "size", "diameter": ")" + spin + R"("}]}]})";
    };
    const Effect before = parse(text("spin"), "e.json");
    const Effect after = with_property_renamed(before, 0, "turn");
    EXPECT_EQ(to_json(after), to_json(parse(text("turn"), "e.json")));
    EXPECT_THROW(with_property_renamed(before, 0, "storm"), Error);
}

/// An effect in which HEAT stands for an attribute of the first emitter's particles.
std::string text_with_attribute(const std::string& heat) {
    std::string text = R"x({"format": 2, "emitters": [
  {"name": "HEAT", "let": {"warmer": "HEAT + vec3(HEAT).x"},
   "children": [{"emitter": "smoke", "on": "condition", "when": "HEAT > 1"}],
   "modules": [
     {"module": "attribute", "name": "HEAT", "value": 2},
     {"module": "attribute", "name": "other", "value": "HEAT"},
     {"module": "set", "attribute": "HEAT", "value": "0.9 * HEAT"},
     {"module": "size", "diameter": {"curve": [[0, 1], [1, 0]], "by": "HEAT / 2"}}],
   "looks": [{"modules": [{"module": "size", "diameter": "HEAT"}]}]},
  {"name": "smoke", "rate": 0, "modules": [
     {"module": "attribute", "name": "cool", "value": "parent.HEAT + parent . HEAT"}]},
  {"name": "apart", "modules": [{"module": "attribute", "name": "warm", "value": "1"},
     {"module": "size", "diameter": "warm"}]}]})x";
    for (std::size_t at; (at = text.find("HEAT")) != std::string::npos;) text.replace(at, 4, heat);
    return text;
}

TEST(RenameAttribute, ReachesTheStackAndItsChildrenAndNothingElse) {
    const Effect before = parse(text_with_attribute("warm"), "e.json");
    Effect wanted = parse(text_with_attribute("x1"), "e.json");
    wanted.emitters[0].name = "warm";
    const Effect after = with_attribute_renamed(before, 0, "warm", "x1");
    EXPECT_EQ(to_json(after), to_json(wanted));
    EXPECT_NO_THROW(compile(after));
}

TEST(RenameAttribute, ANameThatIsTakenOrOfAFileIsRefused) {
    const Effect effect = parse(text_with_attribute("warm"), "e.json");
    const auto why = [&](const std::string& from, const std::string& to) {
        try {
            with_attribute_renamed(effect, 0, from, to);
            return std::string();
        } catch (const Error& error) {
            return std::string(error.what());
        }
    };
    EXPECT_EQ(why("warm", "other"), "other is already the name of an attribute");
    EXPECT_EQ(why("warm", "warmer"), "warmer is already the name of a let");
}

}  // namespace
}  // namespace winnow::effects
