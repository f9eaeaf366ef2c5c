// Checks how a module's body is rewritten for a program: names, `precise`, and lines.
#include "effects/modules/module_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "effects/expect_error.h"
#include "effects/module_texts.h"

namespace winnow::effects {
namespace {

std::string written(const std::string& text) {
    return body_text(read_module(text, "made-up.glsl"), "made_up_").text;
}

/// Returns the rewritten statements of a stage's function.
std::string rewritten(std::string_view statements) {
    const std::string text = written(made_up_force(statements));
    const std::size_t begin = text.find("{\n") + 2;
    return text.substr(begin, text.rfind("\n}") - begin);
}

TEST(ModuleText, MakesFloatsOfFunctionsPrecise) {
    EXPECT_EQ(
        rewritten("float x = 1.0; const vec3 v = vec3(x); mat2 m2 = mat2(1.0); int n = 1; bool b = true;"),
        "precise float x = 1.0; precise const vec3 v = vec3(x); precise mat2 m2 = mat2(1.0); int n = 1; "
        "bool b = true;");
}

TEST(ModuleText, MakesWrittenParametersPreciseAndGivesNamesThePrefix) {
    EXPECT_EQ(
        written(made_up("\nconst float LEAST = 1e-4;\n"
                        "void help(inout float x, inout int n, float y, Parameters a) { x += y * LEAST; }\n"
                        "void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float "
                        "drag) {\n  int n = 0;\n  help(drag, n, 1.0, a);\n}\n")),
        "\nconst float made_up_LEAST = 1e-4;\n"
        "void made_up_help(precise inout float x, inout int n, float y, made_up_Parameters a) { x += y * "
        "made_up_LEAST; }\n"
        "void made_up_force(Particle p, made_up_Parameters a, Moment m, precise inout vec3 acceleration, "
        "precise inout float drag) {\n  int n = 0;\n  made_up_help(drag, n, 1.0, a);\n}\n");
}

TEST(ModuleText, DoesNotRenameMembersAndVariablesLikeFunctions) {
    const std::string text = written(
        "/*{\"name\": \"made-up\", \"stage\": \"look\", \"does\": \"Nothing.\"}*/\n"
        "const float x = 2.0;\n"
        "void look(Particle p, Parameters a, Moment m, inout Look look) { look.colour.x = p.position.x * x; "
        "}");
    EXPECT_EQ(text,
              "\nconst float made_up_x = 2.0;\n"
              "void made_up_look(Particle p, made_up_Parameters a, Moment m, precise inout Look look) { "
              "look.colour.x = p.position.x * made_up_x; }");
}

TEST(ModuleText, TakesComputedReturnsOutOfReach) {
    const std::string text = written(
        made_up_force("").replace(made_up("").size(), 1,
                                  "\nfloat f(float x) { return x * 2.0; } float g(float x) { return -x; }\n"
                                  "bool h(float x) { return x + 1.0 > 2.0; }\n"));
    EXPECT_TRUE(text.starts_with(
        "\nfloat made_up_f(float x) { { precise float Exact1 = x * 2.0; return Exact1; } } float "
        "made_up_g(float x) { return -x; }\n"
        "bool made_up_h(float x) { { precise float Exact2 = x + 1.0; return Exact2 > 2.0; } }\n"))
        << text;
}

TEST(ModuleText, TakesComputedFloatsOutOfConditions) {
    EXPECT_EQ(rewritten("if (drag > a.reach) return;"), "if (drag > a.reach) return;");
    EXPECT_EQ(rewritten("if (drag * 2.0 > a.reach) return; else drag = 1.0;"),
              "{ precise float Exact1 = drag * 2.0; if (Exact1 > a.reach) return; else drag = 1.0; }");
    EXPECT_EQ(
        rewritten("if (drag > 1.0) drag = 0.0; else if (length(acceleration) > 1.0) drag = 2.0;"),
        "if (drag > 1.0) drag = 0.0; else { precise float Exact1 = length(acceleration); if (Exact1 > 1.0) "
        "drag = 2.0; }");
    EXPECT_EQ(rewritten("drag = drag * 2.0 > 1.0 ? drag + 1.0 : 0.0;"),
              "{ precise float Exact1 = drag * 2.0; drag = Exact1 > 1.0 ? drag + 1.0 : 0.0; }");
    EXPECT_EQ(
        rewritten("for (int i = 0; i < 4; ++i) if (drag + 1.0 > 2.0) drag = 0.0;"),
        "for (int i = 0; i < 4; ++i) { precise float Exact1 = drag + 1.0; if (Exact1 > 2.0) drag = 0.0; }");
    EXPECT_EQ(rewritten("bool b = any(isnan(acceleration * 2.0)), c = vec3(drag / 2.0) == acceleration;"),
              "precise vec3 Exact1 = acceleration * 2.0; bool b = any(isnan(Exact1)); precise vec3 Exact2 = "
              "vec3(drag / 2.0); bool c = Exact2 == acceleration;");
}

TEST(ModuleText, TakesComputedFloatsOutOfArgumentsAndConversions) {
    EXPECT_EQ(rewritten("acceleration += smooth_noise(p.position * 2.0, drag * 2.0 > 1.0);"),
              "{ precise float Exact1 = drag * 2.0; precise vec3 Exact2 = p.position * 2.0; acceleration += "
              "smooth_noise(Exact2, Exact1 > 1.0); }");
    EXPECT_EQ(rewritten("int n = int(floor(drag * 8.0));"),
              "precise float Exact1 = floor(drag * 8.0); int n = int(Exact1);");
    EXPECT_EQ(rewritten("drag = sqrt(abs(drag) + 1.0) * vec2(drag * 2.0).x;"),
              "drag = sqrt(abs(drag) + 1.0) * vec2(drag * 2.0).x;")
        << "GLSL's own functions of floats are within reach";
    EXPECT_EQ(rewritten("drag = across(turned(acceleration, acceleration, drag + 1.0) * 2.0).x;"),
              "{ precise float Exact1 = drag + 1.0; precise vec3 Exact2 = turned(acceleration, acceleration, "
              "Exact1) * 2.0; drag = across(Exact2).x; }");
}

/// A later name may need what itself needs the names before it.
TEST(ModuleText, KeepsTheOrderOfDeclarations) {
    EXPECT_EQ(rewritten("float x = drag * 2.0, y = x + 1.0 > 2.0 ? 1.0 : 0.0, z = y;"),
              "precise float x = drag * 2.0; precise float Exact1 = x + 1.0; precise float y = Exact1 > 2.0 "
              "? 1.0 : "
              "0.0, z = y;");
}

/// Where the least int is divided by -1, drivers that fold constants trap.
TEST(ModuleText, GuardsTheDivisionOfIntegers) {
    EXPECT_EQ(rewritten("int n = 7 / 2, k = 7 % 2; n /= 3; uint u = 7u / a.count; drag /= -1.0;"),
              "int n = 7 / 2, k = 7 % 2; n /= 3; uint u = 7u / a.count; drag /= -1.0;")
        << "no divisor can be -1";
    EXPECT_EQ(rewritten("int n = (-2147483647 - 1) / -1;"),
              "int n = Quotient(int((-2147483647 - 1) ), int( -1));");
    EXPECT_EQ(rewritten("int n = 6, k = n / n % n;"),
              "int n = 6, k = Remainder(int(Quotient(int(n ), int( n)) ), int( n));");
    EXPECT_EQ(rewritten("int n = 6; n %= -n;"), "int n = 6; n = Remainder(int(n), int( -n));");
    EXPECT_EQ(rewritten("ivec2 v = ivec2(6); v.x /= v.y; v /= 0;"),
              "ivec2 v = ivec2(6); v.x = Quotient(int(v.x), int( v.y)); v = Quotient(ivec2(v), ivec2( 0));");
}

/// NVIDIA's compiler finds no function for a float beside an integer.
TEST(ModuleText, ConvertsIntegersBesideFloats) {
    EXPECT_EQ(rewritten("drag = max(drag, 1) + min(3, 4) + sqrt(2);"),
              "drag = max(drag, float(1)) + min(3, 4) + sqrt(2);");
    EXPECT_EQ(
        rewritten("acceleration = clamp(acceleration, ivec3(1), vec3(2)) + mix(drag, a.count, 0.5);"),
        "acceleration = clamp(acceleration, vec3(ivec3(1)), vec3(2)) + mix(drag, float(a.count), 0.5);");
}

TEST(ModuleText, LeavesTheDivisionsOfGlobalConstantsConstant) {
    const std::string text = written(made_up("\nconst int N = 3; const int HALF = 7 / N;")
                                         .append(made_up_force("").substr(made_up("").size())));
    EXPECT_TRUE(text.starts_with("\nconst int made_up_N = 3; const int made_up_HALF = 7 / made_up_N;"))
        << text;
}

/// Values of parameters are read on the GPU, so the loop itself keeps to the bounds that were checked.
TEST(ModuleText, WritesBoundsIntoLoops) {
    EXPECT_EQ(rewritten("for (int i = 0; i < 4; ++i) drag += 1.0;"),
              "for (int i = 0; i < 4; ++i) drag += 1.0;");
    EXPECT_EQ(rewritten("for (int i = 0; i < a.count; ++i) drag += 1.0;"),
              "for (int i = 0; i < min(int(a.count), 8); ++i) drag += 1.0;");
    EXPECT_EQ(rewritten("for (int i = int(a.count); i < 9; i += int(a.count)) drag += 1.0;"),
              "for (int i = max(int(int(a.count)), 1); i < 9; i += max(int(int(a.count)), 1)) drag += 1.0;");
}

TEST(ModuleText, NamesChoices) {
    EXPECT_EQ(rewritten("if (a.hit == hit_pass_through) return;"),
              "if (a.hit == made_up_hit_pass_through) return;");
    EXPECT_EQ(
        parameters_text(read_module(made_up(""), "made-up.glsl"), "made_up_"),
        "struct made_up_Parameters {\n    uint count;\n    uint many;\n    uint hit;\n    float reach;\n};\n"
        "const uint made_up_hit_bounce = 0u;\nconst uint made_up_hit_pass_through = 1u;\n");
    EXPECT_EQ(parameters_text(
                  read_module("/*{\"name\": \"x\", \"stage\": \"look\", \"does\": \"A.\"}*/", "x"), "x_"),
              "struct x_Parameters {\n    bool unused;\n};\n");
}

TEST(ModuleText, LeavesCommentsOutAndKeepsLines) {
    EXPECT_EQ(rewritten("drag/* a\n#include \"x\"\n*/= // b\n  1.0; /* c */"), "drag\n\n=\n  1.0;");
    EXPECT_EQ(rewritten("if (drag * // a\n    2.0 > 1.0)\n    return;"),
              "{ precise float Exact1 = drag * 2.0; if (Exact1\n > 1.0)\n    return; }");
}

TEST(ModuleText, HasTheLinesOfEveryBuiltInModule) {
    for (const std::string& name : built_in_modules()) {
        const Module module = built_in_module(name);
        const std::string text = body_text(module, prefix_of(module)).text;
        EXPECT_EQ(std::ranges::count(text, '\n'), std::ranges::count(module.body, '\n')) << name;
    }
}

TEST(ModuleText, RefusesWhatTheCheckRefuses) {
    EXPECT_EQ(message_of([] { written(made_up_force("\ndrag = 1.0")); }),
              "made-up.glsl:5: `;` is expected, not }");
}

}  // namespace
}  // namespace winnow::effects
