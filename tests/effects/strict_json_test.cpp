// Checks comments and trailing commas in effects' files.
#include "effects/model/strict_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <random>
#include <string>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "effects/modules/module.h"
#include "effects/random_effect.h"

namespace winnow::effects {
namespace {

using Json = nlohmann::json;

TEST(StrictJson, BlanksCommentsAndTrailingCommas) {
    for (const auto& [text, json] : std::vector<std::pair<std::string, std::string>>{
             {"[1, 2,]", "[1, 2 ]"},
             {"{\"a\": 1 , }", "{\"a\": 1   }"},
             {"[1, // two\n 2]", "[1,       \n 2]"},
             {"[1, // \\\n 2]", "[1,     \n 2]"},
             {"[1, // two\r\n 2]", "[1,       \r\n 2]"},
             {"[1 /* , */ , /**/ ]", "[1                ]"},
             {"/* [ \n \" */[\"/* no */\", \"// no\", \"\\\"//\"]//",
              "     \n     [\"/* no */\", \"// no\", \"\\\"//\"]  "},
             {"[[1,],{\"a\":[],},]", "[[1 ],{\"a\":[] } ]"},
             {"[/*/ 1 /*/2]", "[         2]"},
         }) {
        EXPECT_EQ(blanked(text), json);
        EXPECT_TRUE(Json::accept(blanked(text))) << text;
    }
}

TEST(StrictJson, WhatIsNoTrailingCommaStays) {
    for (const std::string text : {"[,]", "{,}", "[1,,]", "{\"a\":,}", "[1,2", ",", "/", "[1/2]", "[\"a,]"})
        EXPECT_FALSE(Json::accept(blanked(text))) << text;
    EXPECT_EQ(blanked("[,]"), "[,]");
}

/// Returns a text of random characters that comments, strings and lists are made of.
std::string random_text(std::mt19937& engine) {
    constexpr std::string_view characters = "//**\"\"\\,,[]{}:1 \n\ra";
    std::string text;
    for (std::size_t size = engine() % 24; text.size() < size;)
        text += characters[engine() % characters.size()];
    return text;
}

TEST(StrictJson, JsonGoesThroughAsItIs) {
    std::mt19937 engine(1);
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        Json document = to_json(random_effect(seed));
        document["description"] = random_text(engine) + "/* // */,]";
        for (const int indent : {-1, 0, 3}) {
            const std::string text = document.dump(indent);
            EXPECT_EQ(blanked(text), text);
            EXPECT_EQ(strict_json(text), text);
        }
    }
    int json_texts = 0;
    for (int i = 0; i < 200000; ++i) {
        const std::string text = random_text(engine), blank = blanked(text);
        ASSERT_EQ(blank.size(), text.size());
        ASSERT_EQ(blanked(blank), blank) << text;
        if (!Json::accept(text)) continue;
        ASSERT_EQ(blank, text);
        ++json_texts;
    }
    EXPECT_GT(json_texts, 100);
}

/// Returns the document's text with comments and commas at random places between its parts.
std::string with_comments(const std::string& json, std::mt19937& engine) {
    static const std::vector<std::string> comments{"/**/",     "/* \" */", "// [1,\n",
                                                   "/*\n//*/", " ",        "\t//\r\n"};
    std::string text;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        const bool is_between = !in_string && std::string_view("{}[],:").find(c) != std::string_view::npos;
        if (is_between && engine() % 4 == 0) text += comments[engine() % comments.size()];
        const char last = i > 0 ? json[i - 1] : '{';
        if (is_between && (c == '}' || c == ']') && last != '{' && last != '[' && engine() % 2 == 0)
            text += ',';
        text += c;
        if (is_between && engine() % 4 == 0) text += comments[engine() % comments.size()];
        if (c == '"' && (last != '\\' || !in_string)) in_string = !in_string;
    }
    return text;
}

TEST(StrictJson, CommentsAndCommasChangeNothing) {
    std::mt19937 engine(1);
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const Effect effect = random_effect(seed);
        const std::string text = with_comments(to_json(effect).dump(1), engine);
        EXPECT_EQ(parse(text, "commented"), effect) << text;
        EXPECT_EQ(Json::parse(strict_json(text)), Json(to_json(effect))) << text;
        EXPECT_EQ(parse("\xEF\xBB\xBF" + text, "marked"), effect);
    }
}

TEST(StrictJson, HasNoBlanksWhereCommentsWere) {
    EXPECT_EQ(
        strict_json("// An effect.\n{\n  \"a\": 1, // one\n  /* two\n  lines */\n\n  \"b\": [2,],\n}\n"),
        "{\n  \"a\": 1,\n\n  \"b\": [2 ]\n}\n");
}

TEST(StrictJson, PlacesAreThoseOfTheFile) {
    const auto refusal = [](const std::string& text) {
        return whole_message_of([&] { parse(text, "e.json"); });
    };
    EXPECT_EQ(refusal("// \xC3\xA9\xC3\xA9\n{\"format\": 2, /* \xC3\xA9\xC3\xA9 */ \"prewarm\": -1,}"),
              "e.json:2:24: /prewarm: must be 0 to 600 s, not -1");
    EXPECT_EQ(refusal("{\"format\": 2,\n /* \xC3\xA9 */ /* no end\n}"),
              "e.json:2:10: the comment has no end; must have */");
    EXPECT_EQ(refusal("// nothing\n"), "e.json: is empty; must be a JSON object");
    EXPECT_TRUE(refusal("{\"format\": 2, / }").starts_with("e.json:1:15: not JSON: "));
    EXPECT_TRUE(refusal("{\"format\": 2,,}").starts_with("e.json:1:14: not JSON: "));
    EXPECT_TRUE(
        refusal("/* \xC3\xA9 */ {\"format\": 2, \"a\" // b\n}").starts_with("e.json:2:1: /a: not JSON: "));
}

TEST(StrictJson, HeadsOfModulesTakeItToo) {
    const Module module = read_module(
        "/*{\n \"name\": \"mine\", // its name\n \"stage\": \"look\", \"does\": \"Nothing.\",\n"
        " \"parameters\": {\"glow\": {\"type\": \"number\", \"default\": 1, \"does\": \"x\",},},\n}*/\n"
        "void look(Particle p, Parameters a, Moment m, inout Look look) {}\n",
        "mine.glsl");
    EXPECT_EQ(module.name, "mine");
    EXPECT_EQ(module.parameters.size(), 1u);
}

}  // namespace
}  // namespace winnow::effects
