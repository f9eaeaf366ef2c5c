// Checks that writing an effect changes nothing of its source text but what was edited.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "effects/format/file_text.h"
#include "effects/format/source_edit.h"
#include "effects/random_effect.h"
#include "settings/settings.h"

namespace winnow::effects {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// Returns the source after edits of the effect that it says.
std::string after(const std::string& source, const std::vector<Edit>& edits) {
    Settings settings;
    settings.effect = parse(source, "source");
    for (const Edit& edit : edits) settings = apply(settings, edit);
    return edited_text(source, settings.effect);
}

TEST(SourceEdit, AnEffectThatIsTheSameKeepsItsText) {
    for (const std::string& name : built_in_names()) {
        const std::string source(built_in_text(name));
        EXPECT_EQ(edited_text(source, load(name)), source) << name;
    }
}

TEST(SourceEdit, ANumberChangesOneLine) {
    for (const std::string& name : built_in_names()) {
        const std::string source(built_in_text(name));
        const auto before = lines_of(source),
                   now = lines_of(after(source, {{"/effect/view/distance", 7.125}}));
        ASSERT_EQ(before.size(), now.size()) << name;
        std::vector<std::string> changed;
        for (std::size_t i = 0; i < now.size(); ++i)
            if (now[i] != before[i]) changed.push_back(now[i]);
        ASSERT_EQ(changed.size(), 1u) << name;
        EXPECT_NE(changed[0].find("7.125"), std::string::npos) << changed[0];
    }
}

constexpr const char* source = R"({"format" : 2,
    "emitters":[
        {"rate": 1000, "name": "a",
         "lifetime": [2.0, 2.50],   "modules": [
            {"speed": 3.0,  "module": "jet"}, {"module": "gravity"},
            {"module": "drag",
             "rate": 5e-1}
        ]}
    ], "prewarm": 0 }
)";

/// Expects that the edits turn `from`, which is there once, into `to`.
void expect_change(const std::vector<Edit>& edits, const std::string& from, const std::string& to) {
    std::string expected = source;
    const std::size_t at = expected.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    ASSERT_EQ(expected.find(from, at + 1), std::string::npos) << from;
    expected.replace(at, from.size(), to);
    EXPECT_EQ(after(source, edits), expected);
}

const std::string emitter = "/effect/emitters/0", modules = emitter + "/modules";

TEST(SourceEdit, OneNumberOfAListIsReplaced) {
    expect_change({{emitter + "/lifetime", {2, 4}}}, "2.50", "4");
    expect_change({{modules + "/2/rate", 0.75}}, "5e-1", "0.75");
}

TEST(SourceEdit, AValueTakesThePlaceOfAnotherKind) {
    expect_change({{modules + "/0/speed", "1 + age"}}, "3.0", "\"1 + age\"");
    expect_change({{emitter + "/rate", {{"curve", {{0, 1}, {1, 5}}}}}}, "1000",
                  R"({"curve": [[0, 1], [1, 5]]})");
}

TEST(SourceEdit, ADefaultThatTheAuthorWroteStaysAndAnotherGoes) {
    expect_change({{emitter + "/position", {0, 1, 0}}}, "\"name\": \"a\",",
                  "\"name\": \"a\", \"position\": [0, 1, 0],");
    expect_change({{emitter + "/lifetime", {2, 3}}}, ",\n         \"lifetime\": [2.0, 2.50]", "");
}

TEST(SourceEdit, ANewMemberIsWhereTheReferenceHasIt) {
    expect_change({{"/effect/description", "x"}}, "2,\n    \"emitters\"",
                  "2,\n    \"description\": \"x\",\n    \"emitters\"");
    expect_change({{modules + "/2/enabled", false}}, "\"drag\",",
                  "\"drag\",\n             \"enabled\": false,");
}

TEST(SourceEdit, ElementsComeAndGoWithTheirSeparators) {
    expect_change({{modules + "/-", {{"module", "noisy"}}}}, "5e-1}", "5e-1}, {\"module\": \"noisy\"}");
    const Json jet{{"module", "jet"}, {"speed", 3}}, gravity{{"module", "gravity"}},
        drag{{"module", "drag"}, {"rate", 0.5}};
    expect_change({{modules, {jet, drag}}}, ", {\"module\": \"gravity\"},\n", ",\n");
    expect_change({{modules, {gravity, drag}}}, "{\"speed\": 3.0,  \"module\": \"jet\"}, {", "{");
}

TEST(SourceEdit, ElementsThatChangePlacesKeepTheirText) {
    const Json jet{{"module", "jet"}, {"speed", 3}}, gravity{{"module", "gravity"}},
        drag{{"module", "drag"}, {"rate", 0.5}};
    const std::string swapped = after(source, {{modules, {gravity, jet, drag}}});
    EXPECT_NE(swapped.find("{\"module\": \"gravity\"}, {\"speed\": 3.0,  \"module\": \"jet\"}"),
              std::string::npos)
        << swapped;
}

TEST(SourceEdit, LineEndsAndByteOrderMarkStay) {
    const auto with_returns = [](const std::string& text) {
        std::string result = "\xEF\xBB\xBF";
        for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
        return result;
    };
    Json points = Json::array();
    for (int i = 0; i < 30; ++i) points.push_back({i, 1.5});
    const std::vector<Edit> edits{{emitter + "/lifetime", {2, 4}},
                                  {modules + "/-", {{"module", "light"}, {"radius", {{"curve", points}}}}},
                                  {"/effect/properties", {{{"name", "spin"}, {"value", 1}}}}};
    EXPECT_EQ(after(with_returns(source), edits), with_returns(after(source, edits)));
}

TEST(SourceEdit, ATextThatIsNoEffectGivesWayToTheWholeEffect) {
    const Effect effect = load("fountain");
    for (const char* other : {"", "{", "[]", "{\"format\": 1}", "hello"})
        EXPECT_EQ(edited_text(other, effect), file_text(effect)) << other;
}

TEST(SourceEdit, AnyTextSaysWhatItShall) {
    const WriteValue plain = [](const Json& value, std::size_t, std::size_t) { return value.dump(); };
    std::vector<Json> effects{Json::object()};
    for (std::uint32_t seed = 1; seed <= 24; ++seed) effects.push_back(to_json(random_effect(seed)));
    std::mt19937 engine(1);
    for (std::size_t i = 0; i < 200; ++i) {
        const Json &before = effects[engine() % effects.size()], &now = effects[engine() % effects.size()];
        const std::string text = before.dump(i % 2 == 0 ? -1 : 3);
        const std::string edited = edited_source(text, before, now, plain);
        // Members stand in the author's order, so they are compared without order.
        EXPECT_EQ(nlohmann::json::parse(edited), nlohmann::json(now)) << text << "\n" << edited;
    }
}

}  // namespace
}  // namespace winnow::effects
