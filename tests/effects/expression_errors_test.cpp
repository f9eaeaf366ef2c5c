// Checks the expressions that are refused: the message of each error, the limits, and hostile texts.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "effects/expression/expression.h"
#include "effects/expression_samples.h"
#include "support/texts.h"

namespace winnow::effects::expression_tests {
namespace {

using test::repeated;

std::string refusal(const std::string& text, const Names& names = some_names) {
    const Path root, path(root, "rate");
    try {
        parse_expression(text, names, path);
    } catch (const Invalid& invalid) {
        EXPECT_EQ(invalid.pointer, "/rate");
        EXPECT_EQ(invalid.message.find('\n'), std::string::npos) << invalid.message;
        return invalid.message;
    }
    return "nothing was thrown";
}

struct Bad {
    const char* text;
    const char* message;
};

void expect_refusals(const std::vector<Bad>& rows) {
    for (const Bad& row : rows) EXPECT_EQ(refusal(row.text), row.message) << row.text;
}

TEST(ExpressionErrors, OfTheText) {
    expect_refusals({
        {"", "column 1: must be a number, a name, a function or (, not the end"},
        {" \n ", "column 4: must be a number, a name, a function or (, not the end"},
        {"1 +", "column 4: must be a number, a name, a function or (, not the end"},
        {"* 2", "column 1: must be a number, a name, a function or (, not *"},
        {"()", "column 2: must be a number, a name, a function or (, not )"},
        {"(1 + 2", "column 7: must be the ) of the ( in column 1, not the end"},
        {"1 2", "column 3: must be an operator or the end, not 2"},
        {"age)", "column 4: must be an operator or the end, not )"},
        {"age.5", "column 4: must be an operator or the end, not .5"},
        {"burning ? 1", "column 12: must be the : of the ? in column 9, not the end"},
        {"max(1, 2", "column 9: must be , or ) of max(), not the end"},
        {"max(1 2)", "column 7: must be , or ) of max(), not 2"},
        {"max(1,)", "column 7: must be a number, a name, a function or (, not )"},
        {"1.", "column 3: a digit must follow the point of a number, as in 1.0"},
        {"1e", "column 3: a digit must follow the e of a number, as in 2e3"},
        {"1e-x", "column 4: a digit must follow the e of a number, as in 2e3"},
        {"1.0f", "column 4: an operator must follow the number, not f"},
        {"1.2.3", "column 4: an operator must follow the number, not ."},
        {"2age", "column 2: an operator must follow the number, not a"},
        {"1 + 1e39", "column 5: the number is beyond a float; must be 0 or from 1.2e-38 to 3.4e+38"},
        {"1e-99", "column 1: the number is beyond a float; must be 0 or from 1.2e-38 to 3.4e+38"},
        {"age ^ 2", "column 5: there is no operator ^; write pow(x, y)"},
        {"age = 2", "column 5: there is no operator =; write == to compare"},
        {"burning & burning", "column 9: there is no operator &; write &&"},
        {"burning | burning", "column 9: there is no operator |; write ||"},
        {"age $ 2", "column 5: the character \"$\" has no meaning here"},
        {"age; discard", "column 4: the character \";\" has no meaning here"},
        {"2 \xC3\x97 3", "column 3: the character \"\xC3\x97\" has no meaning here"},
        {"2 \xFF", "column 3: the character \"\xEF\xBF\xBD\" has no meaning here"},
    });
    EXPECT_EQ(refusal(std::string("1\0+ 1", 5)), "column 2: the character \" \" has no meaning here");
}

TEST(ExpressionErrors, OfNames) {
    expect_refusals({
        {"2 * coluor", "column 5: there is no name coluor (did you mean colour?)"},
        {"wind",
         "column 1: there is no name wind; must be age, life, position, colour, burning, random or velocity"},
        {"length", "column 1: length is a function; must be length(...)"},
        {"1 + lenght(position)", "column 5: there is no function lenght() (did you mean length?)"},
        {"vec2(1, 2)", "column 1: there is no function vec2() (did you mean vec3?)"},
        {"age(1)", "column 1: age is no function; must be without ("},
        {"discard()",
         "column 1: there is no function discard(); must be abs, sign, floor, ceil, fract, sqrt, exp, log, "
         "sin, cos, "
         "tan, asin, acos, atan, pow, mod, min, max, clamp, mix, step, smoothstep, length, distance, dot, "
         "cross, "
         "normalize, noise, vec3 or vec4"},
    });
    EXPECT_EQ(refusal("age", {}), "column 1: there is no name age; only numbers are known here");
    const std::string message = refusal(std::string(900, 'a'));
    EXPECT_EQ(message.substr(0, 40), "column 1: there is no name aaaaaaaaaaaaa");
    EXPECT_LT(message.size(), 250U);
}

TEST(ExpressionErrors, OfTypes) {
    expect_refusals({
        {"age + length(3)", "column 7: length() takes a vector, not a number"},
        {"position * colour", "column 10: * takes numbers and vectors of one size, not a vec3 and a vec4"},
        {"burning + 1", "column 9: + takes numbers and vectors of one size, not a truth and a number"},
        {"-burning", "column 1: - takes a number or a vector, not a truth"},
        {"!age", "column 1: ! takes truths such as age > 1, not a number"},
        {"!5", "column 1: ! takes truths such as age > 1, not a number"},
        {"age && burning", "column 5: && takes truths such as age > 1, not a number and a truth"},
        {"position < age", "column 10: < takes numbers, not a vec3 and a number"},
        {"1 < age < 2", "column 9: < takes numbers, not a truth and a number"},
        {"position == 1", "column 10: == takes two values of one type, not a vec3 and a number"},
        {"age ? 1 : 2",
         "column 5: ?: takes a truth and two values of one type, not a number and a number and a number"},
        {"burning ? 1 : position",
         "column 9: ?: takes a truth and two values of one type, not a truth and a number and a vec3"},
        {"mix(position.xy, position, 1)",
         "column 1: mix() takes numbers and vectors of one size, not a vec2 and a vec3 and a number"},
        {"cross(colour, colour)", "column 1: cross() takes two vec3, not a vec4 and a vec4"},
        {"dot(position, 1)", "column 1: dot() takes two vectors of one size, not a vec3 and a number"},
        {"distance(1, 2)", "column 1: distance() takes two vectors of one size, not a number and a number"},
        {"normalize(2)", "column 1: normalize() takes a vector, not a number"},
        {"noise(age)", "column 1: noise() takes a vec3, not a number"},
        {"vec3(1, 2)",
         "column 1: vec3() takes a number, or numbers and vectors of 3 components in all, not a number and a "
         "number"},
        {"vec3(colour)",
         "column 1: vec3() takes a number, or numbers and vectors of 3 components in all, not a vec4"},
        {"vec4(position, burning)",
         "column 1: vec4() takes a number, or numbers and vectors of 4 components in all, not a vec3 and a "
         "truth"},
        {"vec4(position)",
         "column 1: vec4() takes a number, or numbers and vectors of 4 components in all, not a vec3"},
        {"vec3(1, 2, 3, 4)", "column 1: vec3() takes 1 or 2 or 3 arguments, not 4"},
        {"sin()", "column 1: sin() takes 1 argument, not 0"},
        {"1 + mix(1, 2)", "column 5: mix() takes 3 arguments, not 2"},
        {"atan(1, 2, 3)", "column 1: atan() takes 1 or 2 arguments, not 3"},
        {"age.x", "column 5: a number has no .x; only vectors have components"},
        {"(age > 1).x", "column 11: a truth has no .x; only vectors have components"},
        {"position.w", "column 10: a vec3 has no .w; must be one to four of xyz or of rgb"},
        {"colour.xg", "column 8: a vec4 has no .xg; must be one to four of xyzw or of rgba"},
        {"position.xyzxy", "column 10: a vec3 has no .xyzxy; must be one to four of xyz or of rgb"},
        {"position.xy.z", "column 13: a vec2 has no .z; must be one to four of xy or of rg"},
        {"position.", "column 10: must be components such as xyz, not the end"},
    });
}

TEST(ExpressionErrors, OfLimits) {
    EXPECT_EQ(parsed("1" + repeated(" ", 999)).type, ExpressionType::number);
    EXPECT_EQ(refusal("1" + repeated(" ", 1000)), "must be at most 1000 characters long, not 1001");

    EXPECT_EQ(parsed(repeated("1+", 99) + "1").nodes.size(), 199U);
    EXPECT_EQ(parsed(repeated("-age+", 66) + "-1").nodes.size(), 199U);
    EXPECT_EQ(parsed("-age+" + repeated("1+", 98) + "1").nodes.size(), 200U);
    EXPECT_EQ(refusal(repeated("1+", 100) + "1"),
              "column 200: the expression has more than 200 numbers, names and operations");

    EXPECT_EQ(parsed(repeated("(", 32) + "1" + repeated(")", 32)).nodes.size(), 1U);
    EXPECT_EQ(refusal(repeated("(", 33) + "1" + repeated(")", 33)), "column 34: nests deeper than 32");
    EXPECT_EQ(refusal(repeated("-", 33) + "1"), "column 33: nests deeper than 32");
    EXPECT_EQ(refusal(repeated("abs(", 249) + "1"), "column 133: nests deeper than 32");
    EXPECT_EQ(refusal(repeated("burning?1:", 99) + "1"), "column 329: nests deeper than 32");
}

// --- hostile texts ----------------------------------------------------------------------------------------

/// Makes texts from tokens and from other texts; some are expressions, most are not.
class HostileText {
  public:
    std::string next() {
        std::string text;
        const std::size_t pieces = below(5) == 0 ? below(400) : below(20);
        for (std::size_t i = 0; i < pieces; ++i) text += piece();
        if (below(4) == 0) return text;
        text = good[below(good.size())];
        for (std::size_t i = below(4); i > 0 && !text.empty(); --i) mutate(text);
        return text;
    }

