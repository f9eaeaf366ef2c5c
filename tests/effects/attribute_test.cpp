// Checks the attributes that an effect names itself: which names pass, what declares them, and what is
// refused with line and pointer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "effects/compile/stack.h"
#include "effects/compile/stack_words.h"
#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/model/effect.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

/// Each module gets a line of its own; the first has line 2.
Effect with_modules(const std::string& modules, const std::string& folder = {}) {
    return parse("{\"format\": 2, \"emitters\": [{\"modules\": [\n" + modules + "]}]}", "test", folder);
}

std::string stack_refusal(const std::string& modules) {
    return message_of([&] { with_modules(modules); });
}

std::string attribute_named(std::string_view name) {
    return fmt::format(R"({{"module": "attribute", "name": "{}"}})", name);
}

/// Returns modules that declare colours that take 32 words, and one that reads them and another number.
std::string many_words(const std::string& name) {
    std::string modules;
    for (int i = 0; i < 8; ++i)
        modules += fmt::format("{}{{\"module\": \"attribute-colour\", \"name\": \"{}{}\"}}\n",
                               i == 0 ? "" : ",", name, i);
    return modules;
}
std::string use_of_all(const std::string& number) {
    std::string sum = number;
    for (int i = 0; i < 8; ++i) sum += fmt::format(" + glow{}.r", i);
    return "{\"module\": \"size\", \"diameter\": \"" + sum + "\"}";
}

std::vector<std::string> attributes_of(const Effect& effect) {
    std::vector<std::string> all;
    const std::vector<Stack> stacks = stacks_of(effect);
    for (const Attribute& attribute : stored_of(stacks[0])) all.push_back(attribute.name);
    return all;
}

TEST(NamedAttribute, IsReadByExpressionsOfAllModules) {
    const Effect effect =
        with_modules(R"({"module": "attribute", "name": "heat", "value": {"random": [0, 1]}},
{"module": "gravity", "acceleration": "heat * position"},
{"module": "set", "attribute": "heat", "value": "heat - 0.5 * seconds"},
{"module": "size", "diameter": {"curve": [[0, 0.1], [1, 0.2]], "by": "heat"}})");
    EXPECT_EQ(attributes_of(effect), std::vector<std::string>{"heat"});
    const StackProgram program = program_of(effect);
    EXPECT_NE(program.step.files[0].text.find("p.heat = v"), std::string::npos);
    EXPECT_EQ(program.look.files[0].text.find("p.heat = v"), std::string::npos);
    Effect other = effect;
    other.emitters[0].modules[2].values["value"] = Formula("heat - 0.7 * seconds");
    EXPECT_EQ(program_of(other).step.path(), program.step.path()) << "a number compiles nothing";
    other.emitters[0].modules[0].values["name"] = Constant("warmth");
    other.emitters[0].modules.resize(1);
    EXPECT_NE(program_of(other).step.path(), program.step.path());
}

TEST(NamedAttribute, IsOneHoweverOftenItIsDeclared) {
    const test::TemporaryDirectory folder;
    folder.write("own.glsl",
                 "/*{\"name\": \"own\", \"stage\": \"spawn\", \"does\": \"Nothing.\", \"attributes\": "
                 "{\"heat\": {\"type\": \"number\", \"default\": 3, \"does\": \"Heat.\"}}}*/\n"
                 "void spawn(inout Particle p, Parameters a, Birth b) {}\n");
    const std::string own = R"({"module": "own"})";
    for (const std::string& modules :
         {attribute_named("heat") + "," + own, own + "," + attribute_named("heat")}) {
        const Stack stack =
            stacks_of(with_modules(modules + "," + attribute_named("heat"), folder.path().string()))[0];
        ASSERT_EQ(stack.attributes.size(), 1u);
        EXPECT_EQ(stack.attributes[0].value, Constant{3.0f}) << "the module's own default stays";
    }
}

