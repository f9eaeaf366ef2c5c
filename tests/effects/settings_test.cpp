// Checks what edits change, and that a wrong edit is refused and changes nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "settings/settings.h"

namespace winnow::effects {
namespace {

using nlohmann::json;

std::string refusal(const std::string& pointer, const json& value) {
    return message_of([&] { apply(Settings{}, {pointer, value}); });
}

TEST(Apply, ChangesOneThing) {
    Settings expected;
    expected.simulation.backend = Backend::cuda;
    EXPECT_EQ(apply(Settings{}, {"/simulation/backend", "cuda"}), expected);

    expected = Settings{};
    expected.effect.emitters[0].rate = 2000;
    EXPECT_EQ(apply(Settings{}, {"/effect/emitters/0/rate", 2000}), expected);

    expected = Settings{};
    expected.effect.emitters[0].position.y = -1.5f;
    EXPECT_EQ(apply(Settings{}, {"/effect/emitters/0/position/1", -1.5}), expected);

    expected = Settings{};
    expected.effect.emitters[0].lifetime = {7, 8};
    EXPECT_EQ(apply(Settings{}, {"/effect/emitters/0/lifetime", {7, 8}}), expected);

    expected = Settings{};
    expected.display.vsync = false;
    EXPECT_EQ(apply(Settings{}, {"/display/vsync", false}), expected);
}

TEST(Apply, ReplacesWholes) {
    Settings expected;
    expected.effect.emitters[0].name = "e";
    Settings before = Settings{};
    before.effect.emitters[0].rate = 5;  // is not mentioned below, so it gets its default
    EXPECT_EQ(apply(before, {"/effect/emitters/0", {{"name", "e"}}}), expected);
    EXPECT_EQ(apply(before, {"/effect", {{"format", 2}}}), Settings{});
    EXPECT_EQ(apply(before, {"", json::object({{"effect", {{"format", 2}}}})}), Settings{});
}

TEST(Apply, RefusesAnEffectOfAnotherFormat) {
    EXPECT_EQ(refusal("/effect", {{"format", 1}, {"emitters", {{{"drag", 2}}}}}),
              "/effect/format: must be 2, not 1, which only earlier versions read");
    EXPECT_EQ(refusal("/effect/format", 1), "/effect/format: must be 2, not 1");
}

TEST(ValueAt, IsWhatAnEditOfThatPointerWouldReplace) {
    Settings settings;
    settings.effect.emitters.resize(2);
    settings.effect.emitters[1].position = {1, 2, 0.3f};
    settings.simulation.density = 0.7f;
    EXPECT_EQ(value_at(settings, "/simulation/density"), json(0.7));
    EXPECT_EQ(value_at(settings, "/simulation/backend"), json("auto"));
    EXPECT_EQ(value_at(settings, "/effect/emitters/1/position"), json({1.0, 2.0, 0.3}));
    EXPECT_EQ(value_at(settings, "/effect/emitters/1/position/2"), json(0.3));
    EXPECT_EQ(value_at(settings.effect, "/effect/emitters/1/position/2"), json(0.3));
    EXPECT_EQ(value_at(settings, "/effect/emitters/1/bursts"), json::array());
    EXPECT_EQ(apply(Settings{}, {"", *value_at(settings, "")}), settings);
    for (const char* pointer :
         {"/nothing", "/effect/emitters/2", "/effect/emitters/-", "/effect/emitters/x/rate",
          "/effect/emitters/1/position/3", "/effect/emitters/1/rate/0"})
        EXPECT_EQ(value_at(settings, pointer), std::nullopt) << pointer;
    EXPECT_EQ(value_at(settings.effect, "/simulation/density"), std::nullopt);
}

TEST(DefaultAt, IsThatOfAnyElementOfAList) {
    EXPECT_EQ(default_at("/effect/emitters/7/rate"), json(1000.0));
    EXPECT_EQ(default_at("/effect/emitters/7/bursts/3/count"), json(100));
    EXPECT_EQ(default_at("/effect/floor/restitution"), json(0.4));
    EXPECT_EQ(default_at("/effect/emitters/7/nothing"), std::nullopt);
}

TEST(Apply, AppendsEmitters) {
    const Settings result = apply(Settings{}, {"/effect/emitters/-", {{"rate", 7}}});
    ASSERT_EQ(result.effect.emitters.size(), 2U);
    EXPECT_EQ(result.effect.emitters[1].rate, 7);
    EXPECT_EQ(apply(result, {"/effect/emitters/1/rate", 8}).effect.emitters[1].rate, 8);
}

TEST(Apply, EditsTheCourseOfARate) {
    Settings settings;
    settings.effect.format = 2;
    const std::string rate = "/effect/emitters/0/rate";
    settings = apply(settings, {rate, {{"curve", {{0, 1}, {2, 5}}}}});
    settings = apply(settings, {rate + "/curve/1/1", 7});
    settings = apply(settings, {rate + "/by", "time * 2"});
    EXPECT_EQ(value_at(settings, rate), (nlohmann::json{{"curve", {{0, 1}, {2, 7}}}, {"by", "time * 2"}}));
    EXPECT_EQ(value_at(settings, rate + "/curve/1/1"), 7);
    EXPECT_EQ(message_of([&] {
                  apply(settings, {rate + "/by", "tim"});
              }),
              rate + "/by: column 1: there is no name tim (did you mean time?)");
    EXPECT_EQ(message_of([&] {
                  apply(settings, {rate + "/curve/1/1", -7});
              }),
              rate + "/curve/1/1: must be 0 to 1e+09 births per second, not -7");
    settings = apply(settings, {rate, 5});
    EXPECT_EQ(settings.effect.emitters[0].rate, 5);
}

TEST(Apply, UndoesWithTheOldValue) {
    Settings settings;
    settings.simulation.time_scale = 0.3f;
    settings.effect.emitters[0].rate = 0.123456789f;
    const json old = to_json(settings);
    for (const char* pointer : {"/simulation/time_scale", "/effect/emitters/0/rate"}) {
        const Settings changed = apply(settings, {pointer, 1});
        ASSERT_NE(changed, settings);
        EXPECT_EQ(apply(changed, {pointer, old.at(json::json_pointer(pointer))}), settings);
    }
    EXPECT_EQ(apply(Settings{}, {"", old}), settings);
}

TEST(Apply, RefusesPointersThatLeadNowhere) {
    EXPECT_EQ(refusal("/simulation/bakend", "cuda"),
              "/simulation/bakend: no such setting (did you mean backend?)");
    EXPECT_EQ(refusal("/zzzzzzzz", 1), "/zzzzzzzz: no such setting; must be effect, simulation or display");
    EXPECT_EQ(refusal("/simulation/backend/0", "cuda"),
              "/simulation/backend/0: no such setting; the pointer must end before this");
    EXPECT_EQ(refusal("/effect/emitters/1/rate", 1), "/effect/emitters/1: no such element; must be 0 to 0");
    EXPECT_EQ(refusal("/effect/emitters/00/rate", 1), "/effect/emitters/00: no such element; must be 0 to 0");
    EXPECT_EQ(refusal("/effect/emitters/x", 1), "/effect/emitters/x: no such element; must be 0 to 0");
    EXPECT_EQ(refusal("/effect/emitters//rate", 1), "/effect/emitters/: no such element; must be 0 to 0");
    EXPECT_EQ(refusal("/effect/emitters/99999999999999999999999", 1),
              "/effect/emitters/99999999999999999999999: no such element; must be 0 to 0");
    EXPECT_EQ(refusal("/effect/emitters/0/position/3", 1),
              "/effect/emitters/0/position/3: no such element; must be 0 to 2");
    EXPECT_EQ(refusal("/effect/emitters/0/position/0/0", 1),
              "/effect/emitters/0/position/0: no such setting; the pointer must end before this");
    EXPECT_EQ(refusal("simulation", 1), "simulation: not a JSON pointer; must be like /simulation/backend");
    EXPECT_EQ(refusal("/a~2", 1), "/a~2: not a JSON pointer; must be like /simulation/backend");
}

TEST(Apply, RefusesValuesAsFilesDo) {
    EXPECT_EQ(refusal("/simulation/backend", "cda"),
              "/simulation/backend: must be auto, glsl, cuda or cpu, not \"cda\" (did you mean cuda?)");
    EXPECT_EQ(refusal("/simulation/capacity", 0),
              "/simulation/capacity: must be 1 to 134217727 particles, not 0");
    EXPECT_EQ(refusal("/simulation/capacity", 134217728),
              "/simulation/capacity: must be 1 to 134217727 particles, not 134217728");
    EXPECT_EQ(refusal("/simulation/capacity", 1.5),
              "/simulation/capacity: must be a whole number, 1 to 134217727 particles, not 1.5");
    EXPECT_EQ(refusal("/simulation/seed", 4294967296),
              "/simulation/seed: must be 0 to 4294967295, not 4294967296");
    EXPECT_EQ(refusal("/simulation/density", std::nan("")),
              "/simulation/density: must be 0 to 10000, not nan");
    EXPECT_EQ(refusal("/simulation/paused", 1), "/simulation/paused: must be true or false, not 1");
    EXPECT_EQ(refusal("/effect/emitters/0/lifetime/0", 9),
              "/effect/emitters/0/lifetime: must be [least, most] with least <= most, not [9, 3]");
    EXPECT_EQ(refusal("/effect/steps_per_second", json::array()),
              "/effect/steps_per_second: must be a whole number, 1 to 1000, not a list of 0");
    EXPECT_EQ(refusal("/effect/format", 3), "/effect/format: must be 2, not 3");
    EXPECT_EQ(refusal("/effect/emitters", json::array()),
              "/effect/emitters: must have 1 to 10000 elements, not 0");
    EXPECT_EQ(refusal("/effect", json::object()), "/effect/format: is missing; must be 2");
}

TEST(Apply, ChecksRulesBetweenSettings) {
    Settings settings;
    settings.effect.emitters[0].lifetime = {0.02f, 1};
    EXPECT_NO_THROW(apply(settings, {"/effect/steps_per_second", 60}));
    const std::string message = message_of([&] { apply(settings, {"/effect/steps_per_second", 30}); });
    EXPECT_EQ(message.substr(0, 58), "/effect/emitters/0/lifetime: must be one step to 2^31 step");
}

TEST(ToJson, HoldsEverySettingInOrder) {
    const auto all = to_json(Settings{});
    EXPECT_EQ(
        all.at("simulation").dump(),
        R"({"backend":"auto","block":"auto","grid":"auto","compaction":"auto","capacity":65536,"seed":1,)"
        R"("density":1.0,"paused":false,"time_scale":1.0})");
    EXPECT_EQ(
        all.at("display").dump(),
        R"({"vsync":true,"picture_cap":0,"panel":true,"timeline":true,"help":false,"bloom":true,"vignette":true,)"
        R"("grading":true,"lens":true,"grid":false,"handles":false,"resolution":1.0,"dynamic_resolution":true,"ui_scale":1.0,"high_contrast":false,)"
        R"("culling":false,"sorting":"auto","sort_every":1,"sort_key_bits":"32","draw":"auto",)"
        R"("freeze_camera":false,"lab":false,"tour":true})");
    EXPECT_EQ(all.at("effect").at("format"), 2);
}

}  // namespace
}  // namespace winnow::effects
