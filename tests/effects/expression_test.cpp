// Checks expressions on the CPU: their values, shapes and GLSL.
#include "effects/expression/expression.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "effects/expression_samples.h"

namespace winnow::effects::expression_tests {
namespace {

glm::vec4 value_of(const std::string& text) {
    const auto value = parsed(text).evaluate(
        [](std::string_view name) -> std::optional<glm::vec4> { return some_values.at(name); });
    return value.value();
}

// --- values -----------------------------------------------------------------------------------------------

constexpr float infinite = std::numeric_limits<float>::infinity();

struct Good {
    const char* text;
    glm::vec4 value;
    ExpressionType type = ExpressionType::number;
};

void expect_values(const std::vector<Good>& rows) {
    for (const Good& row : rows) {
        SCOPED_TRACE(row.text);
        EXPECT_EQ(parsed(row.text).type, row.type);
        const glm::vec4 value = value_of(row.text);
        for (int i = 0; i < 4; ++i) EXPECT_FLOAT_EQ(value[i], row.value[i]) << "component " << i;
    }
}

Good number(const char* text, float value) {
    return {text, glm::vec4(value)};
}

Good truth(const char* text, bool value) {
    return {text, glm::vec4(value ? 1.0f : 0.0f), ExpressionType::boolean};
}

Good vec2(const char* text, float x, float y) {
    return {text, {x, y, 0, 0}, ExpressionType::vec2};
}

Good vec3(const char* text, float x, float y, float z) {
    return {text, {x, y, z, 0}, ExpressionType::vec3};
}

Good vec4(const char* text, float x, float y, float z, float w) {
    return {text, {x, y, z, w}, ExpressionType::vec4};
}

TEST(ExpressionValues, NumbersAreWrittenAsInJsonOrWithoutAZeroBeforeThePoint) {
    expect_values({number("5", 5), number(" \t\r\n 0.5 ", 0.5f), number(".5", 0.5f), number("2e3", 2000),
                   number("2.5E-1", 0.25f), number("1e+2", 100), number("-7", -7), number("- -7", 7),
                   number("1e-40", 1e-40f)});
}

TEST(ExpressionValues, OperatorsBindAsInGlsl) {
    expect_values({number("1 + 2 * 3", 7),
                   number("(1 + 2) * 3", 9),
                   number("8 - 4 - 2", 2),
                   number("8 / 4 / 2", 1),
                   number("2 * 7 % 4", 2),
                   number("1 + 7 % 4", 4),
                   number("-age * 2", -6),
                   number("2 * -age", -6),
                   number("-age % 2", 1),
                   number("age-1", 2),
                   truth("1 + 1 == 2", true),
                   truth("1 < 2 == 3 > 2", true),
                   truth("1 > 2 && 1 > 2 || 2 > 1", true),
                   truth("1 > 2 && (1 > 2 || 2 > 1)", false),
                   truth("!burning || burning", true),
                   truth("!(burning && 1 < 2)", false),
                   number("burning ? 1 : 2", 1),
                   number("age < 1 ? 10 : age < 4 ? 20 : 30", 20),
                   number("(age > 1 ? 1 : 2) + 5", 6),
                   number("burning ? 1 : 2 + 5", 1),
                   truth("age <= 3", true),
                   truth("age >= 3.5", false),
                   truth("life != .25", false)});
}

TEST(ExpressionValues, VectorsHaveComponents) {
    expect_values({number("position.y", -2), vec2("position.xz", 1, 3), vec3("colour.rgb", 1, 2, 4),
                   vec3("colour.bgr", 4, 2, 1), number("colour.a", 0.5f), number("colour.w", 0.5f),
                   vec4("position.xxyy", 1, 1, -2, -2), vec2("position.zyx.yx", -2, 3),
                   vec3("vec3(2)", 2, 2, 2), vec3("vec3(1, age, 2)", 1, 3, 2),
                   vec3("vec3(position)", 1, -2, 3), vec3("vec3(position.xy, 9)", 1, -2, 9),
                   vec4("vec4(position, 1)", 1, -2, 3, 1), vec4("vec4(1, position.xy, 5)", 1, 1, -2, 5),
                   vec4("vec4(7)", 7, 7, 7, 7), vec4("vec4(1, 2, 3, 4)", 1, 2, 3, 4),
                   vec4("vec4(position.xy, position.zz)", 1, -2, 3, 3)});
}

TEST(ExpressionValues, ANumberBesideVectorsIsAVector) {
    expect_values({vec3("position * 2", 2, -4, 6), vec3("2 * position", 2, -4, 6),
                   vec3("position + 1", 2, -1, 4), vec3("6 / position", 6, -3, 2),
                   vec3("position * position", 1, 4, 9), vec3("-position", -1, 2, -3),
                   vec3("max(position, 0)", 1, 0, 3), vec3("max(0, position)", 1, 0, 3),
                   vec3("clamp(position, -1, 2)", 1, -1, 2),
                   vec3("mix(position, vec3(0), .5)", 0.5f, -1, 1.5f), vec3("mix(0, 2, position)", 2, -4, 6),
                   vec2("position.xy % 3", 1, 1), vec3("burning ? position : -position", 1, -2, 3)});
    expect_values({truth("position == vec3(1, -2, 3)", true), truth("position != position.zyx", true),
                   truth("position == -position", false), truth("velocity == -velocity", true),
                   truth("burning == burning", true)});
}

TEST(ExpressionValues, FunctionsOfNumbers) {
    expect_values({number("abs(-2)", 2),
                   number("sqrt(9)", 3),
                   number("min(1, 2)", 1),
                   number("max(1, 2)", 2),
                   number("clamp(5, 0, 1)", 1),
                   number("mix(10, 20, .25)", 12.5f),
                   number("step(2, 1)", 0),
                   number("step(2, 2)", 1),
                   number("smoothstep(0, 2, 1)", 0.5f),
                   number("smoothstep(0, 4, 1)", 0.15625f),
                   number("sin(1)", std::sin(1.0f)),
                   number("cos(1)", std::cos(1.0f)),
                   number("tan(1)", std::tan(1.0f)),
                   number("asin(.5)", std::asin(0.5f)),
                   number("acos(.5)", std::acos(0.5f)),
                   number("atan(2)", std::atan(2.0f)),
                   number("atan(1, -1)", std::atan2(1.0f, -1.0f)),
                   number("exp(1)", std::exp(1.0f)),
                   number("log(2)", std::log(2.0f)),
                   number("pow(2, 10)", 1024),
                   number("floor(-1.5)", -2),
                   number("ceil(-1.5)", -1),
                   number("fract(-1.25)", 0.75f),
                   number("sign(-3)", -1),
                   number("sign(0)", 0),
                   number("mod(-1, 3)", 2),
                   number("mod(1, -3)", -2)});
}

TEST(ExpressionValues, FunctionsOfVectors) {
    expect_values(
        {number("length(vec3(2, 3, 6))", 7), number("length(position.xz * 3 / 3)", std::sqrt(10.0f)),
         number("dot(position, vec3(1, 2, 3))", 6), number("dot(colour, colour)", 21.25f),
         vec3("cross(vec3(1, 0, 0), vec3(0, 1, 0))", 0, 0, 1), vec3("cross(position, position)", 0, 0, 0),
         vec3("cross(vec3(1, 2, 3), vec3(4, 5, 6))", -3, 6, -3),
         vec3("normalize(vec3(0, 3, 4))", 0, 0.6f, 0.8f), number("distance(vec3(1), vec3(3, 4, 7))", 7),
         number("distance(colour.xy, colour.zw)", std::hypot(3.0f, 1.5f)),
         number("noise(vec3(0.5)) - noise(vec3(.5))", 0)});
}

TEST(ExpressionValues, WhatGlslLeavesOpenIsDefined) {
    expect_values({vec3("normalize(velocity)", 0, 0, 0),
                   vec3("normalize(vec3(1e-20))", 0, 0, 0),
                   number("atan(0, 0)", 0),
                   number("mod(5, 0)", 0),
                   number("5 % 0", 0),
                   number("clamp(5, 2, 1)", 1),
                   number("smoothstep(2, 2, 1)", 0),
                   number("smoothstep(2, 2, 2)", 1),
                   number("smoothstep(2, 0, 1.5)", 0.15625f),
                   number("pow(0, 0)", 1),
                   number("pow(-2, 0)", 1),
                   number("pow(-2, 2)", 4),
                   number("pow(-2, 3)", -8),
                   number("pow(-2, -1)", -0.5f),
                   number("pow(-2, .5)", 0),
                   number("pow(0, 2)", 0),
                   number("pow(0, -2)", infinite),
                   number("asin(2)", std::asin(1.0f)),
                   number("acos(-1.5)", std::acos(-1.0f)),
                   number("1 / 0", infinite),
                   number("-1 / 0", -infinite),
                   number("log(0)", -infinite),
                   number("noise(vec3(1 / 0))", 0)});
    EXPECT_TRUE(std::isnan(value_of("sqrt(-1)").x));
    EXPECT_TRUE(std::isnan(value_of("0 / 0").x));
}

TEST(ExpressionValues, NoiseIsSmoothAndVaries) {
    float least = 1, most = -1, steepest = 0, before = value_of("noise(vec3(0))").x;
    constexpr float spacing = 0.01f;
    for (int i = 1; i < 2000; ++i) {
        const float x = static_cast<float>(i) * spacing;
        const float now = value_of(fmt::format("noise(vec3({}, {} * 0.37, -{}))", x, x, x)).x;
        steepest = std::max(steepest, std::abs(now - before) / spacing);
        least = std::min(least, now);
        most = std::max(most, now);
        before = now;
    }
    EXPECT_GE(least, -1);
    EXPECT_LE(most, 1);
    EXPECT_LT(least, -0.4f);
    EXPECT_GT(most, 0.4f);
    EXPECT_LT(steepest, 8);
}

TEST(ExpressionValues, AreUnknownWithoutTheValueOfAName) {
    EXPECT_FALSE(parsed("age + 1").evaluate());
    EXPECT_FALSE(parsed("life + age").evaluate([](std::string_view name) {
        return name == "life" ? std::optional(glm::vec4(1)) : std::nullopt;
    }));
    EXPECT_EQ(parsed("2 * 3").evaluate(), glm::vec4(6));
}

TEST(ExpressionValues, EachOccurrenceOfRandomIsAskedForInOrder) {
    float next = 0;
    const auto value = parsed("random * 100 + random * 10 + random").evaluate([&next](std::string_view) {
        return std::optional(glm::vec4(++next));
    });
    EXPECT_EQ(value, glm::vec4(123));
}

// --- shapes -----------------------------------------------------------------------------------------------

std::string shape_of(const std::string& text) {
    return parsed(text).shape;
}

TEST(ExpressionShape, IsEqualForExpressionsThatDifferInLiteralsOnly) {
    EXPECT_EQ(shape_of("age * 2 + 1"), "age:number # */2 # +/2");
    for (const char* text : {"age*-3.5+1e3", "((age) * 2)\n+ (1)", "(age * - 2) + --1"})
        EXPECT_EQ(shape_of(text), shape_of("age * 2 + 1")) << text;
    EXPECT_EQ(shape_of("colour.rgb"), shape_of("colour.xyz"));
}

TEST(ExpressionShape, DiffersWhereTheGlslDiffers) {
    const std::vector<std::string> texts = {"age * 2 + 1",
                                            "age * (2 + 1)",
                                            "age + 2 + 1",
                                            "age + (2 + 1)",
                                            "life * 2 + 1",
                                            "2 * age + 1",
                                            "age",
                                            "-age",
                                            "age - 1",
                                            "atan(age)",
                                            "atan(age, 1)",
                                            "position.x",
                                            "position.y",
                                            "1",
                                            "position.xx",
                                            "vec3(age)",
                                            "vec3(1, 2, 3)",
                                            "vec4(1, 2, 3, 4)",
                                            "age % 2",
                                            "mod(age, 2)",
                                            "burning ? 1 : age",
                                            "burning ? age : 1"};
    for (const std::string& a : texts)
        for (const std::string& b : texts) EXPECT_EQ(shape_of(a) == shape_of(b), a == b) << a << " and " << b;
    const Names other = {{"age", ExpressionType::vec3}};
    EXPECT_NE(parse_expression("age * 2", other, Path()).shape, shape_of("age * 2"));
}

TEST(ExpressionShape, LeavesLiteralsAndNamesInTheOrderOfTheText) {
    const Expression expression = parsed("mix(-1, life, .5) * (age - 3) + random");
    EXPECT_EQ(expression.literals, (std::vector<float>{-1, 0.5f, 3}));
    EXPECT_EQ(expression.names, (std::vector<std::string>{"life", "age", "random"}));
}

// --- GLSL -------------------------------------------------------------------------------------------------

ExpressionGlsl emitted(const std::string& text) {
    return parsed(text).emit(
        "e", [](std::size_t i) { return fmt::format("row_at({}u).x", i); },
        [](std::string_view name) { return "p." + std::string(name); });
}

TEST(ExpressionGlsl, IsOneStatementAnOperation) {
    const ExpressionGlsl glsl = emitted("age > 1 ? mix(position, 0, life).xz : -position.xy");
    EXPECT_EQ(glsl.statements,
              (std::vector<std::string>{
                  "bool e0 = p.age > row_at(0u).x;",
                  "precise vec3 e1 = p.position * (1.0 - vec3(p.life)) + vec3(row_at(1u).x) * vec3(p.life);",
                  "precise vec2 e2 = -p.position.xy;",
                  "precise vec2 e3 = e0 ? e1.xz : e2;",
              }));
    EXPECT_EQ(glsl.result, "e3");
}

TEST(ExpressionGlsl, NeedsNoStatementForANameOrANumber) {
    EXPECT_EQ(emitted("(5)").result, "row_at(0u).x");
    EXPECT_EQ(emitted("colour.bgr.x").result, "p.colour.zyx.x");
    EXPECT_TRUE(emitted("colour.bgr.x").statements.empty());
}

}  // namespace
}  // namespace winnow::effects::expression_tests
