// Checks local values of effects and emitters, and properties that are computed from others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "effects/compile/compiled_effect.h"
#include "effects/compile/max_alive.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "settings/settings.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

class LocalValues : public testing::Test {
  protected:
    using Lines = std::vector<std::string>;

    static Effect effect_of(const std::string& inside) {
        return parse(R"({"format": 2, )" + inside + "}", "test.json");
    }

    static std::string refusal(const std::string& inside) {
        try {
            effect_of(inside);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    /// Returns the messages behind the file's name.
    static Lines faults_of(const std::string& text) {
        const test::TemporaryDirectory directory;
        const std::string file = directory.write("e.json", text).string();
        Lines lines;
        for (const Refusal& fault : load_with_faults(file).faults)
            lines.push_back(std::string(fault.what()).substr(file.size() + 1));
        return lines;
    }

    /// Returns all of an effect's programs as text.
    static std::string programs_of(const std::string& inside) {
        const StackProgram program = program_of(effect_of(inside));
        std::string text;
        for (const ProgramText* one : {&program.step, &program.look})
            for (const TextFile& file : one->files) text += file.text;
        for (const StackCode& code : program.stacks)
            for (const auto& rows : {code.step_rows, code.look_rows})
                for (const glm::vec4& row : rows)
                    text += fmt::format("{} {} {} {}\n", row.x, row.y, row.z, row.w);
        return text;
    }

    static std::string emitter_of(const std::string& let, const std::string& modules) {
        return fmt::format(R"("emitters": [{{"let": {{{}}}, "modules": [{}]}}])", let, modules);
    }
};

class ComputedProperty : public LocalValues {};

TEST_F(LocalValues, StandsForItsExpression) {
    const auto size = [](const std::string& expression) {
        return fmt::format(R"({{"module": "size", "diameter": "{}"}})", expression);
    };
    const std::string by_hand = programs_of(emitter_of("", size("0.5 * length(position - 2) + -3")));
    const std::string r = R"_("r": "length(from)")_", from = R"("from": "position - 2", "three": "3")",
                      use = size("0.5 * r + -three");
    EXPECT_EQ(programs_of(emitter_of(r + ", " + from, use)), by_hand);
    EXPECT_EQ(programs_of("\"let\": {" + from + "}, " + emitter_of(r, use)), by_hand);
    EXPECT_NE(programs_of(emitter_of(r + R"(, "from": "position - 3", "three": "3")", use)), by_hand);
}

TEST_F(LocalValues, IsAVectorAColourOrATruthToo) {
    EXPECT_EQ(
        refusal(emitter_of(
            R"_("away": "normalize(position)", "tint": "vec4(away, 1)", "old": "age > 1", "plane": "position.xz")_",
            R"_({"module": "wind", "velocity": "away * 2"}, {"module": "colour", "colour": "tint"},
                {"module": "size", "diameter": "old ? away.y : plane.y"},
                {"module": "opacity", "opacity": {"curve": [[0, 1], [1, 0]], "by": "away.x"}})_")),
        "");
    EXPECT_EQ(refusal(emitter_of(R"("away": "position")", R"({"module": "size", "diameter": "away"})")),
              "test.json:1:89: /emitters/0/modules/0/diameter: must be a number, not a vec3");
    const Compiled compiled = compile(effect_of(
        R"("emitters": [{"name": "a", "let": {"is_old": "age > 1"}, "children":
            [{"emitter": "b", "on": "condition", "when": "is_old && speed < 1"}]},
            {"name": "b", "rate": 0, "let": {"p": "parent.position"}, "modules": [{"module": "wind", "velocity": "p"}]}])"));
    EXPECT_EQ(compiled->stacks[1].attributes.size(), 1u) << "what is read after the birth is kept";
    // It comes before a colour of the same name.
    const Effect effect =
        effect_of(emitter_of(R"_("orange": "vec4(1)")_", R"({"module": "colour", "colour": "orange"})"));
    EXPECT_TRUE(std::holds_alternative<Formula>(effect.emitters[0].modules[0].values.at("colour")));
}

TEST_F(LocalValues, ItsRandomNumberIsTheSameWhereverTheStackReadsIt) {
    const auto numbers_of = [](const std::string& inside) {
        const std::string text = programs_of(inside);
        Lines found;
        constexpr std::string_view call = "random_numbers(d, ";
        for (std::size_t at = 0; (at = text.find(call, at)) != std::string::npos; ++at)
            found.push_back(text.substr(at, text.find(')', at) + 3 - at));
        return found;
    };
    const std::string modules = R"({"module": "attribute", "name": "heat", "value": "kind"},
        {"module": "opacity", "opacity": "kind * 2"}, {"module": "size", "diameter": "kind"})";
    const Lines shared = numbers_of(emitter_of(R"("kind": "random")", modules));
    ASSERT_EQ(shared.size(), 3u);
    EXPECT_EQ(shared[0], shared[1]);
    EXPECT_EQ(shared[0], shared[2]);
    const Lines of_another = numbers_of(emitter_of(R"("sort": "random", "kind": "sort")", modules));
    ASSERT_EQ(of_another.size(), 3u);
    EXPECT_EQ(of_another[0], of_another[2]);
    EXPECT_NE(of_another[0], shared[0]) << "it follows from the name of the let that has it";
    const Lines two =
        numbers_of(emitter_of(R"("kind": "random - random")", R"({"module": "size", "diameter": "kind"})"));
    ASSERT_EQ(two.size(), 2u);
    EXPECT_NE(two[0], two[1]);
}

TEST_F(LocalValues, OfTheEffectIsForThoseEmittersThatHaveWhatItReads) {
    const std::string let = R"("let": {"warm": "heat * 2"}, "emitters": [)",
                      heat = R"({"modules": [{"module": "attribute", "name": "heat"}, )",
                      size = R"({"module": "size", "diameter": "warm"}]})";
    EXPECT_EQ(refusal(let + heat + size + R"(, {"modules": []}])"), "");
    EXPECT_EQ(
        refusal(let + heat + size + R"(, {"modules": [)" + size + "]"),
        "test.json:1:185: /emitters/1/modules/0/diameter: column 1: warm reads heat, which particles of "
        "this emitter do not have");
    // Turning a module off refuses what is read of it, and not the let.
    EXPECT_EQ(refusal(let + R"({"modules": [{"module": "attribute", "enabled": false, "name": "heat"}]}])"),
              "");
    EXPECT_EQ(
        refusal(
            R"("let": {"fast": "parent.speed"}, "emitters": [{"name": "a", "children": [{"emitter": "b"}]},
        {"name": "b", "rate": 0, "modules": [{"module": "size", "diameter": "fast"}]}])"),
        "");
    // Modules that are turned off may give the name another type.
    const std::string off =
        R"({"modules": [{"module": "attribute-vector", "enabled": false, "name": "heat"}, )"
        R"({"module": "wind", "enabled": false, "velocity": "warm"}]})";
    EXPECT_EQ(refusal(let + off + "]"), "");
    EXPECT_TRUE(refusal(let + off + ", " + heat + size + "]")
                    .ends_with("warm reads heat as a number, but here it is a vec3"));
    EXPECT_NE(refusal(R"("let": {"fast": "parent.speed"}, "emitters": [{}])")
                  .find("/let/fast: column 1: these particles have no parent"),
              std::string::npos);
}

