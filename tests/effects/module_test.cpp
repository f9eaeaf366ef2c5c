// Checks how the head of a module file is read, and what is refused with file, line and pointer.
#include "effects/modules/module.h"

#include <gtest/gtest.h>

#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "effects/expect_error.h"
#include "effects/module_texts.h"

namespace winnow::effects {
namespace {

constexpr std::string_view whole_head = R"(/*{"name": "hot-vortex", "stage": "react",
"does": "Turns.",
"parameters": {
  "spin": {"type": "number", "unit": "m/s2", "default": 4, "range": [-100, 100], "usual": [-20, 20],
    "use": [0, 2], "does": "How fast."},
  "reach": {"type": "number", "default": 2, "range": [0.001, 10], "logarithmic": true, "off_at_zero": true, "does": "How far."},
  "axis": {"type": "direction", "default": [0, 0, 2], "does": "Which way."},
  "hit": {"type": "choice", "choices": {"pass-through": "nothing", "bounce": "much"}, "default": "bounce",
    "does": "What then."},
  "map": {"type": "file", "holds": "image", "does": "A picture."},
  "way": {"type": "spline", "unit": "m", "does": "A way."},
  "count": {"type": "whole", "does": "How many."},
  "inside": {"type": "truth", "default": true, "does": "Where."},
  "tint": {"type": "colour", "does": "Which."}},
"attributes": {"heat": {"type": "number", "unit": "K", "default": 1, "does": "Warmth."},
  "path": {"type": "vector", "does": "A way."}}}*/ // after
void react() {}
)";

/// Returns declarations of attributes that take 32 words.
std::string many_colours() {
    std::string text;
    for (int i = 0; i < 8; ++i)
        text += "\"glow" + std::to_string(i) + "\": {\"type\": \"colour\", \"does\": \"Glow.\"}, ";
    return text;
}
const std::string colours_and_heat = many_colours() + "\"heat\": {";

Module read(std::string_view text) {
    return read_module(text, "folder/hot-vortex.glsl");
}

TEST(Module, HasWhatItsHeadDeclaresInTheOrderOfTheFile) {
    const Module module = read(whole_head);
    EXPECT_EQ(module.name, "hot-vortex");
    EXPECT_EQ(module.stage, Stage::react);
    EXPECT_EQ(module.sentence, "Turns.");
    EXPECT_EQ(module.origin, "folder/hot-vortex.glsl");
    EXPECT_EQ(module.body, " // after\nvoid react() {}\n");
    EXPECT_EQ(module.begin.line, 16);
    std::string order;
    for (const Parameter& parameter : module.parameters) order += parameter.name + ' ';
    EXPECT_EQ(order, "spin reach axis hit map way count inside tint ");

    const Parameter& spin = module.parameters[0];
    EXPECT_EQ(spin.unit, "m/s2");
    EXPECT_EQ(std::get<float>(spin.value.value), 4.0f);
    EXPECT_EQ(spin.range.least, -100);
    EXPECT_EQ(spin.usual.most, 20);
    EXPECT_FALSE(spin.is_logarithmic);
    EXPECT_EQ(spin.pinned, (PinnedUse{0, 2}));
    EXPECT_EQ(spin.sentence, "How fast.");

    EXPECT_FALSE(spin.is_off_at_zero);
    EXPECT_TRUE(module.parameters[1].is_logarithmic);
    EXPECT_TRUE(module.parameters[1].is_off_at_zero);
    EXPECT_EQ(module.parameters[1].usual.least, 0.001) << "without a usual range, the whole one";
    EXPECT_EQ(std::get<glm::vec3>(module.parameters[2].value.value), glm::vec3(0, 0, 2));
    EXPECT_EQ(module.parameters[3].choices[0], (Choice{"pass-through", "nothing"}));
    EXPECT_EQ(std::get<std::string>(module.parameters[3].value.value), "bounce");
    EXPECT_EQ(choice_name(module.parameters[3], module.parameters[3].choices[0]), "hit_pass_through");
    EXPECT_EQ(module.parameters[4].file_kind, FileKind::image);
    EXPECT_EQ(std::get<Spline>(module.parameters[5].value.value).points.size(), 2u);
    EXPECT_EQ(std::get<std::uint32_t>(module.parameters[6].value.value), 0u);
    EXPECT_EQ(std::get<bool>(module.parameters[7].value.value), true);
    EXPECT_EQ(std::get<glm::vec4>(module.parameters[8].value.value), glm::vec4(1));

    ASSERT_EQ(module.attributes.size(), 2u);
    EXPECT_EQ(module.attributes[0].name, "heat");
    EXPECT_EQ(std::get<float>(module.attributes[0].value.value), 1.0f);
    EXPECT_EQ(module.attributes[0].unit, "K");
    EXPECT_EQ(module.attributes[0].sentence, "Warmth.");
    EXPECT_EQ(module.attributes[1].type, Type::vector);
    EXPECT_EQ(module.attributes[1].unit, "");
}

