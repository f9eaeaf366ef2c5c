// Checks the effect files that are refused: each message names file, line and pointer, and says what is
// valid.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/model/document.h"

namespace winnow::effects {
namespace {

std::string refusal(const std::string& text) {
    return message_of([&text] { parse(text, "test.json"); });
}

/// Returns an effect whose only emitter, on line 3, has this member.
std::string with_emitter(const std::string& member) {
    return "{\"format\": 2,\n\"emitters\": [\n{" + member + "}\n]}";
}

struct Refused {
    const char* what;
    std::string text;
    const char* message;
};
void PrintTo(const Refused& refused, std::ostream* out) {
    *out << refused.what;
}

std::string named(const testing::TestParamInfo<Refused>& refused) {
    return refused.param.what;
}

class Refusal : public testing::TestWithParam<Refused> {};

TEST_P(Refusal, SaysWhereAndWhatWouldBeRight) {
    EXPECT_EQ(refusal(GetParam().text), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Text, Refusal,
    testing::Values(Refused{"empty", "", "test.json: is empty; must be a JSON object"},
                    Refused{"blank", " \n\t\r\n", "test.json: is empty; must be a JSON object"},
                    Refused{"not_json", "hello", "test.json:1: not JSON: invalid literal; last read: 'h'"},
                    Refused{"after_the_end", "{\"format\": 2}\n\n}",
                            "test.json:3: not JSON: unexpected '}'; expected end of input"},
                    Refused{"two_documents", "{\"format\": 2}\n{\"format\": 2}",
                            "test.json:2: not JSON: unexpected '{'; expected end of input"},
                    Refused{"cut", "{\"format\": 2,\n \"emitters\": [{\"rate\":",
                            "test.json:2: /emitters/0/rate: not JSON: unexpected end of input; expected '[', "
                            "'{', or a literal"},
                    Refused{"comma", "{\"format\": 2,,\n}",
                            "test.json:1: not JSON: unexpected ','; expected string literal"},
                    Refused{"comment", "{\"format\": 2 / one\n}",
                            "test.json:1: not JSON: invalid literal; last read: '2 /'; expected '}'"},
                    Refused{
                        "nan", with_emitter("\"rate\": NaN"),
                        "test.json:3: /emitters/0/rate: not JSON: invalid literal; last read: '\"rate\": N'"},
                    Refused{"infinite", with_emitter("\n\"rate\": 1e999"),
                            "test.json:4: /emitters/0/rate: must be a finite number, not 1e999"},
                    Refused{"negative_infinite", with_emitter("\"lifetime\": [0,\n-1e999]"),
                            "test.json:4: /emitters/0/lifetime/1: must be a finite number, not -1e999"},
                    Refused{"twice", "{\"format\": 2,\n\"name\": \"a\",\n\"name\": \"b\"}",
                            "test.json:3: /name: the key is there twice; must be there once"},
                    Refused{"twice_deep", with_emitter("\"rate\": 1,\n\"rate\": 1"),
                            "test.json:4: /emitters/0/rate: the key is there twice; must be there once"}),
    named);

INSTANTIATE_TEST_SUITE_P(
    Shape, Refusal,
    testing::Values(Refused{"number", "\n5", "test.json:2: must be an object {...}, not 5"},
                    Refused{"list", "[]", "test.json:1: must be an object {...}, not a list of 0"},
                    Refused{"null", "null", "test.json:1: must be an object {...}, not null"},
                    Refused{"no_format", "{\"name\": \"x\"}", "test.json:1: /format: is missing; must be 2"},
                    Refused{"other_format", "{\n\"format\": 3}", "test.json:2: /format: must be 2, not 3"},
                    Refused{"unknown", "{\"format\": 2,\n\n\"colour\": 3}",
                            "test.json:3: /colour: unknown key; must be $schema, format, name, description, "
                            "steps_per_second, prewarm, when_full, limits, "
                            "blend, floor, scenery, view, transform, properties, let, emitters or files"},
                    Refused{"misspelt", with_emitter("\"rat\": 3"),
                            "test.json:3: /emitters/0/rat: unknown key (did you mean rate?)"},
                    Refused{"other_case", with_emitter("\"Rate\": 3"),
                            "test.json:3: /emitters/0/Rate: unknown key (did you mean rate?)"},
                    Refused{"floor_key", "{\"format\": 2, \"floor\": {\n\"hight\": 3}}",
                            "test.json:2: /floor/hight: unknown key (did you mean height?)"},
                    Refused{"nested_key", "{\"format\": 2,\n\"a/b~c\": {\"a\": 1}}",
                            "test.json:2: /a~1b~0c: unknown key; must be $schema, format, name, description, "
                            "steps_per_second, prewarm, when_full, limits, "
                            "blend, floor, scenery, view, transform, properties, let, emitters or files"},
                    Refused{"no_emitters", "{\"format\": 2, \"emitters\": []}",
                            "test.json:1: /emitters: must have 1 to 10000 elements, not 0"},
                    Refused{"emitters_object", "{\"format\": 2, \"emitters\": {}}",
                            "test.json:1: /emitters: must be a list [...], not an object"},
                    Refused{"emitter_number", "{\"format\": 2,\n\"emitters\": [{},\n7]}",
                            "test.json:3: /emitters/1: must be an object {...}, not 7"}),
    named);

/// Returns an effect with emitters "a", "b" and "b", the first of which has these members in its child entry.
std::string with_children(const std::string& members) {
    return "{\"format\": 2, \"emitters\": [{\"name\": \"a\", \"children\": [\n{" + members +
           "}]},\n{\"name\": \"b\"}, {\"name\": \"b\"}]}";
}

INSTANTIATE_TEST_SUITE_P(
    Relations, Refusal,
    testing::Values(
        Refused{
            "no_such_emitter", with_children("\"emitter\": \"aa\""),
            "test.json:2: /emitters/0/children/0/emitter: must be the name of an emitter of this effect, not "
            "\"aa\" (did you mean a?)"},
        Refused{
            "no_emitter_named", with_children("\"count\": [1, 2]"),
            "test.json:2: /emitters/0/children/0/emitter: must be the name of an emitter of this effect, not "
            "\"\" (did you mean a?)"},
        Refused{"two_emitters", with_children("\"emitter\": \"b\""),
                "test.json:2: /emitters/0/children/0/emitter: must be the name of one emitter; 2 are called "
                "\"b\""},
        Refused{"half_a_child", with_children("\"emitter\": \"a\",\n\"count\": [1.5, 2]"),
                "test.json:3: /emitters/0/children/0/count: must be whole numbers, not 1.5"},
        Refused{
            "no_age", with_children("\"emitter\": \"a\", \"on\": \"age\",\n\"age\": 0.001"),
            "test.json:3: /emitters/0/children/0/age: must be one step to 2^31 steps, at 60 steps per second "
            "0.016666668 to 3.57914e+07 s, not 0.001"},
        Refused{"other_event", with_children("\"emitter\": \"a\",\n\"on\": \"birth\""),
                "test.json:3: /emitters/0/children/0/on: must be death, collision, age, distance, time or "
                "condition, not \"birth\""},
        Refused{"no_distance", with_children("\"emitter\": \"a\", \"on\": \"distance\",\n\"distance\": 0"),
                "test.json:3: /emitters/0/children/0/distance: must be 0.001 to 1e+06 m, not 0"},
        Refused{
            "condition_left_out", with_children("\"emitter\": \"a\",\n\"on\": \"condition\""),
            "test.json:2: /emitters/0/children/0/when: is missing; must be an expression, such as \"speed < "
            "1\""},
        Refused{"unknown_in_condition",
                with_children("\"emitter\": \"a\", \"on\": \"condition\",\n\"when\": \"sped > 1\""),
                "test.json:3: /emitters/0/children/0/when: column 1: there is no name sped (did you mean "
                "speed?)"},
        Refused{"number_for_condition",
                with_children("\"emitter\": \"a\", \"on\": \"condition\",\n\"when\": \"speed\""),
                "test.json:3: /emitters/0/children/0/when: must be a truth, not a number"},
        Refused{"certain", with_children("\"emitter\": \"a\",\n\"chance\": 1.1"),
                "test.json:3: /emitters/0/children/0/chance: must be 0 to 1, not 1.1"},
        Refused{"long_wait", with_emitter("\"bursts\": [{\n\"time\": -1}]"),
                "test.json:4: /emitters/0/bursts/0/time: must be 0 to 1e+06 s, not -1"},
        Refused{"burst_chance", with_emitter("\"bursts\": [{\n\"probability\": 2}]"),
                "test.json:4: /emitters/0/bursts/0/probability: must be 0 to 1, not 2"},
        Refused{"burst_part", with_emitter("\"bursts\": [{\n\"count\": {\"random\": [1, 2.5]}}]"),
                "test.json:4: /emitters/0/bursts/0/count/random/1: must be a whole number, 0 to 1e+09 "
                "births, not 2.5"},
        Refused{"burst_random", with_emitter("\"bursts\": [{\n\"probability\": {\"random\": [0, 1]}}]"),
                "test.json:4: /emitters/0/bursts/0/probability/random: probability cannot be random"},
        Refused{
            "burst_often", with_emitter("\"bursts\": [{\"probability\": 0.5,\n\"every\": 0.0001}]"),
            "test.json:4: /emitters/0/bursts/0/every: must be 0 or at least 0.001 s for a burst with a "
            "varying count, a delay, a duration or a probability, or with moments \"together\", not 0.0001"},
        Refused{"burst_overlap", with_emitter("\"bursts\": [{\"every\": 0.01,\n\"duration\": 20}]"),
                "test.json:4: /emitters/0/bursts/0/duration: must let at most 1000 bursts overlap, which "
                "follow each other after 0.01 s"},
        Refused{"short_loop", with_emitter("\n\"duration\": 0.001"),
                "test.json:4: /emitters/0/duration: must be 0 or one step to 2^31 steps, at 60 steps per "
                "second 0.016666668 to 3.57914e+07 s, not 0.001"},
        Refused{"burst_key", with_emitter("\"bursts\": [{\n\"cout\": 1}]"),
                "test.json:4: /emitters/0/bursts/0/cout: unknown key (did you mean count?)"},
        Refused{"step_limit", "{\"format\": 2, \"limits\": {\n\"children_per_step\": -1}}",
                "test.json:2: /limits/children_per_step: must be 0 to 134217727, not -1"},
        Refused{"long_prewarm", "{\"format\": 2,\n\"prewarm\": 601}",
                "test.json:2: /prewarm: must be 0 to 600 s, not 601"}),
    named);

TEST(Parse, EmittersMayFeedEachOtherInACircle) {
    const Effect effect = parse(R"({"format": 2, "emitters": [
        {"name": "a", "children": [{"emitter": "b"}]}, {"name": "b", "children": [{"emitter": "a"}]},
        {"name": "same"}, {"name": "same"}]})",
                                "test.json");
    EXPECT_EQ(effect.emitters[1].children[0].emitter, "a");
}