TEST_F(LocalValues, IsForRatesAndBurstsIfTheyKnowWhatItReads) {
    const Effect effect = effect_of(
        R"("properties": [{"name": "base", "value": 20, "range": [0, 100]}], "let": {"beat": "base * pi"},
           "emitters": [{"rate": "2 * swing", "let": {"swing": "beat + time", "far": "position.x"},
                         "bursts": [{"count": "beat"}]}])");
    const Compiled compiled = compile(effect);
    EXPECT_FLOAT_EQ(rate_at(compiled->rates[0], 3, false, compiled->effect.properties),
                    2 * (20 * 3.14159265f + 3));
    EXPECT_EQ(count_at(compiled->bursts[0][0].count, 0, false, compiled->effect.properties, 0), 63);
    EXPECT_GT(max_alive(effect, 1), 1) << "it reads the lets too";
    EXPECT_EQ(
        refusal(R"("emitters": [{"let": {"far": "2 * near", "near": "position.x"}, "rate": "1 + far"}])"),
        "test.json:1:79: /emitters/0/rate: column 5: far reads position, but rates, bursts and "
        "transforms know time, pi and properties alone");
}

TEST_F(LocalValues, ThatDependsOnItselfIsRefusedWithTheCycle) {
    EXPECT_EQ(refusal(R"("let": {"a": "b + 1", "b": "2 * a"})"),
              "test.json:1:23: /let/a: must not depend on itself: a -> b -> a");
    EXPECT_EQ(refusal(R"("emitters": [{"let": {"x": "x"}}])"),
              "test.json:1:37: /emitters/0/let/x: must not depend on itself: x -> x");
    EXPECT_EQ(faults_of(R"({"format": 2, "let": {"up": "z", "x": "y", "y": "z", "z": "y * 2", "w": "1 +"},
 "emitters": [{"rate": "x", "modules": [{"module": "size", "diameter": "up + w"}, {"module": "drag", "rate": "ag"}]}]})"),
              (Lines{"1:54: /let/z: must not depend on itself: z -> y -> z",
                     "1:68: /let/w: column 4: must be a number, a name, a function or (, not the end",
                     "2:102: /emitters/0/modules/1/rate: column 1: there is no name ag (did you mean age?)"}))
        << "what follows from a fault is none";
}

