// Checks that the GLSL of expressions computes what Expression::evaluate() computes on the CPU: all
// expressions in one compute shader, for many values of the names.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/expression/expression.h"
#include "effects/expression/smooth_noise.h"
#include "gl/buffer.h"
#include "shaders/shared.h"
#include "support/shader_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::particles::expression_tests {
namespace {

using effects::Expression;
using effects::ExpressionName;
using effects::ExpressionType;

/// The operations of an expression that are not exact everywhere. GLSL leaves the precision of its functions
/// open except for division and roots, which llvmpipe rounds correctly and GPUs nearly so.
enum class Inexact { nothing, quotients, circular, inverse, growing };

/// Returns by how much a result may differ: absolutely, or relatively if it is above 1.
float tolerance(Inexact operations, bool software) {
    switch (operations) {
        case Inexact::quotients:
            return software ? 0 : 2e-6f;
        case Inexact::circular:  // sin, cos and tan
            return 2e-5f;
        case Inexact::inverse:  // asin, acos and atan
            return 5e-4f;
        case Inexact::growing:  // exp, log and pow
            return 1e-4f;
        default:
            return 0;
    }
}

struct Compared {
    std::string_view text;
    Inexact inexact = Inexact::nothing;
};

constexpr Compared table[] = {
    {"a"},
    {"-a"},
    {"a + b * c"},
    {"(a + b) * c - 2.5"},
    {"a * b + c * a + b * c"},        // tempts to contract
    {"(a + b) + c - (a + (b + c))"},  // tempts to reorder
    {"a / b", Inexact::quotients},
    {"1 / (b * 0)", Inexact::quotients},
    {"a % b", Inexact::quotients},
    {"a % 0", Inexact::quotients},
    {"mod(-a, 3)", Inexact::quotients},
    {"u"},
    {"u.zyx"},
    {"-u.xz * 2"},
    {"q.wzyx.yx"},
    {"q.bgra"},
    {"u * v + a"},
    {"a - u / v", Inexact::quotients},
    {"u % 2", Inexact::quotients},
    {"q % vec4(u, a)", Inexact::quotients},
    {"u.xy % v.zx", Inexact::quotients},
    {"vec3(a, 2, c)"},
    {"vec4(u, a) * q"},
    {"vec4(a, u.xy, 1) + vec4(u.xz, v.xy)"},
    {"vec3(2) * vec3(u.xy, 1)"},
    {"a < b"},
    {"a <= b && b <= c || a > c"},
    {"!(a >= 0) || lit"},
    {"lit"},
    {"u == u && !(u == v)"},
    {"u != v.xyz"},
    {"a == b || lit != (a > 0)"},
    {"lit ? u : v"},
    {"a < 0 ? -1 : a < 1 ? a : 2"},
    {"abs(a) + sign(b)"},
    {"sqrt(abs(u))", Inexact::quotients},
    {"min(u, v) + max(u, 0.5)"},
    {"clamp(a, -1, 1)"},
    {"clamp(u, v, 0)"},
    {"mix(u, v, b)"},
    {"mix(a, b, .3)"},
    {"step(v, u) + step(0, u)"},
    {"smoothstep(-1, 2, a)", Inexact::quotients},
    {"smoothstep(2, -1, u)", Inexact::quotients},
    {"smoothstep(b, b, a)", Inexact::quotients},
    {"smoothstep(b, b, b)", Inexact::quotients},
    {"smoothstep(-q, q.wzyx, vec4(u, a))", Inexact::quotients},
    {"smoothstep(u.xy, v.yz, q.xw)", Inexact::quotients},
    {"floor(a * 10) + ceil(b * 10)"},
    {"fract(u * 7)"},
    {"length(u) + length(q)", Inexact::quotients},
    {"distance(u, v) - distance(u.xy, v.zx)", Inexact::quotients},
    {"dot(u, v) * dot(q, q.wzyx)"},
    {"cross(u, v)"},
    {"normalize(u) + normalize(v * 0)", Inexact::quotients},
    {"normalize(q.xy)", Inexact::quotients},
    {"normalize(q * 1e-18)", Inexact::quotients},
    {"noise(u)"},
    {"noise(u * 100 - 1000)"},
    {"noise(u * 1e12)"},
    {"noise(u / (a * 0))", Inexact::quotients},
    {"u * (0.5 + 0.5 * noise(v * 3)) / (1 + length(u))", Inexact::quotients},
    {"sin(a * 3)", Inexact::circular},
    {"cos(u * 3) * 2", Inexact::circular},
    {"tan(clamp(a, -1, 1))", Inexact::circular},
    {"asin(a)", Inexact::inverse},
    {"acos(u)", Inexact::inverse},
    {"atan(u * 5)", Inexact::inverse},
    {"atan(a, b)", Inexact::inverse},
    {"atan(a * 0, 0)", Inexact::inverse},
    {"atan(u, v)", Inexact::inverse},
    {"exp(u)", Inexact::growing},
    {"log(abs(a) + 0.01)", Inexact::growing},
    {"log(a)", Inexact::growing},
    {"sqrt(a)", Inexact::quotients},
    {"pow(abs(u), 0.7)", Inexact::growing},
    {"pow(a, 2) + pow(b, 3)", Inexact::growing},
    {"pow(a, 0.5)", Inexact::growing},
    {"pow(a * 0, vec3(0, 2, 3))", Inexact::growing},
    {"pow(-2, floor(u * 3))", Inexact::growing},
    {"random + random * 2"},
};

/// The names of the expressions; their values are rows in this order.
constexpr ExpressionName known_names[] = {
    {"a", ExpressionType::number},    {"b", ExpressionType::number},      {"c", ExpressionType::number},
    {"u", ExpressionType::vec3},      {"v", ExpressionType::vec3},        {"q", ExpressionType::vec4},
    {"lit", ExpressionType::boolean}, {"random", ExpressionType::number},
};
constexpr std::size_t name_count = std::size(known_names);
constexpr std::uint32_t samples = 256;

std::size_t place_of(std::string_view name) {
    const auto* const found = std::ranges::find(known_names, name, &ExpressionName::name);
    return static_cast<std::size_t>(found - std::begin(known_names));
}

std::string glsl_of_name(std::string_view name) {
    const std::string row = fmt::format("name_row({}u)", place_of(name));
    switch (known_names[place_of(name)].type) {
        case ExpressionType::boolean:
            return "bool(" + row + ".x)";
        case ExpressionType::number:
            return row + ".x";
        case ExpressionType::vec3:
            return row + ".xyz";
        default:
            return row;
    }
}

std::string widened(const Expression& expression, const std::string& result) {
    switch (expression.type) {
        case ExpressionType::boolean:
            return fmt::format("vec4({} ? 1.0 : 0.0)", result);
        case ExpressionType::number:
            return fmt::format("vec4({})", result);
        case ExpressionType::vec2:
            return fmt::format("vec4({}, 0.0, 0.0)", result);
        case ExpressionType::vec3:
            return fmt::format("vec4({}, 0.0)", result);
        default:
            return result;
    }
}

class ExpressionGlslTest : public winnow::test::ShaderTest {
  protected:
    void SetUp() override {
        ShaderTest::SetUp();
        for (const Compared& row : table)
            expressions_.push_back(effects::parse_expression(row.text, known_names, effects::Path()));
        std::mt19937 engine(11);
        std::uniform_real_distribution<float> values(-2.5f, 2.5f);
        for (std::size_t i = 0; i < samples * name_count; ++i)
            names_.emplace_back(values(engine), values(engine), values(engine), values(engine));
        for (std::size_t i = place_of("lit"); i < names_.size(); i += name_count)
            names_[i].x = names_[i].x > 0 ? 1.0f : 0.0f;
    }

