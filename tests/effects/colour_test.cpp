// Checks colours as CSS writes them, wherever an effect's file takes a colour.
#include "effects/model/colour.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "settings/settings.h"

namespace winnow::effects {
namespace {

float light_of(int code) {
    return linear(static_cast<std::uint8_t>(code));
}

TEST(Colour, IsReadAsCssWritesIt) {
    EXPECT_EQ(css_colour("#ff8800"), glm::vec4(1, light_of(0x88), 0, 1));
    EXPECT_EQ(css_colour("#f80"), css_colour("#ff8800"));
    EXPECT_EQ(css_colour("#FF8800"), css_colour("#ff8800"));
    EXPECT_EQ(css_colour("#ff8800cc"), glm::vec4(1, light_of(0x88), 0, 0.8f));
    EXPECT_EQ(css_colour("#f80c"), css_colour("#ff8800cc"));
    EXPECT_EQ(css_colour("orange"), css_colour("#ffa500"));
    EXPECT_EQ(css_colour("rebeccapurple"), css_colour("#663399"));
    EXPECT_EQ(css_colour("grey"), css_colour("gray"));
    for (const char* text :
         {"", "#", "#ff", "#ff880", "#ff88001", "#ff8800ccd", "#gg8800", "#+f8800", "ff8800", "Orange",
          "orange ", "#-1f", "transparent", "currentcolor", "zzz", "a"})
        EXPECT_EQ(css_colour(text), std::nullopt) << text;
    EXPECT_EQ(css_colour_names().size(), 148u);
    EXPECT_NEAR(light_of(128), std::pow((128 / 255.0 + 0.055) / 1.055, 2.4), 1e-6) << "of linear light";
}

std::string effect_with(const std::string& module, const std::string& before = "") {
    return R"({"format": 2, "emitters": [{"modules": [)" + before + module + "]}]}";
}

Value colour_in(const std::string& text) {
    return parse(text, "text").emitters.at(0).modules.back().values.at("colour");
}

TEST(Colour, IsTakenByModules) {
    const glm::vec4 orange = *css_colour("orange"), teal = *css_colour("teal");
    EXPECT_EQ(colour_in(effect_with(R"({"module": "colour", "colour": "#ffa500"})")),
              Value(Constant(orange)));
    EXPECT_EQ(colour_in(effect_with(R"({"module": "colour", "colour": "orange"})")), Value(Constant(orange)));
    EXPECT_EQ(colour_in(effect_with(R"({"module": "colour", "colour": {"random": ["orange", "#008080"]}})")),
              Value(Random(Constant(orange), Constant(teal))));
    EXPECT_EQ(colour_in(effect_with(
                  R"({"module": "colour", "colour": {"gradient": [[0, "orange"], [1, "#00808080"]]}})")),
              Value(Gradient{{{0.0f, orange}, {1.0f, {glm::vec3(teal), 128 / 255.0f}}}, {}, false}));
}

TEST(Colour, IsTakenByScenery) {
    const Effect effect =
        parse(R"({"format": 2, "scenery": {"objects": [{"colour": "tomato"}, {"colour": "#123"}]}})", "text");
    EXPECT_EQ(effect.scenery.objects[0].colour, glm::vec3(*css_colour("tomato")));
    EXPECT_EQ(effect.scenery.objects[1].colour, glm::vec3(*css_colour("#112233")));
}

TEST(Colour, GivesWayToWhatExpressionsKnow) {
    const std::string attribute = R"({"module": "attribute-colour", "name": "gold", "value": "red"}, )";
    EXPECT_EQ(colour_in(effect_with(R"({"module": "colour", "colour": "gold"})", attribute)),
              Value(Formula("gold")));
    EXPECT_EQ(colour_in(effect_with(R"({"module": "colour", "colour": "silver"})", attribute)),
              Value(Constant(*css_colour("silver"))));
}

TEST(Colour, IsRefusedWithWhatWouldBeRight) {
    const auto refusal = [](const std::string& text) { return message_of([&] { parse(text, "e.json"); }); };
    EXPECT_EQ(refusal(effect_with(R"({"module": "colour", "colour": "ornage"})")),
              "e.json:1: /emitters/0/modules/0/colour: there is no colour and no name ornage (did you mean "
              "orange?)");
    EXPECT_EQ(
        refusal(effect_with(R"({"module": "colour", "colour": "#ff8_"})")),
        "e.json:1: /emitters/0/modules/0/colour: must be a list of numbers, \"#rrggbb\" or the name of a "
        "colour, not \"#ff8_\"");
    EXPECT_EQ(
        refusal(effect_with(R"({"module": "colour", "colour": {"random": ["red", "bluee"]}})")),
        "e.json:1: /emitters/0/modules/0/colour/random/1: must be a list of numbers, \"#rrggbb\" or the "
        "name of a colour, not \"bluee\" (did you mean blue?)");
    EXPECT_EQ(refusal(R"({"format": 2, "scenery": {"objects": [{"colour": "#ff8800cc"}]}})"),
              "e.json:1: /scenery/objects/0/colour: must have no alpha, as \"#rrggbb\", not \"#ff8800cc\"");
    EXPECT_EQ(refusal(R"({"format": 2, "scenery": {"objects": [{"position": "red"}]}})"),
              "e.json:1: /scenery/objects/0/position: must be a list of 3 numbers, not \"red\"");
}

TEST(Colour, KeepsItsTextUntilItIsEdited) {
    const std::string source = R"({"format": 2, "scenery": {"objects": [{"colour": "tomato"}]},
 "emitters": [{"modules": [{"module": "colour", "colour": "orange"},
  {"module": "size", "diameter": 1}]}]})";
    Settings settings;
    settings.effect = parse(source, "source");
    EXPECT_EQ(edited_text(source, settings.effect), source);
    const std::string place = "/effect/emitters/0/modules/";
    settings = apply(settings, {place + "1/diameter", 2});
    std::string expected = source;
    expected.replace(expected.find("\"diameter\": 1"), 13, "\"diameter\": 2");
    EXPECT_EQ(edited_text(source, settings.effect), expected);
    settings = apply(settings, {place + "0/colour", {1, 0.5, 0, 1}});
    expected.replace(expected.find("\"orange\""), 8, "[1, 0.5, 0, 1]");
    EXPECT_EQ(edited_text(source, settings.effect), expected);
    settings = apply(settings, {place + "0/colour", "red"});
    EXPECT_EQ(settings.effect.emitters[0].modules[0].values.at("colour"),
              Value(Constant(glm::vec4(1, 0, 0, 1))));
}

}  // namespace
}  // namespace winnow::effects