TEST_F(LocalValues, HasANameThatIsNothingElse) {
    const auto refused = [](const std::string& name) {
        return refusal(fmt::format(
            R"("properties": [{{"name": "wind"}}], "let": {{"mine": "1"}}, "emitters": [{{"let": {{"{}": "1"}},
               "modules": [{{"module": "attribute", "name": "heat"}}]}}])",
            name));
    };
    const auto ends = [&](const std::string& name, const std::string& end) {
        const std::string text = refused(name);
        EXPECT_TRUE(text.ends_with("/emitters/0/let/" + name + ": " + end)) << text;
    };
    EXPECT_EQ(refused("own"), "");
    ends("wind", "wind is already the name of a property");
    ends("heat", "heat is already the name of an attribute");
    ends("mine", "mine is already the name of a let of the effect");
    ends("noise", "noise is already the name of a function");
    ends("speed", "speed has a meaning of its own in effects");
    ends("parent", "parent has a meaning of its own in effects");
    EXPECT_NE(refused("Big").find("a name must be 1 to 40 of a-z"), std::string::npos);
}

TEST_F(LocalValues, OfAnotherTypeIsRefused) {
    EXPECT_EQ(refusal(R"("let": {"a": 5})"),
              "test.json:1:23: /let/a: must be an expression in quotes, such as \"length(position)\", not 5");
    EXPECT_EQ(refusal(R"("let": ["a"])"),
              "test.json:1:15: /let: must be an object of expressions by their names {...}, not a list of 1");
    EXPECT_EQ(faults_of(R"({"format": 2, "lets": {"a": "1"}, "emitters": [{"rate": "a"}]})"),
              (Lines{"1:15: /lets: unknown key (did you mean let?)"}));
    std::string many;
    for (int i = 0; i < 65; ++i) many += fmt::format(R"({}"a{}": "1")", i == 0 ? "" : ", ", i);
    EXPECT_EQ(refusal("\"let\": {" + many + "}"), "test.json:1:15: /let: must have 0 to 64 elements, not 65");
}

/// Each let doubles the one before it, so that text grows beyond all bounds unless it is counted.
TEST_F(LocalValues, WhatItStandsForIsCounted) {
    std::string lets = R"("a0": "age")";
    for (int i = 1; i < 20; ++i) lets += fmt::format(R"(, "a{}": "a{} + a{}")", i, i - 1, i - 1);
    const std::string text = refusal(emitter_of(lets, ""));
    EXPECT_NE(text.find("/emitters/0/let/a7: column 6: the expression has more than 200 numbers, names and "
                        "operations, those counted that a6 stands for"),
              std::string::npos)
        << text;
}