TEST(NamedAttribute, WithoutANameIsNone) {
    const Effect effect =
        with_modules(R"({"module": "attribute", "value": 2}, {"module": "set-vector", "value": "position"})");
    EXPECT_TRUE(attributes_of(effect).empty());
    program_of(effect);
}

TEST(NamedAttribute, MayBeNamedByModulesThatAreTurnedOff) {
    const std::string off = R"("enabled": false)";
    const Effect effect =
        with_modules(R"({"module": "attribute", "name": "heat", )" + off +
                     R"(}, {"module": "set", "attribute": "heat", "value": "heat * 2", )" + off + "}");
    EXPECT_TRUE(attributes_of(effect).empty());
    EXPECT_NE(stack_refusal(R"({"module": "attribute", "name": "heat", )" + off +
                            "},\n{\"module\": \"size\", \"diameter\": \"heat\"}"),
              "");
}

using Names = std::vector<std::string>;

TEST(NamedAttribute, IsFreeWhereOnlyBirthsReadItBesideMoreThanFourWords) {
    const std::string five = R"({"module": "attribute-vector", "name": "home", "value": "position"},
{"module": "attribute", "name": "luck", "value": {"random": [0, 1]}},
{"module": "jet", "speed": "luck * 3"},
{"module": "attribute", "name": "heat", "value": "luck"},
{"module": "size", "diameter": "length(home) * heat"})";
    const std::string read_later = R"(, {"module": "opacity", "opacity": "luck"})";
    EXPECT_EQ(attributes_of(with_modules(five)), (Names{"home", "heat"}));
    EXPECT_EQ(program_of(with_modules(five)).planes.all, 1u);
    EXPECT_EQ(attributes_of(with_modules(five + read_later)), (Names{"home", "luck", "heat"}));
    EXPECT_EQ(program_of(with_modules(five + read_later)).planes.all, 2u);
    // Thirty-two words and others that nobody reads later.
    EXPECT_EQ(attributes_of(
                  with_modules(many_words("glow") + "," + attribute_named("heat") + "," + use_of_all("0")))
                  .size(),
              8u);
    // Up to four words nothing changes, so that hashes and states of effects with so few stay.
    EXPECT_EQ(attributes_of(with_modules(attribute_named("luck"))), Names{"luck"});
}

TEST(NamedAttribute, IsStoredIfChildrenReadItAtTheirBirth) {
    const auto stored = [](const std::string& read) {
        const Effect effect = parse(
            R"({"format": 2, "emitters": [{"name": "a", "children": [{"emitter": "b", "on": "death"}], "modules": [)" +
                many_words("glow") + "," + attribute_named("luck") + "," + use_of_all("0") +
                R"(]}, {"name": "b", "rate": 0, "modules": [{"module": "jet", "speed": ")" + read +
                R"("}]}]})",
            "test");
        return attributes_of(effect);
    };
    EXPECT_EQ(stored("1 + parent.speed").size(), 8u);
    const std::string message = message_of([&] { stored("parent.luck"); });
    EXPECT_NE(message.find("(glow0, glow1, glow2, glow3, glow4, glow5, glow6, glow7, luck) take 33 words"),
              std::string::npos)
        << message;
}

TEST(NamedAttribute, OfParentsIsLoadedForTheStacksThatReadIt) {
    const auto emitter = [](const std::string& name, const std::string& speed) {
        return fmt::format(
            R"(, {{"name": "{}", "rate": 0, "modules": [{{"module": "jet", "speed": "{}"}}]}})", name, speed);
    };
    const StackProgram program = program_of(parse(
        R"({"format": 2, "emitters": [{"name": "a", "children": [{"emitter": "b"}, {"emitter": "c"}, {"emitter": "d"}],
"modules": [{"module": "attribute", "name": "heat"}, {"module": "size", "diameter": 1}]})" +
            emitter("b", "parent.heat") + emitter("c", "parent.colour.r") + emitter("d", "3") + "]}",
        "test"));
    const auto bit = [&](std::size_t emitter_number) { return 1u << program.stacks[emitter_number].step; };
    const std::string& text = program.step.files[0].text;
    const auto says = [&](std::string_view function, std::uint32_t codes) {
        return text.find(fmt::format("bool {}(uint code) {{\n    return ((code < 32u ? {:#x}u", function,
                                     codes)) != std::string::npos;
    };
    EXPECT_TRUE(says("stack_reads_parent", bit(1) | bit(2))) << text;
    EXPECT_TRUE(says("stack_reads_parents_look", bit(2))) << text;
}