    /// Returns a function for each expression, and main(), which writes the results of a sample one after
    /// another.
    std::string shader() {
        std::string functions, calls;
        for (std::size_t k = 0; k < expressions_.size(); ++k) {
            const std::size_t first = literals_.size();
            for (const float literal : expressions_[k].literals) literals_.emplace_back(0, literal, 0, 0);
            const auto glsl = expressions_[k].emit(
                "e", [first](std::size_t i) { return fmt::format("row_at({}u).y", first + i); },
                glsl_of_name);
            functions += fmt::format("vec4 value_{}() {{\n", k);
            for (const std::string& statement : glsl.statements) functions += "    " + statement + '\n';
            functions += fmt::format("    return {};\n}}\n", widened(expressions_[k], glsl.result));
            calls += fmt::format("    result[gl_GlobalInvocationID.x * {}u + {}u] = value_{}();\n",
                                 expressions_.size(), k, k);
        }
        return fmt::format(R"(#include "effects/expression.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Literals {{ vec4 literals[]; }};
layout(std430, binding = 1) readonly buffer Names {{ vec4 names[]; }};
layout(std430, binding = 2) writeonly buffer Results {{ vec4 result[]; }};
vec4 row_at(uint index) {{ return literals[index]; }}
vec4 name_row(uint place) {{ return names[gl_GlobalInvocationID.x * {}u + place]; }}
{}void main() {{
{}}}
)",
                           name_count, functions, calls);
    }

