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
#include "effects/model/strict_json.h"
#include "effects/random_effect.h"
#include "settings/settings.h"

namespace winnow::effects {
namespace {

using OrderedJson = nlohmann::ordered_json;

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
    const OrderedJson jet{{"module", "jet"}, {"speed", 3}}, gravity{{"module", "gravity"}},
        drag{{"module", "drag"}, {"rate", 0.5}};
    expect_change({{modules, {jet, drag}}}, ", {\"module\": \"gravity\"},\n", ",\n");
    expect_change({{modules, {gravity, drag}}}, "{\"speed\": 3.0,  \"module\": \"jet\"}, {", "{");
}

TEST(SourceEdit, ElementsThatChangePlacesKeepTheirText) {
    const OrderedJson jet{{"module", "jet"}, {"speed", 3}}, gravity{{"module", "gravity"}},
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
    OrderedJson points = OrderedJson::array();
    for (int i = 0; i < 30; ++i) points.push_back({i, 1.5});
    const std::vector<Edit> edits{{emitter + "/lifetime", {2, 4}},
                                  {modules + "/-", {{"module", "light"}, {"radius", {{"curve", points}}}}},
                                  {"/effect/properties", {{{"name", "spin"}, {"value", 1}}}}};
    EXPECT_EQ(after(with_returns(source), edits), with_returns(after(source, edits)));
}

constexpr const char* commented = R"(// A jet.
{ // the effect
    "format": 2, /* of files */
    "prewarm": 1, // seconds
    // Where particles come from:
    "emitters": [
        // the only one
        {"name": "a", "rate": 1000, // each second
         /* what they do */ "modules": [
             {"module": "jet", "speed": 3}, // up
             {"module": "gravity"}, // and down
             // slower
             {"module": "drag", /* 1/s */ "rate": 0.5,}, // each second
             // no more
         ],
        },
    ],
} // the end
)";

/// Expects that the edits turn each first text, which is there once, into the second.
void expect_commented(const std::vector<Edit>& edits,
                      const std::vector<std::pair<std::string, std::string>>& changes) {
    std::string expected = commented;
    for (const auto& [from, to] : changes) {
        const std::size_t at = expected.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        ASSERT_EQ(expected.find(from, at + 1), std::string::npos) << from;
        expected.replace(at, from.size(), to);
    }
    EXPECT_EQ(after(commented, edits), expected);
}

TEST(SourceEdit, CommentsStayWhereNothingWasEdited) {
    expect_commented({}, {});
    expect_commented({{modules + "/2/rate", 0.75}}, {{"0.5,}", "0.75,}"}});
    expect_commented({{emitter + "/lifetime", {2, 4}}},
                     {{"\"name\": \"a\",", "\"name\": \"a\", \"lifetime\": [2, 4],"}});
    expect_commented({{"/effect/description", "x"}},
                     {{"/* of files */\n", "/* of files */\n    \"description\": \"x\",\n"}});
}

TEST(SourceEdit, CommentsGoWithWhatTheyStandAt) {
    const OrderedJson jet{{"module", "jet"}, {"speed", 3}}, gravity{{"module", "gravity"}},
        drag{{"module", "drag"}, {"rate", 0.5}};
    const std::string jet_text = "             {\"module\": \"jet\", \"speed\": 3}, // up\n",
                      gravity_text = "             {\"module\": \"gravity\"}, // and down\n",
                      drag_text =
                          "             // slower\n"
                          "             {\"module\": \"drag\", /* 1/s */ \"rate\": 0.5,}, // each second\n";
    const std::string all = jet_text + gravity_text + drag_text;
    expect_commented({{modules, {jet, drag}}}, {{gravity_text, ""}});
    expect_commented({{modules, {gravity, drag}}}, {{jet_text, ""}});
    expect_commented({{modules, {jet, gravity}}}, {{drag_text, ""}});
    expect_commented({{modules, {drag, jet, gravity}}}, {{all, drag_text + jet_text + gravity_text}});
    expect_commented(
        {{modules + "/-", {{"module", "noisy"}}}},
        {{"0.5,}, // each second\n", "0.5,}, // each second\n             {\"module\": \"noisy\"},\n"}});
    expect_commented({{"/effect/prewarm", 0}}, {{"    \"prewarm\": 1, // seconds\n", ""}});
}