TEST(NamedAttribute, LiesInPlanesInTheOrderOfItsUse) {
    const Effect effect = with_modules(R"({"module": "attribute-colour", "name": "tint"},
{"module": "attribute-vector", "name": "home", "value": "position"},
{"module": "attribute", "name": "heat"},
{"module": "attribute", "name": "pull"},
{"module": "gravity", "acceleration": "(home - position) * pull"},
{"module": "set", "attribute": "heat", "value": "heat + 1"},
{"module": "colour", "colour": "tint"})");
    EXPECT_EQ(attributes_of(effect), (Names{"heat", "home", "pull", "tint"}));
    EXPECT_EQ(program_of(effect).planes, (AttributePlanes{.all = 3, .read = 2, .held = 1, .drawn = 0b110}));
    const Effect small = with_modules(attribute_named("heat"));
    EXPECT_EQ(program_of(small).planes, (AttributePlanes{1, 1, 1, 1}));
}

TEST(NamedAttribute, MayTakeThirtyTwoWords) {
    const Effect effect =
        load(test::source("tests/effects/thirty-two-words.json").string());  // for `bench step`
    EXPECT_EQ(words_of(stored_of(stacks_of(effect)[0])), max_attribute_words);
    EXPECT_EQ(program_of(effect).planes, (AttributePlanes{.all = 8, .read = 3, .held = 1, .drawn = 0xFD}));
}

struct WrongStack {
    std::string name;  // of the test
    std::string modules, message;
};
void PrintTo(const WrongStack& wrong, std::ostream* out) {
    *out << wrong.name;
}

class RefusedAttributeTest : public ::testing::TestWithParam<WrongStack> {};

TEST_P(RefusedAttributeTest, SaysWhereAndWhy) {
    const std::string message = stack_refusal(GetParam().modules);
    EXPECT_EQ(message.substr(0, GetParam().message.size()), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Each, RefusedAttributeTest,
    ::testing::Values(
        WrongStack{"Unknown", attribute_named("heat") + ",\n{\"module\": \"set\", \"attribute\": \"hea\"}",
                   "test:3: /emitters/0/modules/1/attribute: the stack has no attribute hea (did you mean "
                   "heat?); a module of the stage spawn, such as attribute, declares it"},
        WrongStack{"TurnedOff",
                   "{\"module\": \"attribute\", \"name\": \"heat\", \"enabled\": false},\n"
                   "{\"module\": \"set\", \"attribute\": \"heat\"}",
                   "test:3: /emitters/0/modules/1/attribute: the stack has no attribute heat"},
        WrongStack{
            "SetInAnotherType",
            attribute_named("heat") + ",\n{\"module\": \"set-vector\", \"attribute\": \"heat\"}",
            "test:3: /emitters/0/modules/1/attribute: set-vector takes vector, but /emitters/0/modules/0 "
            "declares the attribute heat as number"},
        WrongStack{
            "DeclaredInAnotherType",
            attribute_named("tint") + ",\n{\"module\": \"attribute-vector\", \"name\": \"tint\"}",
            "test:3: /emitters/0/modules/1: attribute-vector declares the attribute tint as vector, but "
            "/emitters/0/modules/0 as number"},
        WrongStack{"DeclaredInAnotherTypeByAHead", attribute_named("tint") + ",\n{\"module\": \"image\"}",
                   "test:3: /emitters/0/modules/1: image declares the attribute tint as vector, but "
                   "/emitters/0/modules/0 as number"},
        WrongStack{
            "TooManyWords", many_words("glow") + "," + attribute_named("heat") + ",\n" + use_of_all("heat"),
            "test:10: /emitters/0/modules/8: the attributes of the stack that are read after the birth "
            "(glow0, glow1, glow2, glow3, glow4, glow5, glow6, glow7, heat) take 33 words; must be at "
            "most 32"},
        WrongStack{"NoText", "{\"module\": \"attribute\", \"name\": 5}",
                   "test:2: /emitters/0/modules/0/name: must be"},
        WrongStack{"Random", "{\"module\": \"attribute\", \"name\": {\"random\": [\"a\", \"b\"]}}",
                   "test:2: /emitters/0/modules/0/name: must be a string, not an object"},
        WrongStack{"Curve", "{\"module\": \"attribute\", \"name\": {\"curve\": [[0, \"a\"]]}}",
                   "test:2: /emitters/0/modules/0/name: must be a string, not an object"}),
    [](const auto& one) { return one.param.name; });

TEST(NamedAttribute, HasOneTypeInAllStacksOfAnEffect) {
    const std::string message = message_of([] {
        parse(R"({"format": 2, "emitters": [{"name": "a", "modules": [{"module": "image"}]},
{"name": "b", "modules": [{"module": "attribute", "name": "tint"}]}]})",
              "test");
    });
    EXPECT_EQ(message,
              "test:2: /emitters/1/modules/0: attribute declares the attribute tint as number, but "
              "/emitters/0/modules/0 as vector");
}