    std::vector<glm::vec4> computed_by_gpu() {
        folder_.write("expressions.comp", shader());
        gl::ShaderLibrary library(folder_.path());
        const gl::Program program = library.load_compute("expressions.comp");
        const std::uint64_t count = std::uint64_t{samples} * expressions_.size();
        const gl::Buffer literals = filled(literals_), names = filled(names_),
                         results = filled(std::vector<glm::vec4>(count));
        literals.bind_storage(0);
        names.bind_storage(1);
        results.bind_storage(2);
        program.dispatch({samples / 64});
        return results.read_all<glm::vec4>(count);
    }

    static gl::Buffer filled(const std::vector<glm::vec4>& rows) {
        gl::Buffer buffer = gl::plain_memory()->allocate(rows.size() * sizeof rows[0], "test rows");
        buffer.write_all(std::span(rows));
        return buffer;
    }

    glm::vec4 computed_by_cpu(std::size_t expression, std::size_t sample) const {
        const auto value = expressions_[expression].evaluate([this, sample](std::string_view name) {
            return std::optional(names_[sample * name_count + place_of(name)]);
        });
        return value.value();
    }

    winnow::test::ShippedShaders folder_;
    std::vector<Expression> expressions_;
    std::vector<glm::vec4> literals_, names_;
};

/// Returns the difference as a share of the expected value, or as it is if that is small.
float difference(float expected, float actual) {
    if (expected == actual || (std::isnan(expected) && std::isnan(actual))) return 0;
    const float apart = std::abs(expected - actual) / std::max(1.0f, std::abs(expected));
    return std::isfinite(apart) ? apart : std::numeric_limits<float>::infinity();
}

TEST_F(ExpressionGlslTest, ComputesTheValuesOfTheCpu) {
    const std::vector<glm::vec4> results = computed_by_gpu();
    for (std::size_t k = 0; k < expressions_.size(); ++k) {
        const float allowed = tolerance(table[k].inexact, facts().software);
        for (std::size_t sample = 0; sample < samples; ++sample) {
            const glm::vec4 expected = computed_by_cpu(k, sample);
            const glm::vec4 actual = results[sample * expressions_.size() + k];
            for (int i = 0; i < 4; ++i) {
                const float apart = difference(expected[i], actual[i]);
                EXPECT_LE(apart, allowed)
                    << table[k].text << ", component " << i << ", sample " << sample << ": " << expected[i]
                    << " on the CPU, " << actual[i] << " in GLSL";
            }
        }
    }
}

// --- long times -------------------------------------------------------------------------------------------

/// Expressions of a time for which a float is too coarse.
constexpr Compared long_table[] = {
    {"mod(time, 10)"},
    {"time % vec3(3, 7, 0)"},
    {"-time % 6"},
    {"fract(time / 7)"},
    {"floor(time) - time"},
    {"ceil(time) - time"},
    {"(time * 0.25 + 3) - floor(time * 0.25)"},
    {"abs(-time) % 4 + sign(time)"},
    {"min(time, 1e30) % 4 + max(time, 3) % 5"},
    {"clamp(time, 0, 1e30) % 3"},
    {"mix(0, time, 0.5) % 3"},
    {"fract(time) < 0.5 ? time % 4 : -time % 4"},
    {"fract(time) >= 0.25 && time != time + 1"},
    {"time == time + 0.001"},
    {"step(floor(time) + 0.5, time)"},
    {"smoothstep(floor(time), floor(time) + 1, vec3(time, time, 0))"},
    {"vec4(1, time, 2, time * 2).yw % 5"},
    {"vec3(time).zyx % vec3(2, 3, 4)"},
    {"sin(time * 3)", Inexact::circular},
    {"cos(vec3(time, time * 0.5, 1))", Inexact::circular},
    {"tan(sin(time))", Inexact::circular},
    {"noise(vec3(time * 7, 0, time - 0.5))", Inexact::circular},
    {"exp(-fract(time)) + sqrt(fract(time))", Inexact::growing},
    {"length(vec3(time, 0, 0) % 9)", Inexact::quotients},
};
constexpr ExpressionName long_names[] = {{"time", ExpressionType::number}};
constexpr double long_begins[] = {604800, 71582788.25, 3e9};  // seconds: 7 days, 2.3 years, 95 years

