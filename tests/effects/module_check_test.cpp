// Checks which bodies of modules are refused, each with its line and a reason, and which are not.
#include "effects/modules/module_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

#include "effects/expect_error.h"
#include "effects/module_texts.h"
#include "support/texts.h"

namespace winnow::effects {
namespace {

using test::repeated;

void check(const std::string& text) {
    check_body(read_module(text, "made-up.glsl"));
}

struct RefusedCode {
    std::string_view code;
    int line;
    std::string_view message;  // its beginning
};
void PrintTo(const RefusedCode& refused, std::ostream* out) {
    *out << "line " << refused.line;
}

void expect_refused_code(const std::string& text, const RefusedCode& refusal) {
    const std::string message = message_of([&] { check(text); });
    const std::string expected = fmt::format("made-up.glsl:{}: {}", refusal.line, refusal.message);
    EXPECT_EQ(message.substr(0, expected.size()), expected) << refusal.code;
}

// --- within the stage's function, whose statements begin in line 3 ----------------------------------------

class RefusedStatementTest : public ::testing::TestWithParam<RefusedCode> {};

TEST_P(RefusedStatementTest, NamesLineAndReason) {
    expect_refused_code(made_up_force(GetParam().code), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Forbidden, RefusedStatementTest,
    ::testing::Values(
        RefusedCode{"\nwhile (true) drag += 1.0;", 4, "while is not offered in modules; loops must be `for`"},
        RefusedCode{"do { drag += 1.0; } while (true);", 3, "do is not offered in modules"},
        RefusedCode{"goto end;", 3, "goto is not offered in modules"},
        RefusedCode{"discard;", 3, "discard is not offered in modules"},
        RefusedCode{"switch (a.count) { }", 3, "switch is not offered in modules; use `if`"},
        RefusedCode{"precise float x = 1.0;", 3, "precise is not offered in modules; all floats"},
        RefusedCode{"double x = 1.0;", 3, "double is not offered in modules; floats have 32 bits"},
        RefusedCode{"\n\n#define X 1", 5, "preprocessor lines are not offered"},
        RefusedCode{"drag += gl_GlobalInvocationID.x;", 3, "gl_GlobalInvocationID: built-in variables"},
        RefusedCode{"float x__y = 1.0;", 3, "x__y: GLSL reserves identifiers with two underscores"},
        RefusedCode{"imageStore(a, ivec2(0), vec4(0.0));", 3,
                    "imageStore is not a function that modules may call"},
        RefusedCode{"uint n = atomicAdd(a.count, 1u);", 3, "atomicAdd is not a function"},
        RefusedCode{"barrier();", 3, "barrier is not a function that modules may call"},
        RefusedCode{"memoryBarrierShared();", 3, "memoryBarrierShared is not a function"},
        RefusedCode{"drag += texture(a, vec2(0.0)).x;", 3, "texture is not a function that modules may call"},
        RefusedCode{"drag += dFdx(drag);", 3, "dFdx is not a function that modules may call"},
        RefusedCode{"kill(p);", 3, "kill is not a function that modules may call"},
        RefusedCode{"drag += m.camera.pixels;", 3, "only the stage look knows the camera"},
        RefusedCode{"drag += pixels_at(m.camera, p.position);", 3, "only the stage look knows the camera"},
        RefusedCode{"drag += rows_at(1u);", 3, "rows_at is not a function"},
        RefusedCode{"force(p, a, m, acceleration, drag);", 3,
                    "force is called before its definition has ended"},
        RefusedCode{"float x;", 3, "x begins undefined; give it a value"},
        RefusedCode{"float x[4] = 1.0;", 3, "arrays are not offered"},
        RefusedCode{"float x = float[](1.0, 2.0).x;", 3, "arrays are not offered"},
        RefusedCode{"Particle q = p;", 3, "Particle cannot be declared here"},
        RefusedCode{"sampler2D s = 1;", 3, "sampler2D is not offered"},
        RefusedCode{"vec3 v = vec3(1.0); drag += v[a.count];", 3,
                    "an index must be a whole number as it stands"},
        RefusedCode{"vec3 v = vec3(1.0); drag += v[0 + 4];", 3,
                    "an index must be a whole number as it stands"},
        RefusedCode{"vec3 v = vec3(1.0); drag += v[3];", 3, "vec3 has no element 3"},
        RefusedCode{"int n = 1;\nint m2 = n++;", 4, "++ within an expression"},
        RefusedCode{"int n = 1; if ((n = 2) == 2) return;", 3, "= within an expression"},
        RefusedCode{"drag + 1.0;", 3, "an assignment or a call is expected, not +"},
        RefusedCode{"sqrt(2.0);", 3, "the result of sqrt is not used"},
        RefusedCode{";", 3, "an empty statement"}, RefusedCode{"break;", 3, "break outside a loop"},
        RefusedCode{"drag = 1.0 \\\n;", 3, "a backslash"},
        RefusedCode{"// hidden \\\ndrag = 1.0;", 3, "a backslash"},
        RefusedCode{"// hidden \r drag = 1.0;", 3, "a control character, code 13"},
        RefusedCode{"/* open", 3, "a comment is not closed"},
        RefusedCode{"drag = @1.0;", 3, "\"@\" is not GLSL"},
        RefusedCode{"int n = 010;", 3, "octal numbers are not offered"},
        RefusedCode{"drag = 1.0lf;", 3, "\"1.0lf\" is not a number of GLSL's int, uint or float"},
        RefusedCode{"drag = 1e;", 3, "\"1e\" is not a number"},
        RefusedCode{"int n = 4294967296;", 3, "4294967296 does not fit into int"}));

INSTANTIATE_TEST_SUITE_P(
    Loop, RefusedStatementTest,
    ::testing::Values(
        RefusedCode{"for (;;) drag += 1.0;", 3, "loops have the form"},
        RefusedCode{"for (float x = 0.0; x < 1.0; ++x) drag += x;", 3, "loops have the form"},
        RefusedCode{"for (int i = 0; i > 4; ++i) drag += 1.0;", 3, "loops have the form"},
        RefusedCode{"for (int i = 0; i < 4; --i) drag += 1.0;", 3, "loops have the form"},
        RefusedCode{"int k = 0; for (int i = 0; k < 4; ++i) drag += 1.0;", 3, "loops have the form"},
        RefusedCode{"int k = 0; for (int i = 0; i < 4; ++k) drag += 1.0;", 3, "loops have the form"},
        RefusedCode{"int n = 4;\nfor (int i = 0; i < n; ++i) drag += 1.0;", 4,
                    "a loop's bound must be a whole number"},
        RefusedCode{"const int n = 4;\nfor (int i = 0; i < n; ++i) drag += 1.0;", 4,
                    "a loop's bound must be"},
        RefusedCode{"for (int i = 0; i < a.count + 1u; ++i) drag += 1.0;", 3, "a loop's bound must be"},
        RefusedCode{"for (int i = 0; i < int(a.reach); ++i) drag += 1.0;", 3, "a loop's bound must be"},
        RefusedCode{"for (int i = 0; i < a.many; ++i) drag += 1.0;", 3, "nested loops run 100000 times"},
        RefusedCode{"for (int i = 0; i < 4097; ++i) drag += 1.0;", 3,
                    "nested loops run 4097 times in all; at most"},
        RefusedCode{"for (int i = 0; i < 2147483647; i += 2147483) drag += 1.0;", 3, "a loop's bound can be"},
        RefusedCode{"for (int i = 0; i < 4; i += 0) drag += 1.0;", 3, "a loop's step must be at least 1"},
        RefusedCode{"for (int i = 0; i < 4; i += int(a.many)) drag += 1.0;", 3,
                    "a loop's step must be at least 1"},
        RefusedCode{"for (int i = 0; i < 4; i += a.count) drag += 1.0;", 3, "a loop's step is an int"},
        RefusedCode{"for (int i = -1; i < a.count; ++i) drag += 1.0;", 3,
                    "a loop that begins below 0 ends at an int"},
        RefusedCode{"for (int i = 0; i < 65; ++i)\nfor (int k = 0; k < 64; ++k) drag += 1.0;", 4,
                    "nested loops run 4160 times"},
        RefusedCode{"for (int i = 0; i < 4; ++i)\ni = 0;", 4, "i counts a loop and cannot be assigned in it"},
        RefusedCode{"for (int i = 0; i < 4; ++i)\n--i;", 4, "i counts a loop"},
        RefusedCode{"for (int i = 0; i < 4; ++i) { int i = 0; i = 1; }", 3,
                    "i is the name of something else here"}));

INSTANTIATE_TEST_SUITE_P(
    Meaning, RefusedStatementTest,
    ::testing::Values(
        RefusedCode{"drag += reach;", 3, "reach is not declared"},
        RefusedCode{"drag += acceleraton.x;", 3, "acceleraton is not declared (did you mean acceleration?)"},
        RefusedCode{"drag += a.rech;", 3, "Parameters has no rech"},
        RefusedCode{"drag += p.cold;", 3, "Particle has no cold"},
        RefusedCode{"drag += acceleration.w;", 3, "vec3 has no w"},
        RefusedCode{"drag += acceleration.xg;", 3, "vec3 has no xg"},
        RefusedCode{"p.velocity = vec3(0.0);", 3, "p is only an input here"},
        RefusedCode{"a.reach = 1.0;", 3, "reach of Parameters cannot be assigned"},
        RefusedCode{"hit_bounce = 1u;", 3, "hit_bounce is constant"},
        RefusedCode{"const float x = 1.0; x = 2.0;", 3, "x is constant"},
        RefusedCode{"float drag = 1.0;", 3, "drag is the name of something else here"},
        RefusedCode{"float Drag2 = 1.0;", 3, "Drag2: names within functions begin with a small letter"},
        RefusedCode{"{ float x = 1.0; } drag = x;", 3, "x is not declared"},
        RefusedCode{"if (a.reach > 0.0) { float x = 1.0; }\ndrag = x;", 4, "x is not declared"},
        RefusedCode{"if (a.reach > 0.0) float x = 1.0;", 3, "a declaration alone does nothing here"},
        RefusedCode{"for (int i = 0; i < 4; ++i) float x = 1.0;", 3, "a declaration alone does nothing here"},
        RefusedCode{"acceleration.xx = vec2(1.0);", 3, "xx names a component twice and cannot be assigned"},
        RefusedCode{"drag += acceleration;", 3, "float += vec3 does not fit"},
        RefusedCode{"drag = true;", 3, "float = bool does not fit"},
        RefusedCode{"int n = 1.5;", 3, "n is int, but its value is float"},
        RefusedCode{"vec3 v = acceleration + vec2(1.0);", 3, "vec3 + vec2 does not fit"},
        RefusedCode{"bool b = acceleration < vec3(1.0);", 3, "vec3 < vec3 does not fit"},
        RefusedCode{"bool b = p == p;", 3, "Particle == Particle does not fit"},
        RefusedCode{"drag = p;", 3, "float = Particle does not fit"},
        RefusedCode{"if (drag) return;", 3, "a condition must be bool, not float"},
        RefusedCode{"drag = 1 ? 1.0 : 2.0;", 3, "a condition must be bool, not int"},
        RefusedCode{"acceleration = fma(acceleration, acceleration, 2.0);", 3, "fma does not take"},
        RefusedCode{"acceleration = min(2.0, acceleration);", 3, "min does not take these arguments"},
        RefusedCode{"acceleration = clamp(acceleration, 0.0, acceleration);", 3, "clamp does not take"},
        RefusedCode{"acceleration = refract(acceleration, acceleration, acceleration);", 3,
                    "refract does not take"},
        RefusedCode{"drag = distance(drag, acceleration);", 3, "distance does not take these arguments"},
        RefusedCode{"uint n = abs(a.count);", 3, "n is uint, but its value is float"},
        RefusedCode{"drag = intBitsToFloat(a.count);", 3, "intBitsToFloat does not take these arguments"},
        RefusedCode{"bvec2 b = lessThan(bvec2(true), bvec2(true));", 3,
                    "lessThan does not take these arguments"},
        RefusedCode{"drag = length(1.0, 2.0);", 3, "length does not take these arguments"},
        RefusedCode{"vec3 v = vec3(1.0, 2.0);", 3, "vec3 does not take these arguments"},
        RefusedCode{"vec3 v = vec3(acceleration, 2.0);", 3, "vec3 does not take these arguments"},
        RefusedCode{"mat2 t = mat2(1.0, 2.0, 3.0);", 3, "mat2 does not take these arguments"},
        RefusedCode{"drag = float(p);", 3, "float does not take these arguments"},
        RefusedCode{"drag = smooth_noise(acceleration, 1).x;", 3,
                    "argument 2 of smooth_noise must be bool, not int"},
        RefusedCode{"drag = across().x;", 3, "across takes 1 arguments, not 0"},
        RefusedCode{"return 1.0;", 3, "the function returns void, not float"},
        RefusedCode{"float sqrt = 1.0; drag = sqrt(2.0);", 3, "sqrt is a variable here, not a function"}));

// --- outside functions ------------------------------------------------------------------------------------

class RefusedBodyTest : public ::testing::TestWithParam<RefusedCode> {};

TEST_P(RefusedBodyTest, NamesLineAndReason) {
    expect_refused_code(made_up_body(GetParam().code), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Each, RefusedBodyTest,
    ::testing::Values(
        RefusedCode{"buffer Block { uint x[]; };", 2, "buffer is not offered in modules; values come from"},
        RefusedCode{"\nshared float x;", 3, "shared is not offered in modules"},
        RefusedCode{"uniform float x;", 2,
                    "uniform is not offered in modules; values come from the parameters"},
        RefusedCode{"layout(local_size_x = 1) in;", 2, "layout is not offered in modules"},
        RefusedCode{"in vec3 x;", 2, "in belongs to the parameters of functions"},
        RefusedCode{"out vec3 x;", 2, "out is not offered in modules; it would begin undefined"},
        RefusedCode{"float x = 1.0;", 2, "x would be a global variable; only constants are offered"},
        RefusedCode{"vec3 x;", 2, "x would be a global variable"},
        RefusedCode{"struct S { float x; };", 2, "struct is not offered in modules"},
        RefusedCode{"precision highp float;", 2, "precision is not offered"},
        RefusedCode{"#version 450", 2, "preprocessor lines are not offered"},
        RefusedCode{"float f(float x);", 2, "a function is defined where it is declared"},
        RefusedCode{"float f(float x) {\nreturn f(x); }", 3, "f is called before its definition has ended"},
        RefusedCode{"float f(float x) { return g(x); }\nfloat g(float x) { return f(x); }", 2,
                    "g is called before its definition has ended; recursion is not offered"},
        RefusedCode{"float f(float x) { if (x > 0.0) return x; }", 2, "f must return a value on every way"},
        RefusedCode{"float f(float x) {}", 2, "f must return a value on every way"},
        RefusedCode{"float f(float x) { return x; }\nfloat f(vec2 x) { return x.x; }", 3,
                    "f is already the name"},
        RefusedCode{"float sqrt(float x) { return x; }", 2, "sqrt is already the name of a function"},
        RefusedCode{"float across(float x) { return x; }", 2, "across is already the name of a function"},
        RefusedCode{"float f(float x) { x = 1.0; return x; }", 2, "x is only an input here"},
        RefusedCode{"void f(inout Parameters q) {}", 2, "Parameters cannot be inout"},
        RefusedCode{"void f(inout float x, inout float y) {}\nvoid g(inout vec2 v) { f(v.x, v.y); }", 3,
                    "f writes v twice"},
        RefusedCode{"void f(inout int i) {}\nvoid g() { for (int i = 0; i < 4; ++i)\nf(i); }", 4,
                    "i counts a loop"},
        RefusedCode{"float f(inout float x) { return x; }\nvoid g(inout float y) { y = f(y); }", 3,
                    "f writes an argument, so its call must be a statement"},
        RefusedCode{"Particle f(Particle p) { return p; }", 2, "a function cannot return Particle"},
        RefusedCode{"float f(float x[4]) { return 1.0; }", 2, "arrays are not offered"},
        RefusedCode{"const float x = f();", 2, "f is not a function that modules may call"},
        RefusedCode{"const float x = turned(vec3(1.0), vec3(1.0), 1.0).x;", 2,
                    "turned cannot be called for a global"},
        RefusedCode{"const float TWO_PI = 6.0;", 2, "TWO_PI is the name of something else here"},
        RefusedCode{"const int X = (-2147483647 - 1) / -1;", 2, "a whole global constant can be divided by"},
        RefusedCode{"const int X = int(mat2(1.0));", 2, "int cannot be called for a global constant with"},
        RefusedCode{"const int X = mix(1, 2, true);", 2, "mix cannot be called for a global constant with"},
        RefusedCode{"const float X = tanh(1.0);", 2, "tanh cannot be called for a global constant"},
        RefusedCode{"const int N = 0; const int X = 7 % N;", 2, "a whole global constant can be divided by"},
        RefusedCode{"void look(Particle p, Parameters a, Moment m) {}", 2,
                    "look is never run, because the stage of the module is force"},
        RefusedCode{"const uint N = -1;\nvoid f() { for (int i = 0; i < N; ++i)\nf(); }", 3,
                    "a loop's bound must be a whole number"},
        RefusedCode{"float f() { return LATE; }\nconst float LATE = 1.0;", 2, "LATE is not declared"},
        RefusedCode{"void f() {}\n}", 3, "a function or a constant is expected, not }"}));

TEST(ModuleCheck, NamesTheLastLineIfTheBodyEndsTooEarly) {
    expect_refused_code(made_up("\nvoid f() {\n"),
                        {"void f() {", 3, "`}` is expected, not the end of the file"});
}

TEST(ModuleCheck, SaysInWhichColumn) {
    const auto place = [](const std::string& text) {
        const std::string message = whole_message_of([&] { check(text); });
        return message.substr(0, message.find(": "));
    };
    EXPECT_EQ(place(made_up_force("    /* \u00E9 */ drag = while;")), "made-up.glsl:3:20");
    EXPECT_EQ(place(made_up_force("\tdrag += 1.0 + missing;")), "made-up.glsl:3:16");
    const std::string head = made_up("");
    EXPECT_EQ(place(made_up(" #")), fmt::format("made-up.glsl:1:{}", head.size() + 2))
        << "the body begins in the head's last line";
}

TEST(ModuleCheck, WantsTheStagesFunctionAsItIs) {
    for (const std::string_view body :
         {"", "\nvoid spawn(inout Particle p) {}", "\nvoid force(Particle p, Parameters a, Moment m) {}",
          "\nvoid force(inout Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) "
          "{}"}) {
        const std::string message = message_of([&] { check(made_up(body)); });
        EXPECT_NE(
            message.find("the module must have the function void force(Particle, Parameters, Moment, inout "
                         "vec3, inout float)"),
            std::string::npos)
            << message;
    }
}

/// The cost of what compilers unroll, replace or need long for is that of what they make of it.
TEST(ModuleCheck, RefusesWhatCompilesForLong) {
    const auto module = [](const std::string& line, std::size_t lines, const std::string& functions) {
        return made_up_body(functions,
                            "float x = p.age;\nmat4 m4 = mat4(x);\n" + repeated(line + '\n', lines));
    };
    const std::string inner =
        "float inner(float z) { float y = z;" + repeated(" y += 1.5;\n", 400) + " return y; }\n";
    const std::string noisy = "vec3 noisy(vec3 v) { return smooth_noise(v, true); }\n";
    struct Case {
        std::string line;
        std::size_t passes, fails;  // lines
        std::string functions;
    };
    const Case cases[] = {
        {"m4 += m4;", 400, 600, ""},
        {"x = sin(x * 1.5) * cos(x) + pow(x, 1.5);", 100, 150, ""},
        {"m4 = m4 * m4;", 100, 150, ""},
        {"m4 = inverse(m4);", 40, 60, ""},
        {"x += float(int(x) / int(p.age));", 200, 400, ""},
        {"for (int i = 0; i < 20; ++i) x += sin(x);", 9, 12, ""},
        {"for (int i = 0; i < 4000; ++i) x += 1.0;", 14, 17, ""},
        {"for (int i = 0; i < 32; ++i) for (int k = 0; k < 32; ++k) x = sin(x);", 0, 1, ""},
        {"if (x > 1.5) { return; }", 200, 300, ""},
        {"x = inner(x);", 15, 30, inner},
        {"m4 *= m4;", 100, 150, ""},
        {"acceleration += noisy(p.position);", 35, 45, noisy},
        {"acceleration += noise_octaves(p.position, true, 2u, x, x);", 10, 12, ""},
    };
    for (const Case& c : cases) {
        EXPECT_NO_THROW(check(module(c.line, c.passes, c.functions))) << c.line;
        const std::string message = message_of([&] { check(module(c.line, c.fails, c.functions)); });
        EXPECT_NE(message.find("force is too long for compilers: "), std::string::npos)
            << c.line << ": " << message;
    }
    EXPECT_EQ(message_of([&] { check(module(cases[7].line, 1, "")); }),
              "made-up.glsl:3: force is too long for compilers: 38882 operations, if calls are replaced by "
              "functions and loops are unrolled; at most 16384");
}

/// Functions that call the one before twice grow without any loop.
TEST(ModuleCheck, RefusesCallsThatGrowBeyondMeasure) {
    std::string body = "float f0(float x) { return x; }\n";
    for (int i = 1; i < 40; ++i)
        body += fmt::format("float f{}(float x) {{ return f{}(x) + f{}(x); }}\n", i, i - 1, i - 1);
    const std::string message = message_of([&] { check(made_up("\n" + body)); });
    EXPECT_NE(message.find("is too long for compilers: "), std::string::npos) << message;
}

TEST(ModuleCheck, RefusesWhatIsNestedTooDeep) {
    constexpr std::size_t many = 5000;
    for (const std::string& code :
         {"drag = " + repeated("(", many), "drag = " + repeated("-(", many), "drag = " + repeated("!", many),
          repeated("{", many), repeated("if (true) ", many), repeated("if (true) {} else ", many),
          "drag = " + repeated("1.0 + ", many) + "1.0;", "drag = acceleration" + repeated(".x", many) + ";",
          "drag = " + repeated("true ? 1.0 : ", many) + "1.0;", "drag = " + repeated("abs(", many)})
        EXPECT_FALSE(message_of([&] { check(made_up_force(code)); }).empty());
}

// --- what is not refused ----------------------------------------------------------------------------------

class AcceptedStatementTest : public ::testing::TestWithParam<std::string_view> {};

TEST_P(AcceptedStatementTest, Passes) {
    EXPECT_NO_THROW(check(made_up_force(GetParam()))) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(
    Each, AcceptedStatementTest,
    ::testing::Values(
        "", "// a comment with while, # and gl_\n/* and goto */", "drag += 1.0;", "drag += 1;",
        "drag *= .5e-3f;", "for (int i = 0; i < 8; ++i) { if (i == 3) continue; drag += float(i); }",
        "for (int i = -2; i < 3; i++) for (int k = 0; k < a.count; k += 2) drag += 1.0;",
        "for (int i = 0; i < int(a.count); ++i) drag += 1.0;",
        "if (a.hit == hit_pass_through) return; else drag = 2.0;",
        "vec3 v = vec3(1.0), w = cross(v, acceleration); acceleration += v.zyx * w.x;",
        "mat2 m2 = mat2(1.0, 2.0, acceleration.xy), m3 = mat2(mat3(1.0)); vec2 v = vec2(acceleration);",
        "mat3 turn = mat3(1.0); acceleration = turn * acceleration; drag = turn[0][1];",
        "uint bits = floatBitsToUint(drag) >> 3u & 0xFFu; drag = float(bits % 7u);",
        "bvec3 b = greaterThan(acceleration, vec3(0.0)); if (any(b) && !all(b)) drag = mix(1.0, 2.0, b.x);",
        "acceleration = mix(acceleration, vec3(0.0), greaterThan(acceleration, vec3(1.0)));",
        "drag = p.heat + p.age / p.lifetime + p.life + m.time * m.seconds;",
        "{ float x = 1.0; } { float x = 2.0; }", "float length = length(acceleration); drag = length;",
        "acceleration.xz *= 2.0; ++acceleration.y;",
        "acceleration = turned(acceleration, across(vec3(0.0, 1.0, 0.0)), TWO_PI * 0.25);",
        "int n = 3; n <<= 2; n ^= 1; drag = n;"));

TEST(ModuleCheck, TakesCollisionsWithAndWithoutARadius) {
    const auto collides = [](std::string_view arguments) {
        check(fmt::format(R"(/*{{"name": "made-up", "stage": "react", "does": "Nothing."}}*/
void react(inout Particle p, Parameters a, Moment m) {{ collide_plane(p, {}); }})",
                          arguments));
    };
    EXPECT_NO_THROW(collides("1.0, 0u, 0.5, 0.5"));
    EXPECT_NO_THROW(collides("1.0, 0u, 0.5, 0.5, 0.1"));
    for (const std::string_view wrong : {"1.0, 0u, 0.5", "1.0, 0u, 0.5, 0.5, 0.1, 0.1"})
        EXPECT_NE(message_of([&] { collides(wrong); }).find("collide_plane takes 5 or 6 arguments, not "),
                  std::string::npos);
}

TEST(ModuleCheck, PassesEveryBuiltInModule) {
    for (const std::string& name : built_in_modules())
        EXPECT_NO_THROW(check_body(built_in_module(name))) << name;
}

}  // namespace
}  // namespace winnow::effects
