#include "effects/expression_operations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "effects/smooth_noise.h"
#include "effects/steady_math.h"

namespace winnow::effects {
namespace {

using TypeOfResult = std::optional<ExpressionType>;

// --- types ------------------------------------------------------------------------------------------------

bool is_vector(ExpressionType type) {
    return components_of(type) > 1;
}

bool are_all(ExpressionTypes types, ExpressionType wanted) {
    return std::ranges::all_of(types, [wanted](ExpressionType type) { return type == wanted; });
}

bool are_equal(ExpressionTypes types) {
    return are_all(types, types.front());
}

/// One type, or numbers beside vectors of one size.
TypeOfResult by_components(ExpressionTypes types) {
    ExpressionType widest = ExpressionType::number;
    for (const ExpressionType type : types) {
        if (type == ExpressionType::truth) return std::nullopt;
        if (is_vector(widest) && is_vector(type) && type != widest) return std::nullopt;
        widest = std::max(widest, type);
    }
    return widest;
}

TypeOfResult truth_of_truths(ExpressionTypes types) {
    return are_all(types, ExpressionType::truth) ? TypeOfResult(ExpressionType::truth) : std::nullopt;
}

TypeOfResult truth_of_numbers(ExpressionTypes types) {
    return are_all(types, ExpressionType::number) ? TypeOfResult(ExpressionType::truth) : std::nullopt;
}

TypeOfResult truth_of_equals(ExpressionTypes types) {
    return are_equal(types) ? TypeOfResult(ExpressionType::truth) : std::nullopt;
}

TypeOfResult either(ExpressionTypes types) {
    const bool fits = types.front() == ExpressionType::truth && are_equal(types.subspan(1));
    return fits ? TypeOfResult(types.back()) : std::nullopt;
}

TypeOfResult same_vector(ExpressionTypes types) {
    return is_vector(types.front()) ? TypeOfResult(types.front()) : std::nullopt;
}

TypeOfResult number_of_vectors(ExpressionTypes types) {
    return is_vector(types.front()) && are_equal(types) ? TypeOfResult(ExpressionType::number) : std::nullopt;
}

TypeOfResult number_of_place(ExpressionTypes types) {
    return are_all(types, ExpressionType::vec3) ? TypeOfResult(ExpressionType::number) : std::nullopt;
}

TypeOfResult same_place(ExpressionTypes types) {
    return are_all(types, ExpressionType::vec3) ? TypeOfResult(ExpressionType::vec3) : std::nullopt;
}

template <ExpressionType type>
TypeOfResult assembled(ExpressionTypes types) {
    int components = 0;
    for (const ExpressionType operand : types) {
        if (operand == ExpressionType::truth) return std::nullopt;
        components += components_of(operand);
    }
    const bool fits = components == components_of(type) || (types.size() == 1 && components == 1);
    return fits ? TypeOfResult(type) : std::nullopt;
}

// --- values -----------------------------------------------------------------------------------------------

float truth(bool is_true) {
    return is_true ? 1.0f : 0.0f;
}

// The functions of expression.glsl of the same names, where the reasons are given.

float guarded_mod(float x, float y) {
    return y == 0 ? 0.0f : x - y * std::floor(x / y);
}

float guarded_pow(float x, float y) {
    if (y == 0) return 1;
    if (x == 0) return y > 0 ? 0.0f : std::numeric_limits<float>::infinity();
    const auto power = static_cast<float>(steady::pow(std::abs(x), y));
    if (x > 0) return power;
    if (std::floor(y) != y) return 0;
    return std::floor(0.5f * y) == 0.5f * y ? power : -power;
}

float guarded_atan(float y, float x) {
    return y == 0 && x == 0 ? 0.0f : static_cast<float>(steady::atan2(y, x));
}

// GLSL's own functions; those of the standard library have other results for NaN.
float least_of(float a, float b) {
    return b < a ? b : a;
}

float most_of(float a, float b) {
    return a < b ? b : a;
}

float clamped(float x, float least, float most) {
    return least_of(most_of(x, least), most);
}

float guarded_smoothstep(float least, float most, float x) {
    const float width = most - least;
    const float share = clamped((x - least) / width, 0, 1);
    if (width == 0) return x < least ? 0.0f : 1.0f;
    return share * share * (3.0f - 2.0f * share);
}

float dot_product(const glm::vec4& a, const glm::vec4& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;  // components that a vector does not have are 0
}

glm::vec4 normalized(const glm::vec4& v) {
    constexpr float no_length_squared = 1e-30f;
    const float squared = dot_product(v, v);
    return squared < no_length_squared ? glm::vec4(0) : v / std::sqrt(squared);
}

glm::vec4 cross_product(const glm::vec4& a, const glm::vec4& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0};
}

glm::vec4 assembled_value(ExpressionValues operands) {
    if (operands.size() == 1) return operands.front().value;
    glm::vec4 result(0);
    int filled = 0;
    for (const ExpressionValue& operand : operands)
        for (int i = 0; i < components_of(operand.type); ++i) result[filled++] = operand.value[i];
    return result;
}

// --- the table --------------------------------------------------------------------------------------------

constexpr std::string_view takes_any = "a number or a vector";
constexpr std::string_view takes_sizes = "numbers and vectors of one size";
constexpr std::string_view takes_numbers = "numbers";
constexpr std::string_view takes_truths = "truths such as age > 1";
constexpr std::string_view takes_equals = "two values of one type";
constexpr std::string_view takes_vectors = "two vectors of one size";

using ComputeEach = float (*)(float, float, float);

template <double (*function)(double)>
float rounded(float a, float, float) {
    return static_cast<float>(function(a));
}

/// Returns rows for functions of numbers that work on the components of vectors too.
constexpr ExpressionOperation each(std::string_view name, int operands, std::string_view glsl,
                                   ComputeEach compute) {
    return {name, operands, operands == 1 ? takes_any : takes_sizes, by_components, glsl, compute, nullptr};
}

constexpr ExpressionOperation compares(std::string_view name, std::string_view glsl, ComputeEach compute) {
    return {name, 2, takes_numbers, truth_of_numbers, glsl, compute, nullptr};
}

constexpr ExpressionOperation joins(std::string_view name, int operands, std::string_view glsl,
                                    ComputeEach compute) {
    return {name, operands, takes_truths, truth_of_truths, glsl, compute, nullptr};
}

template <ExpressionType type>
constexpr ExpressionOperation assembles(std::string_view name, int operands, std::string_view takes,
                                        std::string_view glsl) {
    return {name, operands, takes, assembled<type>, glsl, nullptr, assembled_value};
}

constexpr std::string_view takes_three = "a number, or numbers and vectors of 3 components in all";
constexpr std::string_view takes_four = "a number, or numbers and vectors of 4 components in all";

// clang-format off
constexpr std::array expression_operations{
    each("-", 1, "-{0}", [](float a, float, float) { return -a; }),
    each("+", 2, "{0} + {1}", [](float a, float b, float) { return a + b; }),
    each("-", 2, "{0} - {1}", [](float a, float b, float) { return a - b; }),
    each("*", 2, "{0} * {1}", [](float a, float b, float) { return a * b; }),
    each("/", 2, "{0} / {1}", [](float a, float b, float) { return a / b; }),
    each("%", 2, "expression_mod({0}, {1})", [](float a, float b, float) { return guarded_mod(a, b); }),
    compares("<", "{0} < {1}", [](float a, float b, float) { return truth(a < b); }),
    compares("<=", "{0} <= {1}", [](float a, float b, float) { return truth(a <= b); }),
    compares(">", "{0} > {1}", [](float a, float b, float) { return truth(a > b); }),
    compares(">=", "{0} >= {1}", [](float a, float b, float) { return truth(a >= b); }),
    ExpressionOperation{"==", 2, takes_equals, truth_of_equals, "{0} == {1}", nullptr,
        [](ExpressionValues v) { return glm::vec4(truth(v[0].value == v[1].value)); }},
    ExpressionOperation{"!=", 2, takes_equals, truth_of_equals, "{0} != {1}", nullptr,
        [](ExpressionValues v) { return glm::vec4(truth(v[0].value != v[1].value)); }},
    joins("!", 1, "!{0}", [](float a, float, float) { return 1 - a; }),
    joins("&&", 2, "{0} && {1}", [](float a, float b, float) { return a * b; }),
    joins("||", 2, "{0} || {1}", [](float a, float b, float) { return std::max(a, b); }),
    ExpressionOperation{"?:", 3, "a truth and two values of one type", either, "{0} ? {1} : {2}", nullptr,
        [](ExpressionValues v) { return v[v[0].value.x != 0 ? 1 : 2].value; }},

    each("abs", 1, "abs({0})", [](float a, float, float) { return std::abs(a); }),
    each("sign", 1, "sign({0})", [](float a, float, float) { return truth(a > 0) - truth(a < 0); }),
    each("floor", 1, "floor({0})", [](float a, float, float) { return std::floor(a); }),
    each("ceil", 1, "ceil({0})", [](float a, float, float) { return std::ceil(a); }),
    each("fract", 1, "fract({0})", [](float a, float, float) { return a - std::floor(a); }),
    each("sqrt", 1, "sqrt({0})", [](float a, float, float) { return std::sqrt(a); }),
    each("exp", 1, "exp({0})", rounded<steady::exp>),
    each("log", 1, "log({0})", rounded<steady::log>),
    each("sin", 1, "sin({0})", rounded<steady::sin>),
    each("cos", 1, "cos({0})", rounded<steady::cos>),
    each("tan", 1, "tan({0})", rounded<steady::tan>),
    // Outside of -1 to 1 GLSL has no result, and rounding may lead there.
    each("asin", 1, "asin(clamp({0}, -1.0, 1.0))", [](float a, float, float) { return rounded<steady::asin>(clamped(a, -1, 1), 0, 0); }),
    each("acos", 1, "acos(clamp({0}, -1.0, 1.0))", [](float a, float, float) { return rounded<steady::acos>(clamped(a, -1, 1), 0, 0); }),
    each("atan", 1, "atan({0})", rounded<steady::atan>),
    each("atan", 2, "expression_atan({0}, {1})", [](float a, float b, float) { return guarded_atan(a, b); }),
    each("pow", 2, "expression_pow({0}, {1})", [](float a, float b, float) { return guarded_pow(a, b); }),
    each("mod", 2, "expression_mod({0}, {1})", [](float a, float b, float) { return guarded_mod(a, b); }),
    each("min", 2, "min({0}, {1})", [](float a, float b, float) { return least_of(a, b); }),
    each("max", 2, "max({0}, {1})", [](float a, float b, float) { return most_of(a, b); }),
    // GLSL's clamp() has no result if the limits are the wrong way round, and the order of operations of its mix() is
    // the driver's.
    each("clamp", 3, "min(max({0}, {1}), {2})", clamped),
    each("mix", 3, "{0} * (1.0 - {2}) + {1} * {2}", [](float a, float b, float c) { return a * (1 - c) + b * c; }),
    each("step", 2, "step({0}, {1})", [](float a, float b, float) { return b < a ? 0.0f : 1.0f; }),
    each("smoothstep", 3, "expression_smoothstep({0}, {1}, {2})", guarded_smoothstep),

    ExpressionOperation{"length", 1, "a vector", number_of_vectors, "expression_length({0})", nullptr,
        [](ExpressionValues v) { return glm::vec4(std::sqrt(dot_product(v[0].value, v[0].value))); }},
    ExpressionOperation{"distance", 2, takes_vectors, number_of_vectors, "expression_distance({0}, {1})", nullptr,
        [](ExpressionValues v) {
            const glm::vec4 between = v[0].value - v[1].value;
            return glm::vec4(std::sqrt(dot_product(between, between)));
        }},
    ExpressionOperation{"dot", 2, takes_vectors, number_of_vectors, "expression_dot({0}, {1})", nullptr,
        [](ExpressionValues v) { return glm::vec4(dot_product(v[0].value, v[1].value)); }},
    ExpressionOperation{"cross", 2, "two vec3", same_place, "expression_cross({0}, {1})", nullptr,
        [](ExpressionValues v) { return cross_product(v[0].value, v[1].value); }},
    ExpressionOperation{"normalize", 1, "a vector", same_vector, "expression_normalize({0})", nullptr,
        [](ExpressionValues v) { return normalized(v[0].value); }},
    ExpressionOperation{"noise", 1, "a vec3", number_of_place, "noise_number({0})", nullptr,
        [](ExpressionValues v) { return glm::vec4(noise_number(glm::vec3(v[0].value))); }},

    assembles<ExpressionType::vec3>("vec3", 1, takes_three, "vec3({0})"),
    assembles<ExpressionType::vec3>("vec3", 2, takes_three, "vec3({0}, {1})"),
    assembles<ExpressionType::vec3>("vec3", 3, takes_three, "vec3({0}, {1}, {2})"),
    assembles<ExpressionType::vec4>("vec4", 1, takes_four, "vec4({0})"),
    assembles<ExpressionType::vec4>("vec4", 2, takes_four, "vec4({0}, {1})"),
    assembles<ExpressionType::vec4>("vec4", 3, takes_four, "vec4({0}, {1}, {2})"),
    assembles<ExpressionType::vec4>("vec4", 4, takes_four, "vec4({0}, {1}, {2}, {3})"),
};
// clang-format on

bool is_function(const ExpressionOperation& operation) {
    return operation.name.front() >= 'a' && operation.name.front() <= 'z';
}

}  // namespace

