#include "effects/expression/expression_operations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "effects/expression/deterministic_math.h"
#include "effects/expression/smooth_noise.h"

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
        if (type == ExpressionType::boolean) return std::nullopt;
        if (is_vector(widest) && is_vector(type) && type != widest) return std::nullopt;
        widest = std::max(widest, type);
    }
    return widest;
}

TypeOfResult truth_of_truths(ExpressionTypes types) {
    return are_all(types, ExpressionType::boolean) ? TypeOfResult(ExpressionType::boolean) : std::nullopt;
}

TypeOfResult truth_of_numbers(ExpressionTypes types) {
    return are_all(types, ExpressionType::number) ? TypeOfResult(ExpressionType::boolean) : std::nullopt;
}

TypeOfResult truth_of_equals(ExpressionTypes types) {
    return are_equal(types) ? TypeOfResult(ExpressionType::boolean) : std::nullopt;
}

TypeOfResult either(ExpressionTypes types) {
    const bool fits = types.front() == ExpressionType::boolean && are_equal(types.subspan(1));
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
        if (operand == ExpressionType::boolean) return std::nullopt;
        components += components_of(operand);
    }
    const bool fits = components == components_of(type) || (types.size() == 1 && components == 1);
    return fits ? TypeOfResult(type) : std::nullopt;
}

// --- values -----------------------------------------------------------------------------------------------

/// 1 or 0.
int truth(bool is_true) {
    return is_true ? 1 : 0;
}

// The functions of expression.glsl of the same names, where the reasons are given; in floats, or in doubles
// where times are long.

template <typename Real>
Real guarded_mod(Real x, Real y) {
    return y == 0 ? Real(0) : x - y * std::floor(x / y);
}

template <typename Real>
Real guarded_pow(Real x, Real y) {
    if (y == 0) return 1;
    if (x == 0) return y > 0 ? Real(0) : std::numeric_limits<Real>::infinity();
    const auto power = static_cast<Real>(deterministic::pow(std::abs(x), y));
    if (x > 0) return power;
    if (std::floor(y) != y) return 0;
    return std::floor(Real(0.5) * y) == Real(0.5) * y ? power : -power;
}

template <typename Real>
double guarded_atan(Real y, Real x) {
    return y == 0 && x == 0 ? 0 : deterministic::atan2(y, x);
}

// GLSL's own functions; those of the standard library have other results for NaN.
template <typename Real>
Real min_of(Real a, Real b) {
    return b < a ? b : a;
}

template <typename Real>
Real max_of(Real a, Real b) {
    return a < b ? b : a;
}

template <typename Real>
Real clamped(Real x, std::type_identity_t<Real> least, std::type_identity_t<Real> most) {
    return min_of(max_of(x, least), most);
}

template <typename Real>
Real guarded_smoothstep(Real least, Real most, Real x) {
    const Real width = most - least;
    const Real share = clamped((x - least) / width, 0, 1);
    if (width == 0) return x < least ? Real(0) : Real(1);
    return share * share * (3 - 2 * share);
}

template <typename Real>
using Vector = glm::vec<4, Real>;

template <typename Real>
Real dot_product(const Vector<Real>& a, const Vector<Real>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;  // components that a vector does not have are 0
}

template <typename Real>
Real length_of(const Vector<Real>& v) {
    return std::sqrt(dot_product(v, v));
}

template <typename Real>
Vector<Real> normalized(const Vector<Real>& v) {
    constexpr float no_length_squared = 1e-30f;
    const Real squared = dot_product(v, v);
    return squared < no_length_squared ? Vector<Real>(0) : v / std::sqrt(squared);
}

template <typename Real>
float noise_of(const Vector<Real>& v) {
    return noise_number(glm::vec<3, Real>(v));
}

template <typename Real>
Vector<Real> cross_product(const Vector<Real>& a, const Vector<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0};
}