TEST(NamedAttribute, IsNoProperty) {
    const std::string message = message_of([] {
        parse(R"({"format": 2, "properties": [{"name": "heat"}],
"emitters": [{"modules": [{"module": "attribute", "name": "heat"}]}]})",
              "test");
    });
    EXPECT_NE(message.find("heat is a property, and an attribute of a module"), std::string::npos) << message;
}

/// A name stands in the program's text as it is.
TEST(NamedAttribute, HasANameThatIsAPlainWordOfNoOtherMeaning) {
    const std::string_view words[] = {"float",           "attribute", "sampler2d", "precise",
                                      "sampler2dshadow", "gl_x",      "length",    "half"};
    const std::string_view taken[] = {"position", "velocity", "age",     "lifetime", "life",      "events",
                                      "time",     "speed",    "seconds", "random",   "travelled", "pi"};
    const std::string_view odd[] = {"x; } void f() {",
                                    "x\\n#define y 1",
                                    "Heat",
                                    "_x",
                                    "x_",
                                    "x__y",
                                    "1x",
                                    " x",
                                    "x ",
                                    "p.x",
                                    "x-y",
                                    "x/*",
                                    "\xC3\xA9",
                                    "x\\u0000y",
                                    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    const auto expect_refused = [](std::string_view name, std::string_view reason) {
        for (const char* module : {R"("attribute", "name")", R"("set", "attribute")"}) {
            const std::string message = stack_refusal(fmt::format(R"({{"module": {}: "{}"}})", module, name));
            EXPECT_NE(message.find(reason), std::string::npos) << name << ": " << message;
            EXPECT_EQ(message.rfind("test:2: /emitters/0/modules/0/", 0), 0u) << message;
        }
    };
    for (const std::string_view name : words) expect_refused(name, "is a word of GLSL");
    for (const std::string_view name : taken) expect_refused(name, "has a meaning of its own");
    for (const std::string_view name : odd) expect_refused(name, "");
    for (const std::string_view name :
         {"heat", "a1", "hot_or_cold", "x", "sin", "main", "first", "rows", "v0", "a", "p"})
        program_of(with_modules(attribute_named(name) +
                                fmt::format(R"(, {{"module": "size", "diameter": "{}"}})", name)));
}

}  // namespace
}  // namespace winnow::effects