TEST_F(LocalValues, IsWrittenReadAndEdited) {
    const Effect effect = effect_of(R"("let": {"a": "1"}, "emitters": [{"let": {"b": "a + 1"},
        "modules": [{"module": "size", "diameter": "b"}]}])");
    EXPECT_EQ(parse(file_text(effect), "again"), effect);
    EXPECT_NE(file_text(effect).find("\"let\": {\"a\": \"1\"}"), std::string::npos) << file_text(effect);
    Settings settings;
    settings.effect = effect;
    settings = apply(settings, {"/effect/emitters/0/let/b", "a * 3"});
    EXPECT_EQ(settings.effect.emitters[0].lets.at("b"), "a * 3");
    settings = apply(settings, {"/effect/let/c", "2"});
    EXPECT_EQ(settings.effect.lets.size(), 2u);
    EXPECT_EQ(value_at(settings, "/effect/let/c"), "2");
    try {
        apply(settings, {"/effect/emitters/0/let", nlohmann::json::object()});
        ADD_FAILURE() << "a let was removed that is read";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("there is no name b"), std::string::npos) << error.what();
    }
}

TEST_F(ComputedProperty, FollowsThoseThatItReads) {
    const Effect effect = effect_of(
        R"("properties": [{"name": "strength4", "value": "2 * strength2"},
            {"name": "strength2", "value": "strength * 2", "range": [0, 1]}, {"name": "strength", "value": 1, "range": [0, 9]}],
           "emitters": [{"rate": "strength4", "modules": [{"module": "size", "diameter": "strength2"}]}])");
    EXPECT_EQ(effect.properties[0].value.number, 4);
    EXPECT_EQ(effect.properties[1].value.number, 2);
    EXPECT_EQ(parse(file_text(effect), "again"), effect);
    Settings settings;
    settings.effect = effect;
    const auto texts = compile_counts().texts_written;
    settings = apply(settings, {"/effect/properties/2/value", 3});
    EXPECT_EQ(settings.effect.properties[0].value.number, 12);
    EXPECT_EQ(rate_at(settings.compiled->rates[0], 0, false, settings.compiled->effect.properties), 12);
    settings = apply(settings, {"/effect/properties/2/value", 4});
    EXPECT_EQ(settings.effect.properties[1].value.number, 8);
    EXPECT_LE(compile_counts().texts_written, texts + 2) << "a number compiles nothing";
    settings = apply(settings, {"/effect/properties/1/value", "strength - 1"});
    EXPECT_EQ(settings.effect.properties[0].value.number, 6);
}

TEST_F(ComputedProperty, IsRefusedIfItCannotBeComputed) {
    const auto refused = [](const std::string& value) {
        return refusal(
            fmt::format(R"("properties": [{{"name": "a", "value": "{}"}}, {{"name": "b", "value": "a + 1"}},
            {{"name": "zero", "value": 0}}], "let": {{"l": "1"}})",
                        value));
    };
    EXPECT_EQ(refused("zero"), "");
    EXPECT_EQ(refused("2 * b"),
              "test.json:1:44: /properties/0/value: must not depend on itself: a -> b -> a");
    EXPECT_TRUE(refused("log(zero)").ends_with("/properties/0/value: must be a finite number, not -inf"));
    EXPECT_TRUE(refused("vec3(1)").ends_with("/properties/0/value: must be a number, not a vec3"));
    EXPECT_TRUE(refused("l").ends_with("a property is computed from other properties, and not from a let"));
    EXPECT_TRUE(refused("time").ends_with("there is no name time; must be pi, a, b or zero"))
        << refused("time");
    EXPECT_TRUE(refused("").ends_with("or an expression of other properties, such as \"2 * size\", not \"\""))
        << refused("");
    EXPECT_EQ(
        faults_of(R"({"format": 2, "properties": [{"name": "a", "value": "b"}, {"name": "b", "value": "1 +"},
 {"name": "c", "value": 7}], "emitters": [{"rate": "a"}]})"),
        (Lines{"1:73: /properties/1/value: column 4: must be a number, a name, a function or (, not the end",
               "2:16: /properties/2/value: must be within its range, 0 to 1, not 7"}));
}

}  // namespace
}  // namespace winnow::effects