INSTANTIATE_TEST_SUITE_P(
    Value, Refusal,
    testing::Values(
        Refused{"rate_of_a_particle", "{\"format\": 2, \"emitters\": [{\n\"rate\": \"speed * 2\"}]}",
                "test.json:2: /emitters/0/rate: column 1: there is no name speed; must be time or pi"},
        Refused{"rate_at_random", "{\"format\": 2, \"emitters\": [{\"rate\":\n{\"random\": [1, 2]}}]}",
                "test.json:2: /emitters/0/rate/random: rate cannot be random"},
        Refused{"descending_rate",
                "{\"format\": 2, \"emitters\": [{\"rate\":\n{\"curve\": [[0, 1], [0, -2]]}}]}",
                "test.json:2: /emitters/0/rate/curve/1/0: must be more than the place before"},
        Refused{"truth_for_rate", "{\"format\": 2, \"emitters\": [{\n\"rate\": \"time > 1\"}]}",
                "test.json:2: /emitters/0/rate: must be a number, not a truth"},
        Refused{"other_moments", "{\"format\": 2, \"emitters\": [{\n\"moments\": \"odd\"}]}",
                "test.json:2: /emitters/0/moments: must be random, even or together, not \"odd\""},
        Refused{"null_for_number", with_emitter("\"rate\": null"),
                "test.json:3: /emitters/0/rate: must be 0 to 1e+09 births per second, not null"},
        Refused{"string_for_number", with_emitter("\"position\": [\"5\", 0, 0]"),
                "test.json:3: /emitters/0/position/0: must be -1e+06 to 1e+06 m, not \"5\""},
        Refused{"two_components", with_emitter("\"position\": [0, -9.8]"),
                "test.json:3: /emitters/0/position: must be a list of 3 numbers, not a list of 2"},
        Refused{"number_for_vector", with_emitter("\"position\": -9.8"),
                "test.json:3: /emitters/0/position: must be a list of 3 numbers, not -9.8"},
        Refused{"beyond_a_float", with_emitter("\"position\": [1e300, 0, 0]"),
                "test.json:3: /emitters/0/position/0: must be -1e+06 to 1e+06 m, not 1e+300"},
        Refused{"backwards", with_emitter("\"rate\": 1,\n\"lifetime\": [5, 4.5]"),
                "test.json:4: /emitters/0/lifetime: must be [least, most] with least <= most, not [5, 4.5]"},
        Refused{"earlier_format", "{\"emitters\": [{\"drag\": 1}],\n\"format\": 1}",
                "test.json:2: /format: must be 2, not 1, which only earlier versions read"},
        Refused{"negative", with_emitter("\"rate\": -5"),
                "test.json:3: /emitters/0/rate: must be 0 to 1e+09 births per second, not -5"},
        Refused{"a_little_negative", with_emitter("\"rate\": -1e-300"),
                "test.json:3: /emitters/0/rate: must be 0 to 1e+09 births per second, not -1e-300"},
        Refused{"component", with_emitter("\"position\": [0,\n1,\n2e6]"),
                "test.json:5: /emitters/0/position/2: must be -1e+06 to 1e+06 m, not 2e+06"},
        Refused{"component_before_a_new_line", with_emitter("\"position\": [0,\n2e6\n\n, 1]"),
                "test.json:4: /emitters/0/position/1: must be -1e+06 to 1e+06 m, not 2e+06"},
        Refused{"less_than_a_step", with_emitter("\"lifetime\": [0.01, 1]"),
                "test.json:3: /emitters/0/lifetime: must be one step to 2^31 steps, at 60 steps per second "
                "0.016666668 to 3.57914e+07 s, not 0.01"},
        Refused{"too_many_steps", with_emitter("\"lifetime\": [1,\n1e9]"),
                "test.json:3: /emitters/0/lifetime: must be one step to 2^31 steps, at 60 steps per second "
                "0.016666668 to 3.57914e+07 s, not 1000000000"},
        Refused{"number_for_bool", "{\"format\": 2, \"floor\": {\"enabled\": 1}}",
                "test.json:1: /floor/enabled: must be true or false, not 1"},
        Refused{"number_for_string", "{\"format\": 2, \"name\": 1}",
                "test.json:1: /name: must be a string, not 1"},
        Refused{"long_name", "{\"format\": 2, \"name\": \"" + std::string(101, 'x') + "\"}",
                "test.json:1: /name: must be at most 100 bytes long, not 101"},
        Refused{"fraction", "{\"format\": 2,\n\"steps_per_second\": 59.94}",
                "test.json:2: /steps_per_second: must be a whole number, 1 to 1000, not 59.94"},
        Refused{"no_steps", "{\"format\": 2,\n\"steps_per_second\": 0}",
                "test.json:2: /steps_per_second: must be 1 to 1000, not 0"},
        Refused{"negative_steps", "{\"format\": 2,\n\"steps_per_second\": -60}",
                "test.json:2: /steps_per_second: must be 1 to 1000, not -60"},
        Refused{"beyond_32_bits", "{\"format\": 2,\n\"steps_per_second\": 4294967356}",
                "test.json:2: /steps_per_second: must be 1 to 1000, not 4294967356"},
        Refused{"beyond_64_bits", "{\"format\": 2,\n\"steps_per_second\": 18446744073709551676}",
                "test.json:2: /steps_per_second: must be 1 to 1000, not 1.8446744073709552e+19"}),
    named);

