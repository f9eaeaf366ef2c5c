#include "effects/expression/expression_bounds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "effects/expression/expression_operations.h"

namespace winnow::effects {
namespace {

constexpr Bounds unbounded{}, zero_to_one{0, 1}, both_ways{-1, 1};
constexpr double rounding = 2e-5;  // by which floats differ in a long expression, of the largest number in it

struct BoundsOfValue {
    ExpressionType type = ExpressionType::number;
    std::array<Bounds, 4> components;
};

using Operands = std::span<const Bounds>;

Bounds hull(Bounds a, Bounds b) {
    return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

/// Returns what holds these; unbounded if one is not a number.
Bounds around(std::initializer_list<double> values) {
    Bounds bounds{std::min(values), std::max(values)};
    return std::ranges::any_of(values, [](double x) { return std::isnan(x); }) ? unbounded : bounds;
}

Bounds negative(Bounds a) {
    return {-a.most, -a.least};
}

Bounds sum(Bounds a, Bounds b) {
    return {a.least + b.least, a.most + b.most};
}

/// Zero times what is not bounded is zero, because all values are finite.
double times(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
}

Bounds product(Bounds a, Bounds b) {
    return around(
        {times(a.least, b.least), times(a.least, b.most), times(a.most, b.least), times(a.most, b.most)});
}

Bounds quotient(Bounds a, Bounds b) {
    if (b.least <= 0 && b.most >= 0) return unbounded;
    return product(a, {1 / b.most, 1 / b.least});
}

Bounds size(Bounds a) {
    const Bounds other = negative(a);
    return {std::max({0.0, a.least, other.least}), std::max(a.most, other.most)};
}

Bounds min_bounds(Bounds a, Bounds b) {
    return {std::min(a.least, b.least), std::min(a.most, b.most)};
}

Bounds max_bounds(Bounds a, Bounds b) {
    return {std::max(a.least, b.least), std::max(a.most, b.most)};
}

/// A remainder has the divisor's sign.
Bounds remainder(Bounds, Bounds divisor) {
    return hull({0, 0}, divisor);
}

/// A power is monotone in the size of its base and in its exponent, so its extremes are at the ends; a
/// negative base can give either sign.
Bounds power(Bounds base, Bounds exponent) {
    const Bounds positive = size(base);
    if (positive.least == 0 && exponent.least < 0) return unbounded;
    const Bounds result =
        around({std::pow(positive.least, exponent.least), std::pow(positive.least, exponent.most),
                std::pow(positive.most, exponent.least), std::pow(positive.most, exponent.most)});
    const Bounds of_zero =
        positive.least == 0 ? hull(result, zero_to_one) : result;  // 0 to the power of 0 is 1
    return base.least < 0 ? hull(of_zero, negative(of_zero)) : of_zero;
}

/// Returns the bounds where `f` never falls.
template <typename Function>
Bounds rising(Bounds a, Function f) {
    return {f(a.least), f(a.most)};
}

/// Returns the bounds of one component of an operation that computes each by itself.
Bounds of_each(const std::string_view name, Operands v) {
    if (name == "+") return sum(v[0], v[1]);
    if (name == "-") return v.size() == 1 ? negative(v[0]) : sum(v[0], negative(v[1]));
    if (name == "*") return product(v[0], v[1]);
    if (name == "/") return quotient(v[0], v[1]);
    if (name == "%" || name == "mod") return remainder(v[0], v[1]);
    if (name == "?:") return hull(v[1], v[2]);
    if (name == "abs") return size(v[0]);
    if (name == "min") return min_bounds(v[0], v[1]);
    if (name == "max") return max_bounds(v[0], v[1]);
    if (name == "clamp") return min_bounds(max_bounds(v[0], v[1]), v[2]);
    if (name == "mix") {
        if (v[2].least >= 0 && v[2].most <= 1) return hull(v[0], v[1]);
        return sum(product(v[0], sum({1, 1}, negative(v[2]))), product(v[1], v[2]));
    }
    if (name == "pow") return power(v[0], v[1]);
    if (name == "floor") return rising(v[0], [](double x) { return std::floor(x); });
    if (name == "ceil") return rising(v[0], [](double x) { return std::ceil(x); });
    if (name == "exp") return rising(v[0], [](double x) { return std::exp(x); });
    if (name == "sqrt") return rising(v[0], [](double x) { return std::sqrt(std::max(x, 0.0)); });
    static const std::map<std::string_view, Bounds> constant{{"<", zero_to_one},
                                                             {"<=", zero_to_one},
                                                             {">", zero_to_one},
                                                             {">=", zero_to_one},
                                                             {"==", zero_to_one},
                                                             {"!=", zero_to_one},
                                                             {"!", zero_to_one},
                                                             {"&&", zero_to_one},
                                                             {"||", zero_to_one},
                                                             {"fract", zero_to_one},
                                                             {"step", zero_to_one},
                                                             {"smoothstep", zero_to_one},
                                                             {"sign", both_ways},
                                                             {"sin", both_ways},
                                                             {"cos", both_ways},
                                                             {"noise", both_ways},
                                                             {"normalize", both_ways},
                                                             {"asin", {-std::numbers::pi, std::numbers::pi}},
                                                             {"acos", {-std::numbers::pi, std::numbers::pi}},
                                                             {"atan", {-std::numbers::pi, std::numbers::pi}}};
    const auto found = constant.find(name);
    return found != constant.end() ? found->second : unbounded;
}

Bounds product_of_vectors(std::span<const BoundsOfValue> v) {
    Bounds result{0, 0};
    for (std::size_t i = 0; i < static_cast<std::size_t>(components_of(v.front().type)); ++i)
        result = sum(result, product(v[0].components[i], v.back().components[i]));
    return result;
}

Bounds length(const BoundsOfValue& v) {
    Bounds squares{0, 0};
    for (std::size_t i = 0; i < static_cast<std::size_t>(components_of(v.type)); ++i) {
        const Bounds one = size(v.components[i]);
        squares = sum(squares, product(one, one));
    }
    return {std::sqrt(squares.least), std::sqrt(squares.most)};
}

BoundsOfValue same_in_all(ExpressionType type, Bounds bounds) {
    return {type, {bounds, bounds, bounds, bounds}};
}

BoundsOfValue assembled(ExpressionType type, std::span<const BoundsOfValue> operands) {
    BoundsOfValue result{type, operands.front().components};
    if (operands.size() == 1 && components_of(operands.front().type) == 1) return result;
    std::size_t at = 0;
    for (const BoundsOfValue& operand : operands)
        for (std::size_t i = 0; i < static_cast<std::size_t>(components_of(operand.type)); ++i)
            result.components[at++] = operand.components[i];
    return result;
}

BoundsOfValue of_operation(const ExpressionNode& node, std::span<const BoundsOfValue> operands) {
    const std::string_view name = node.operation->name;
    if (name == "vec3" || name == "vec4") return assembled(node.type, operands);
    if (name == "length") return same_in_all(node.type, length(operands[0]));
    if (name == "dot") return same_in_all(node.type, product_of_vectors(operands));
    BoundsOfValue result{node.type, {}};
    for (std::size_t i = 0; i < result.components.size(); ++i) {
        std::vector<Bounds> component;
        for (const BoundsOfValue& operand : operands) component.push_back(operand.components[i]);
        result.components[i] = of_each(name, component);
    }
    return result;
}

}  // namespace

std::array<Bounds, 4> bounds_of(const Expression& expression, const NameBounds& name_bounds) {
    std::vector<BoundsOfValue> stack;
    double largest = 0;  // finite number that is computed on the way
    for (const ExpressionNode& node : expression.nodes) {
        const std::span<const BoundsOfValue> operands = std::span(stack).last(node.operands);
        BoundsOfValue result;
        switch (node.kind) {
            case ExpressionNode::Kind::literal: {
                const double number{expression.literals[node.index]};
                result = same_in_all(node.type, {number, number});
                break;
            }
            case ExpressionNode::Kind::name:
                result = same_in_all(node.type, name_bounds(expression.names[node.index]));
                break;
            case ExpressionNode::Kind::components:
                result = same_in_all(node.type, operands[0].components[node.components[0]]);
                for (std::size_t i = 1; i < static_cast<std::size_t>(components_of(node.type)); ++i)
                    result.components[i] = operands[0].components[node.components[i]];
                break;
            case ExpressionNode::Kind::operation:
                result = of_operation(node, operands);
                break;
        }
        for (const Bounds& one : result.components)
            for (const double end : {one.least, one.most})
                if (std::isfinite(end)) largest = std::max(largest, std::abs(end));
        stack.resize(stack.size() - node.operands);
        stack.push_back(result);
    }
    std::array<Bounds, 4> bounds = stack.back().components;
    for (Bounds& one : bounds) {
        one.least -= rounding * largest;
        one.most += rounding * largest;
    }
    return bounds;
}

}  // namespace winnow::effects