/// Returns the message for the text in which `old` is replaced.
std::string message_with(std::string_view old, std::string_view by) {
    std::string text(whole_head);
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    text.replace(at, old.size(), by);
    return message_of([&] { read(text); });
}

TEST(Module, TakesTheUsualNamesOfTypesToo) {
    std::string text(whole_head);
    for (const auto& [old, usual] :
         {std::pair("\"truth\"", "\"boolean\""), std::pair("\"whole\"", "\"integer\"")})
        text.replace(text.find(old), std::string_view(old).size(), usual);
    const Module module = read(text);
    EXPECT_EQ(module.parameters[6].type, Type::integer);
    EXPECT_EQ(module.parameters[7].type, Type::boolean);
}

struct Wrong {
    std::string_view old, by, message;
};
void PrintTo(const Wrong& wrong, std::ostream* out) {
    *out << "line " << wrong.message.substr(0, wrong.message.find(':'));
}

class WrongHeadTest : public ::testing::TestWithParam<Wrong> {};

TEST_P(WrongHeadTest, IsRefusedWithLineAndPointer) {
    const std::string message = message_with(GetParam().old, GetParam().by);
    const std::string expected = "folder/hot-vortex.glsl:" + std::string(GetParam().message);
    EXPECT_EQ(message.substr(0, expected.size()), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Each, WrongHeadTest,
    ::testing::Values(
        Wrong{"/*{", "{", "1: must begin with the module's head"},
        Wrong{"}}}*/", "}}}", "1: must begin with the module's head"},
        Wrong{"\"does\": \"Turns.\",", "\"does\": \"Turns.\"", "3: "},
        Wrong{"hot-vortex", "hot-water", "1: /name: must be the file's name, hot-vortex"},
        Wrong{"hot-vortex", "hot--vortex", "1: /name: a name must be"},
        Wrong{"\"react\"", "\"rest\"", "1: /stage: must be spawn, force, react or look, not \"rest\""},
        Wrong{"\"does\": \"Turns.\"", "\"says\": \"Turns.\"", "2: /says: unknown key"},
        Wrong{"\"Turns.\"", "\"\"", "2: /does: must be a sentence"},
        Wrong{"\"spin\"", "\"float\"", "4: /parameters/float: float is a word of GLSL"},
        Wrong{"\"spin\"", "\"length\"", "4: /parameters/length: length is a word of GLSL"},
        Wrong{"\"spin\"", "\"gradient\"", "4: /parameters/gradient: gradient has a meaning"},
        Wrong{"\"spin\"", "\"Spin\"", "4: /parameters/Spin: a name must be"},
        Wrong{"\"spin\"", "\"sp__in\"", "4: /parameters/sp__in: a name must be"},
        Wrong{"\"number\", \"unit\"", "\"float\", \"unit\"", "4: /parameters/spin/type: must be truth"},
        Wrong{"\"default\": 4", "\"default\": 400", "4: /parameters/spin/default: must be -100 to 100 m/s2"},
        Wrong{"[-100, 100]", "[100, -100]", "4: /parameters/spin/range: the first number must be less"},
        Wrong{"[-20, 20]", "[-20, 200]", "4: /parameters/spin/usual/1: must be -100 to 100"},
        Wrong{"[0, 2], \"does\"", "[0, 4], \"does\"", "5: /parameters/spin/use/1: must be 0 to 3"},
        Wrong{"[0.001, 10]", "[-1, 10]", "6: /parameters/reach/logarithmic: needs a usual range"},
        Wrong{"[0, 0, 2]", "[0, 0, 0]", "7: /parameters/axis/default: a direction must not be zero"},
        Wrong{"\"default\": [0", "\"unit\": \"m\", \"default\": [0", "7: /parameters/axis/unit: unknown key"},
        Wrong{"\"default\": \"bounce\"", "\"default\": \"bonce\"",
              "8: /parameters/hit/default: must be pass-through or bounce, not \"bonce\" (did you mean "
              "bounce?)"},
        Wrong{", \"bounce\": \"much\"", "", "8: /parameters/hit/choices: must have at least two names"},
        Wrong{"\"file\"", "\"file\", \"default\": \"x\"", "10: /parameters/map/default: unknown key"},
        Wrong{", \"holds\": \"image\"", "", "10: /parameters/map: has no holds; it must be mesh"},
        Wrong{"\"image\"", "\"images\"",
              "10: /parameters/map/holds: must be mesh, image, field, distance or picture"},
        Wrong{"\"count\": {\"type\": \"whole\"", "\"count\": {\"type\": \"whole\", \"default\": 1.5",
              "12: /parameters/count/default: must be a whole number"},
        Wrong{", \"does\": \"How many.\"", "", "12: /parameters/count: has no does; it must be a sentence"},
        Wrong{"\"heat\"", "\"age\"", "15: /attributes/age: age has a meaning of its own"},
        Wrong{"\"vector\"", "\"truth\"", "16: /attributes/path/type: an attribute must be"},
        Wrong{"\"heat\": {", colours_and_heat,
              "15: /attributes: must take at most 32 words of 32 bits in all, not 36"}));

TEST(Module, IsRefusedIfTheFileIsTooLarge) {
    const std::string message =
        message_of([] { read(std::string(whole_head) + std::string(max_module_bytes, ' ')); });
    EXPECT_NE(message.find("too large"), std::string::npos) << message;
}

TEST(Module, MayLieInAnyFileOfItsName) {
    EXPECT_EQ(read_module(made_up(""), "made-up.glsl").name, "made-up");
    EXPECT_EQ(read_module(made_up(""), "from memory").name, "made-up");
}

TEST(BuiltInModules, AreFoundByTheirNames) {
    EXPECT_GE(built_in_modules().size(), 38u);
    for (const std::string& name : built_in_modules()) EXPECT_EQ(built_in_module(name).name, name);
    const std::string message = message_of([] { built_in_module("vortx"); });
    EXPECT_NE(message.find("vortx: no such module (did you mean vortex?)"), std::string::npos) << message;
}

bool is_sentence(std::string_view text) {
    return text.size() > 5 && text.back() == '.' && text.front() >= 'A' && text.front() <= 'Z';
}

TEST(BuiltInModules, SayWhatTheyAndTheirParametersDo) {
    std::set<std::string> sentences;
    for (const std::string& name : built_in_modules()) {
        const Module module = built_in_module(name);
        EXPECT_TRUE(is_sentence(module.sentence)) << name;
        EXPECT_TRUE(sentences.insert(module.sentence).second) << name << " says the same as another";
        for (const Parameter& parameter : module.parameters)
            EXPECT_TRUE(is_sentence(parameter.sentence)) << name << '.' << parameter.name;
    }
}

/// A slider needs ends that a person can use, not those of what is valid at all.
TEST(BuiltInModules, HaveUsualRangesOfTheirOwnWithTheDefaultInIt) {
    for (const std::string& name : built_in_modules()) {
        for (const Parameter& parameter : built_in_module(name).parameters) {
            if (parameter.type != Type::number && parameter.type != Type::integer) continue;
            const double value = parameter.type == Type::number
                                     ? std::get<float>(parameter.value.value)
                                     : std::get<std::uint32_t>(parameter.value.value);
            EXPECT_LE(parameter.usual.least, value) << name << '.' << parameter.name;
            EXPECT_GE(parameter.usual.most, value) << name << '.' << parameter.name;
            EXPECT_LE(parameter.usual.most - parameter.usual.least, 1000) << name << '.' << parameter.name;
        }
    }
}

}  // namespace
}  // namespace winnow::effects