TEST(Parse, RefusesDeepNestingWithoutGoingDeep) {
    const std::size_t million = 1'000'000;
    EXPECT_EQ(refusal(std::string(million, '[')).substr(0, 16), "test.json:1: /0/");
    EXPECT_NE(refusal(std::string(million, '[')).find("nested too deep; must be at most 64 levels"),
              std::string::npos);
    std::string objects = "{\"format\": 2,\n";
    for (std::size_t i = 0; i < million; ++i) objects += i == 0 ? "\"a\":" : "{\"a\":";
    EXPECT_NE(refusal(objects).find("test.json:2: /a/a/a"), std::string::npos);
    EXPECT_NE(refusal(objects).find("nested too deep"), std::string::npos);
}

TEST(Parse, RefusesMoreValuesThanAnyEffectHas) {
    std::string text = "{\"format\": 2, \"emitters\": [0";
    for (int i = 0; i < 2'000'000; ++i) text += ",0";
    EXPECT_EQ(refusal(text + "]}"),
              "test.json:1: /emitters/1999997: must be at most 2000000 values in a file");
}

TEST(Parse, RefusesMoreEmittersThanTheTableHolds) {
    const auto emitters = [](int count) {
        std::string text = "{\"format\": 2, \"emitters\": [{}";
        for (int i = 1; i < count; ++i) text += ",{}";
        return text + "]}";
    };
    EXPECT_EQ(parse(emitters(10000), "test.json").emitters.size(), 10000U);
    EXPECT_EQ(refusal(emitters(10001)), "test.json:1: /emitters: must have 1 to 10000 elements, not 10001");
}