TEST_F(ExpressionGlslTest, LongTimesAreComputedInTheDoublesOfTheCpu) {
    std::string functions, calls;
    std::vector<Expression> expressions;
    for (const Compared& row : long_table) {
        const Expression expression = effects::parse_expression(row.text, long_names, effects::Path());
        const std::size_t k = expressions.size();
        const auto glsl = expression.emit(
            "e",
            [&](std::size_t i) {
                return fmt::format("uintBitsToFloat({}u)",
                                   std::bit_cast<std::uint32_t>(expression.literals[i]));
            },
            [](std::string_view) { return std::string("time"); },
            [](std::string_view) {
                return Expression::LongText{"is_long", "exact"};
            });
        functions += fmt::format("vec4 value_{}(float time, double exact, bool is_long) {{\n", k);
        for (const std::string& statement : glsl.statements) functions += "    " + statement + '\n';
        functions += fmt::format("    return {};\n}}\n", widened(expression, glsl.result));
        calls += fmt::format("    result[i * {}u + {}u] = value_{}(float(exact), exact, true);\n",
                             std::size(long_table), k, k);
        expressions.push_back(expression);
    }
    folder_.write("long.comp", fmt::format(R"(#include "effects/expression.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 1) readonly buffer Times {{ uvec4 times[]; }};
layout(std430, binding = 2) writeonly buffer Results {{ vec4 result[]; }};
{}void main() {{
    const uint i = gl_GlobalInvocationID.x;
    const double exact = packDouble2x32(times[i].xy);
{}}}
)",
                                           functions, calls));
    std::vector<double> times;
    std::vector<glm::uvec4> words;
    for (std::size_t i = 0; i < samples; ++i) {
        times.push_back(long_begins[i % std::size(long_begins)] + static_cast<double>(i) / 60);
        const auto bits = std::bit_cast<std::uint64_t>(times.back());
        words.emplace_back(bits, bits >> 32, 0, 0);
    }
    gl::ShaderLibrary library(folder_.path());
    const gl::Program program = library.load_compute("long.comp");
    gl::Buffer in = gl::plain_memory()->allocate(words.size() * sizeof words[0], "test times");
    in.write_all(std::span(words));
    const std::uint64_t count = std::uint64_t{samples} * expressions.size();
    const gl::Buffer results = filled(std::vector<glm::vec4>(count));
    in.bind_storage(1);
    results.bind_storage(2);
    program.dispatch({samples / 64});
    const auto found = results.read_all<glm::vec4>(count);
    for (std::size_t k = 0; k < expressions.size(); ++k)
        for (std::size_t i = 0; i < samples; ++i) {
            const glm::vec4 expected(
                expressions[k].evaluate_long([&](std::string_view) { return glm::dvec4(times[i]); }));
            for (int c = 0; c < 4; ++c)
                EXPECT_LE(difference(expected[c], found[i * expressions.size() + k][c]),
                          std::max(1e-6f, tolerance(long_table[k].inexact, facts().software)))
                    << long_table[k].text << " at " << times[i] << ", component " << c;
        }
}

TEST_F(ExpressionGlslTest, NoiseIsThatOfTheCpu) {
    folder_.write("noise.comp", R"(#include "effects/engine.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 1) readonly buffer Names { vec4 names[]; };
layout(std430, binding = 2) writeonly buffer Results { vec4 result[]; };
void main() {
    const uint i = gl_GlobalInvocationID.x;
    result[i] = vec4(noise_number(names[i].xyz * 50.0));
}
)");
    gl::ShaderLibrary library(folder_.path());
    const gl::Program program = library.load_compute("noise.comp");
    const gl::Buffer names = filled(names_), results = filled(std::vector<glm::vec4>(samples));
    names.bind_storage(1);
    results.bind_storage(2);
    program.dispatch({samples / 64});
    const std::vector<glm::vec4> found = results.read_all<glm::vec4>(samples);
    for (std::size_t i = 0; i < samples; ++i)
        EXPECT_NEAR(found[i].x, effects::noise_number(glm::vec3(names_[i]) * 50.0f), 1e-6f);
}

}  // namespace
}  // namespace winnow::particles::expression_tests