  private:
    std::size_t below(std::size_t end) { return engine_() % end; }

    std::string piece() {
        if (below(50) == 0) return std::string(1, static_cast<char>(below(256)));
        return tokens[below(tokens.size())];
    }

    void mutate(std::string& text) {
        const std::size_t at = below(text.size());
        const std::string inserted = piece();
        if (below(3) == 0)
            text.erase(at, 1 + below(3));
        else if (below(2) == 0)
            text.replace(at, 1, inserted);
        else
            text.insert(at, inserted);
    }

    const std::vector<std::string> tokens = {
        "1",    "2.5",     ".5", "1e9",  "age",   "life",   "position", "colour", "burning", "random", "+",
        "-",    "*",       "/",  "%",    "(",     "(",      ")",        ")",      ",",       ".",      ".xyz",
        ".x",   "?",       ":",  "!",    "<",     "==",     "&&",       "||",     "vec3(",   "vec4(",  "abs(",
        "mix(", "length(", " ",  "pow(", "atan(", "noise(", "1e999",    "^",      "__",      "\n"};
    const std::vector<std::string> good = {"age / sqrt(0.3 + length(position))",
                                           "mix(position, vec3(1, 2, 3), life).xz * 2 - colour.rg",
                                           "burning && age > 1 ? pow(random, 2) : noise(position * 3)",
                                           "clamp(dot(position, position), 0, 1) % .5",
                                           "vec4(position * -age, 1) * colour.wzyx",
                                           "!(life < .5) || burning",
                                           "atan(position.z, position.x) / 6.2831853"};
    std::mt19937 engine_{20240607};
};

TEST(ExpressionHostility, NeverCrashesAndAlwaysEnds) {
    HostileText texts;
    int accepted = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 10'000; ++i) {
        const std::string text = texts.next();
        try {
            const Expression expression = parsed(text);
            ++accepted;
            ASSERT_LE(expression.nodes.size(), max_expression_nodes);
            ASSERT_TRUE(expression.evaluate(
                [](std::string_view name) { return std::optional(some_values.at(name)); }));
            const ExpressionGlsl glsl = expression.emit(
                "e", [](std::size_t) { return "l"; }, [](std::string_view) { return "n"; });
            ASSERT_LT(glsl.statements.size(), expression.nodes.size());
        } catch (const Invalid& invalid) {
            ASSERT_EQ(invalid.message.find_first_of("\n\t\r"), std::string::npos) << invalid.message;
            ASSERT_LT(invalid.message.size(), 500U) << invalid.message;
        }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_GT(accepted, 500);
    EXPECT_LT(accepted, 9'500);
    EXPECT_LT(seconds.count(), 60);
}

}  // namespace
}  // namespace winnow::effects::expression_tests