TEST(Parse, AcceptsOneNumberAndRandomForWhatIsDrawn) {
    const auto lifetime = [](const std::string& text) {
        return parse(with_emitter("\"lifetime\": " + text), "test.json").emitters[0].lifetime;
    };
    EXPECT_EQ(lifetime("5"), (Range{5, 5}));
    EXPECT_EQ(lifetime("[1, 2]"), (Range{1, 2}));
    EXPECT_EQ(lifetime("{\"random\": [1, 2]}"), (Range{1, 2}));
    EXPECT_EQ(refusal(with_emitter("\"lifetime\": {\"random\": [2, 1]}")),
              "test.json:3: /emitters/0/lifetime: must be [least, most] with least <= most, not [2, 1]");
    EXPECT_EQ(refusal(with_emitter("\"lifetime\":\n{\"radom\": [2, 1]}")),
              "test.json:4: /emitters/0/lifetime/radom: unknown key (did you mean random?)");
    EXPECT_EQ(refusal(with_emitter("\"lifetime\": -5")),
              "test.json:3: /emitters/0/lifetime: must be 0 to 1e+09 s, not -5");
    EXPECT_EQ(refusal("{\"format\": 2, \"properties\": [{\"name\": \"a\", \"range\": 5}]}"),
              "test.json:1: /properties/0/range: must be a list of 2 numbers, not 5");
}