std::string_view text_of(ExpressionType type) {
    constexpr std::array texts{"a truth", "a number", "a vec2", "a vec3", "a vec4"};
    return texts[static_cast<std::size_t>(type)];
}

int components_of(ExpressionType type) {
    return std::max(1, static_cast<int>(type));
}

ExpressionType type_of(int components) {
    return static_cast<ExpressionType>(components);
}

std::string letters_of(const ExpressionNode& node) {
    std::string letters;
    for (int i = 0; i < components_of(node.type); ++i)
        letters += "xyzw"[node.components[static_cast<std::size_t>(i)]];
    return letters;
}

const ExpressionOperation* find_operation(std::string_view name, std::size_t operands) {
    for (const auto& row : expression_operations)
        if (row.name == name && row.operands == static_cast<int>(operands)) return &row;
    return nullptr;
}

std::vector<int> operand_counts(std::string_view function) {
    std::vector<int> counts;
    for (const auto& row : expression_operations)
        if (is_function(row) && row.name == function) counts.push_back(row.operands);
    return counts;
}

std::vector<std::string_view> function_names() {
    std::vector<std::string_view> names;
    for (const auto& row : expression_operations)
        if (is_function(row) && (names.empty() || names.back() != row.name)) names.push_back(row.name);
    return names;
}

ExpressionValue value_of(ExpressionType type, const glm::vec4& value) {
    const int components = components_of(type);
    if (components == 1) return {type, glm::vec4(value.x)};
    ExpressionValue result{type, glm::vec4(0)};
    for (int i = 0; i < components; ++i) result.value[i] = value[i];
    return result;
}

ExpressionValue compute(const ExpressionOperation& operation, ExpressionType type,
                        ExpressionValues operands) {
    if (!operation.each) return value_of(type, operation.whole(operands));
    const auto operand = [&operands](std::size_t k, int component) {
        return k < operands.size() ? operands[k].value[component] : 0.0f;
    };
    glm::vec4 result(0);
    for (int i = 0; i < components_of(type); ++i)
        result[i] = operation.each(operand(0, i), operand(1, i), operand(2, i));
    return value_of(type, result);
}

}  // namespace winnow::effects