TEST(SourceEdit, ALineCommentSwallowsNothing) {
    const auto edited = [](const std::string& list, const OrderedJson& before, const OrderedJson& now) {
        const WriteValue plain = [](const OrderedJson& value, std::size_t, std::size_t) {
            return value.dump();
        };
        return edited_source(list, before, now, plain);
    };
    EXPECT_EQ(edited("{\"a\": 1, // one\n \"b\": 2}", {{"a", 1}, {"b", 2}}, {{"a", 1}}),
              "{\"a\": 1 // one\n}");
    EXPECT_EQ(edited("[1, 2 // two\n]", {1, 2}, {2, 1}), "[2, // two\n 1\n]");
    EXPECT_EQ(edited("[// all\n 1, 2 /* two */]", {1, 2}, {2}), "[// all\n 2 /* two */]");
    EXPECT_EQ(edited("[1 // one\n , 2]", {1, 2}, {2}), "[2]");
    EXPECT_EQ(edited("[1 // one\n , 2]", {1, 2}, {1, 2, 3}), "[1 // one\n , 2, 3]");
}

TEST(SourceEdit, AnyCommentedTextSaysWhatItShall) {
    const WriteValue plain = [](const OrderedJson& value, std::size_t, std::size_t) { return value.dump(); };
    std::mt19937 engine(1);
    const auto random_list = [&] {
        OrderedJson list = OrderedJson::array();
        for (std::size_t size = engine() % 5; list.size() < size;) {
            const auto n = static_cast<int>(engine() % 6);
            list.push_back(n < 3 ? OrderedJson(n) : OrderedJson{{"name", n}, {"value", engine() % 3}});
        }
        return list;
    };
    static const std::vector<std::string> between{"",        " ", "// x\n", "/* , */", "\n  ", " // ] y\r\n ",
                                                  "/*\n*/\n"};
    for (int i = 0; i < 20000; ++i) {
        const OrderedJson before = random_list(), now = random_list();
        std::string text;
        for (const char c : before.dump()) {
            const bool is_between = std::string_view("{}[],:").find(c) != std::string_view::npos;
            if (is_between) text += between[engine() % between.size()];
            if ((c == ']' || c == '}') && !before.empty() && engine() % 2 == 0) text += ',';
            text += c;
            if (is_between) text += between[engine() % between.size()];
        }
        const std::string edited = edited_source(text, before, now, plain);
        ASSERT_TRUE(nlohmann::json::accept(blanked(edited))) << text << "\n---\n" << edited;
        ASSERT_EQ(nlohmann::json::parse(blanked(edited)), nlohmann::json(now)) << text << "\n---\n" << edited;
        ASSERT_EQ(edited_source(text, before, before, plain), text);
    }
}

TEST(SourceEdit, ATextThatIsNoEffectGivesWayToTheWholeEffect) {
    const Effect effect = load("fountain");
    for (const char* other : {"", "{", "[]", "{\"format\": 1}", "hello"})
        EXPECT_EQ(edited_text(other, effect), file_text(effect)) << other;
}

TEST(SourceEdit, AnyTextSaysWhatItShall) {
    const WriteValue plain = [](const OrderedJson& value, std::size_t, std::size_t) { return value.dump(); };
    std::vector<OrderedJson> effects{OrderedJson::object()};
    for (std::uint32_t seed = 1; seed <= 24; ++seed) effects.push_back(to_json(random_effect(seed)));
    std::mt19937 engine(1);
    for (std::size_t i = 0; i < 200; ++i) {
        const OrderedJson &before = effects[engine() % effects.size()],
                          &now = effects[engine() % effects.size()];
        const std::string text = before.dump(i % 2 == 0 ? -1 : 3);
        const std::string edited = edited_source(text, before, now, plain);
        // Members stand in the author's order, so they are compared without order.
        EXPECT_EQ(nlohmann::json::parse(edited), nlohmann::json(now)) << text << "\n" << edited;
    }
}

}  // namespace
}  // namespace winnow::effects