TEST(Parse, SaysInWhichColumn) {
    const auto place = [](const std::string& text) {
        const std::string message = whole_message_of([&] { parse(text, "e"); });
        return message.substr(0, message.find(": "));
    };
    EXPECT_EQ(place("{\"format\": 2,\n  \"emiters\": []}"), "e:2:3") << "a key's first character";
    EXPECT_EQ(place("{\"name\": \"\u00E9\u00E9\", \"format\" :3}"), "e:1:16") << "characters, not bytes";
    const std::string begin = "{\"format\": 2, \"emitters\": [{}, ";
    const std::string column = std::to_string(begin.size() + 1);
    for (const std::string element : {"17, {}", "17]", "-1.5e3\n", "true ", "\"\\\"[\\\\\"", "[1]", "null\t"})
        EXPECT_EQ(place(begin + element + (element == "17]" ? "}" : "]}")), "e:1:" + column) << element;
    EXPECT_EQ(place(begin + "{]}"), "e:1:" + std::to_string(begin.size() + 2))
        << "where the text is not JSON";
    EXPECT_EQ(place(begin + "1e999]}"), "e:1:" + column);
    EXPECT_EQ(place("{\"name\": \"a\",\n \"name\": \"b\"}"), "e:2:2");
}

TEST(Parse, RefusesMoreThanADriverCanTake) {
    const auto refused = [](int stacks, int drags) {
        std::string emitters;
        for (int k = 0; k < stacks; ++k) {
            std::string modules = R"({"module": "size"})";
            for (int i = 0; i < drags + k % 8; ++i) modules += R"(, {"module": "drag"})";
            for (int i = 0; i < k / 8; ++i) modules += R"(, {"module": "gravity"})";
            emitters += fmt::format("{}{{\"modules\": [{}]}}", k > 0 ? ", " : "", modules);
        }
        try {
            parse("{\"format\": 2, \"emitters\": [" + emitters + "]}", "e");
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refused(64, 0), "");
    EXPECT_EQ(refused(65, 0), "e:1:15: /emitters: the effect has more than 64 different stacks of modules");
    EXPECT_NE(refused(64, 30).find(
                  "e:1:15: /emitters: the different stacks of modules are too long together for compilers: "),
              std::string::npos);
}

TEST(Parse, SaysThePartsOfAFault) {
    try {
        parse(with_emitter("\"rate\": -5"), "test.json");
        FAIL();
    } catch (const effects::Refusal& refused) {
        EXPECT_EQ(refused.place(), (Place{3, 2}));
        EXPECT_EQ(refused.fault().pointer, "/emitters/0/rate");
        EXPECT_EQ(refused.fault().message, "must be 0 to 1e+09 births per second, not -5");
    }
}

TEST(Parse, SkipsAByteOrderMark) {
    EXPECT_EQ(parse("\xEF\xBB\xBF{\"format\": 2, \"name\": \"marked\"}", "test.json").name, "marked");
    EXPECT_NE(refusal("\xEF\xBB{\"format\": 2}").find("test.json:1: not JSON: "), std::string::npos);
    EXPECT_NE(refusal(std::string("\xFF\xFE{\0\"\0", 6)).find("test.json:1: not JSON: "), std::string::npos);
}

TEST(Parse, RefusesWhatIsNotUtf8) {
    const std::string message = refusal("{\"format\": 2,\n\"name\": \"a\xC3(\"}");
    EXPECT_NE(message.find("test.json:2: /name: not JSON: invalid string: ill-formed UTF-8 byte"),
              std::string::npos)
        << message;
}

TEST(Parse, KeepsItsMessageOnOneReadableLine) {
    const std::string message = refusal("{\"format\": 2, \"a\\nb" + std::string(100000, 'k') + "\": 1}");
    EXPECT_EQ(message.substr(0, 20), "test.json:1: /a bkkk");
    EXPECT_EQ(message_of([] { parse("x", "odd\nname"); }),
              "odd name:1: not JSON: invalid literal; last read: 'x'");
}

TEST(Parse, AcceptsWholeNumbersWrittenAsFractions) {
    EXPECT_EQ(parse("{\"format\": 2.0, \"steps_per_second\": 1.2e2}", "test.json").steps_per_second, 120U);
}

TEST(Parse, AcceptsTheEndsOfRanges) {
    const Effect effect = parse(with_emitter("\"rate\": 1e9, \"lifetime\": [0.016666668, 3.5e7]"), "t");
    EXPECT_EQ(effect.emitters[0].rate, 1e9f);
    EXPECT_EQ(effect.emitters[0].lifetime.least, 0.016666668f);
    EXPECT_EQ(parse("{\"format\": 2, \"view\": {\"exposure\": 0.0001}}", "t").view.exposure, 0.0001f);
}

TEST(Parse, GivesDefaultsToWhatIsNotSaid) {
    EXPECT_EQ(parse("{\"format\": 2}", "test.json"), Effect{});
    Effect expected;
    expected.emitters[0].rate = 3;
    EXPECT_EQ(parse("{\"format\": 2, \"emitters\": [{\"rate\": 3}]}", "test.json"), expected);
}

}  // namespace
}  // namespace winnow::effects