template <typename Real>
Vector<Real> assembled_value(std::span<const ExpressionValueOf<Real>> operands) {
    if (operands.size() == 1) return operands.front().value;
    Vector<Real> result(0);
    int filled = 0;
    for (const auto& operand : operands)
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

template <typename Real, typename Compute>
Real compute_each(Real a, Real b, Real c) {
    return static_cast<Real>(Compute{}(a, b, c));
}

template <typename Real, typename Compute>
Vector<Real> compute_whole(std::span<const ExpressionValueOf<Real>> operands) {
    return Vector<Real>(Compute{}(operands));
}

constexpr LongGlsl of_doubles{LongGlsl::Kind::doubles};
constexpr LongGlsl within_a_turn{LongGlsl::Kind::reduced, "expression_turn"};
constexpr LongGlsl of_cells{LongGlsl::Kind::reduced, "noise_place", "NoisePlace"};

/// Returns rows for functions that compute each component alone, by a lambda without captures.
template <typename Compute>
constexpr ExpressionOperation by_each(std::string_view name, int operands, std::string_view takes,
                                      decltype(ExpressionOperation::result) result, std::string_view glsl,
                                      Compute, LongGlsl where_long) {
    ExpressionOperation row{name, operands, takes, result, glsl, where_long};
    row.each = compute_each<float, Compute>;
    row.long_each = compute_each<double, Compute>;
    return row;
}

/// Returns rows for functions of numbers that work on the components of vectors too.
template <typename Compute>
constexpr ExpressionOperation each(std::string_view name, int operands, std::string_view glsl,
                                   Compute compute, LongGlsl where_long = of_doubles) {
    return by_each(name, operands, operands == 1 ? takes_any : takes_sizes, by_components, glsl, compute,
                   where_long);
}

template <typename Compute>
constexpr ExpressionOperation compares(std::string_view name, std::string_view glsl, Compute compute) {
    return by_each(name, 2, takes_numbers, truth_of_numbers, glsl, compute, of_doubles);
}

template <typename Compute>
constexpr ExpressionOperation joins(std::string_view name, int operands, std::string_view glsl,
                                    Compute compute) {
    return by_each(name, operands, takes_truths, truth_of_truths, glsl, compute, {});
}

template <typename Compute>
constexpr ExpressionOperation whole(std::string_view name, int operands, std::string_view takes,
                                    decltype(ExpressionOperation::result) result, std::string_view glsl,
                                    Compute, LongGlsl where_long = {}) {
    ExpressionOperation row{name, operands, takes, result, glsl, where_long};
    row.whole = compute_whole<float, Compute>;
    row.long_whole = compute_whole<double, Compute>;
    return row;
}

template <ExpressionType type>
constexpr ExpressionOperation assembles(std::string_view name, int operands, std::string_view takes,
                                        std::string_view glsl) {
    return whole(name, operands, takes, assembled<type>, glsl, [](auto v) { return assembled_value(v); },
                 {LongGlsl::Kind::doubles_of_double_type});
}

constexpr std::string_view takes_three = "a number, or numbers and vectors of 3 components in all";
constexpr std::string_view takes_four = "a number, or numbers and vectors of 4 components in all";

// clang-format off
constexpr std::array expression_operations{
    each("-", 1, "-{0}", [](auto a, auto, auto) { return -a; }),
    each("+", 2, "{0} + {1}", [](auto a, auto b, auto) { return a + b; }),
    each("-", 2, "{0} - {1}", [](auto a, auto b, auto) { return a - b; }),
    each("*", 2, "{0} * {1}", [](auto a, auto b, auto) { return a * b; }),
    each("/", 2, "{0} / {1}", [](auto a, auto b, auto) { return a / b; }),
    each("%", 2, "expression_mod({0}, {1})", [](auto a, auto b, auto) { return guarded_mod(a, b); }),
    compares("<", "{0} < {1}", [](auto a, auto b, auto) { return truth(a < b); }),
    compares("<=", "{0} <= {1}", [](auto a, auto b, auto) { return truth(a <= b); }),
    compares(">", "{0} > {1}", [](auto a, auto b, auto) { return truth(a > b); }),
    compares(">=", "{0} >= {1}", [](auto a, auto b, auto) { return truth(a >= b); }),
    whole("==", 2, takes_equals, truth_of_equals, "{0} == {1}", [](auto v) { return truth(v[0].value == v[1].value); }, of_doubles),
    whole("!=", 2, takes_equals, truth_of_equals, "{0} != {1}", [](auto v) { return truth(v[0].value != v[1].value); }, of_doubles),
    joins("!", 1, "!{0}", [](auto a, auto, auto) { return 1 - a; }),
    joins("&&", 2, "{0} && {1}", [](auto a, auto b, auto) { return a * b; }),
    joins("||", 2, "{0} || {1}", [](auto a, auto b, auto) { return std::max(a, b); }),
    whole("?:", 3, "a truth and two values of one type", either, "{0} ? {1} : {2}",
        [](auto v) { return v[v[0].value.x != 0 ? 1 : 2].value; }, of_doubles),

    each("abs", 1, "abs({0})", [](auto a, auto, auto) { return std::abs(a); }),
    each("sign", 1, "sign({0})", [](auto a, auto, auto) { return truth(a > 0) - truth(a < 0); }),
    each("floor", 1, "floor({0})", [](auto a, auto, auto) { return std::floor(a); }),
    each("ceil", 1, "ceil({0})", [](auto a, auto, auto) { return std::ceil(a); }),
    each("fract", 1, "fract({0})", [](auto a, auto, auto) { return a - std::floor(a); }),
    each("sqrt", 1, "sqrt({0})", [](auto a, auto, auto) { return std::sqrt(a); }, {}),
    each("exp", 1, "exp({0})", [](auto a, auto, auto) { return deterministic::exp(a); }, {}),
    each("log", 1, "log({0})", [](auto a, auto, auto) { return deterministic::log(a); }, {}),
    each("sin", 1, "sin({0})", [](auto a, auto, auto) { return deterministic::sin(a); }, within_a_turn),
    each("cos", 1, "cos({0})", [](auto a, auto, auto) { return deterministic::cos(a); }, within_a_turn),
    each("tan", 1, "tan({0})", [](auto a, auto, auto) { return deterministic::tan(a); }, within_a_turn),
    // Outside of -1 to 1 GLSL has no result, and rounding may lead there.
    each("asin", 1, "asin(clamp({0}, -1.0, 1.0))", [](auto a, auto, auto) { return deterministic::asin(clamped(a, -1, 1)); }, {}),
    each("acos", 1, "acos(clamp({0}, -1.0, 1.0))", [](auto a, auto, auto) { return deterministic::acos(clamped(a, -1, 1)); }, {}),
    each("atan", 1, "atan({0})", [](auto a, auto, auto) { return deterministic::atan(a); }, {}),
    each("atan", 2, "expression_atan({0}, {1})", [](auto a, auto b, auto) { return guarded_atan(a, b); }, {}),
    each("pow", 2, "expression_pow({0}, {1})", [](auto a, auto b, auto) { return guarded_pow(a, b); }, {}),
    each("mod", 2, "expression_mod({0}, {1})", [](auto a, auto b, auto) { return guarded_mod(a, b); }),
    each("min", 2, "min({0}, {1})", [](auto a, auto b, auto) { return min_of(a, b); }),
    each("max", 2, "max({0}, {1})", [](auto a, auto b, auto) { return max_of(a, b); }),
    // GLSL's clamp() has no result if the limits are the wrong way round, and the order of operations of its mix() is
    // the driver's.
    each("clamp", 3, "min(max({0}, {1}), {2})", [](auto a, auto b, auto c) { return clamped(a, b, c); }),
    each("mix", 3, "{0} * (1.0 - {2}) + {1} * {2}", [](auto a, auto b, auto c) { return a * (1 - c) + b * c; }),
    each("step", 2, "step({0}, {1})", [](auto a, auto b, auto) { return b < a ? 0 : 1; }),
    each("smoothstep", 3, "expression_smoothstep({0}, {1}, {2})", [](auto a, auto b, auto c) { return guarded_smoothstep(a, b, c); }),

    whole("length", 1, "a vector", number_of_vectors, "expression_length({0})", [](auto v) { return length_of(v[0].value); }),
    whole("distance", 2, takes_vectors, number_of_vectors, "expression_distance({0}, {1})",
        [](auto v) { return length_of(v[0].value - v[1].value); }),
    whole("dot", 2, takes_vectors, number_of_vectors, "expression_dot({0}, {1})",
        [](auto v) { return dot_product(v[0].value, v[1].value); }),
    whole("cross", 2, "two vec3", same_place, "expression_cross({0}, {1})",
        [](auto v) { return cross_product(v[0].value, v[1].value); }),
    whole("normalize", 1, "a vector", same_vector, "expression_normalize({0})", [](auto v) { return normalized(v[0].value); }),
    whole("noise", 1, "a vec3", number_of_place, "noise_number({0})", [](auto v) { return noise_of(v[0].value); }, of_cells),

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

template <typename Real>
ExpressionValueOf<Real> value_of(ExpressionType type, const glm::vec<4, Real>& value) {
    const int components = components_of(type);
    if (components == 1) return {type, glm::vec<4, Real>(value.x)};
    ExpressionValueOf<Real> result{type, glm::vec<4, Real>(0)};
    for (int i = 0; i < components; ++i) result.value[i] = value[i];
    return result;
}

template <typename Real>
ExpressionValueOf<Real> compute(const ExpressionOperation& operation, ExpressionType type,
                                std::span<const ExpressionValueOf<Real>> operands) {
    constexpr bool is_long = std::is_same_v<Real, double>;
    const auto [each, whole] = [&] {
        if constexpr (is_long)
            return std::pair(operation.long_each, operation.long_whole);
        else
            return std::pair(operation.each, operation.whole);
    }();
    if (!each) return value_of<Real>(type, whole(operands));
    const auto operand = [&operands](std::size_t k, int component) {
        return k < operands.size() ? operands[k].value[component] : Real(0);
    };
    glm::vec<4, Real> result(0);
    for (int i = 0; i < components_of(type); ++i)
        result[i] = each(operand(0, i), operand(1, i), operand(2, i));
    return value_of<Real>(type, result);
}

template ExpressionValueOf<float> value_of(ExpressionType, const glm::vec4&);
template ExpressionValueOf<double> value_of(ExpressionType, const glm::dvec4&);
template ExpressionValueOf<float> compute(const ExpressionOperation&, ExpressionType,
                                          std::span<const ExpressionValueOf<float>>);
template ExpressionValueOf<double> compute(const ExpressionOperation&, ExpressionType,
                                           std::span<const ExpressionValueOf<double>>);

}  // namespace winnow::effects
