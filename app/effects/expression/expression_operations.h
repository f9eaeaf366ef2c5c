// The table of an expression's operators and functions: types, GLSL and values.
#pragma once

#include <glm/glm.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/expression/expression.h"

namespace winnow::effects {

/// In floats, or in doubles where times are long.
template <typename Real>
struct ExpressionValueOf {
    ExpressionType type = ExpressionType::number;
    /// A number or a truth fills all components; those that a vector does not have are 0.
    glm::vec<4, Real> value{};
};

using ExpressionTypes = std::span<const ExpressionType>;

/// How GLSL computes an operation where an operand is a long time, whose doubles are known.
struct LongGlsl {
    enum class Kind {
        floats,                  // by its operands rounded to floats
        doubles,                 // as with floats
        doubles_of_double_type,  // as with floats; `d` before it makes it the constructor of doubles
        reduced,                 // as with floats, after `reduction` has made its operand small
    };
    Kind kind = Kind::floats;
    /// A function of floats and of doubles, and its type if it is one of its own.
    std::string_view reduction{}, reduced_type{};
};

/// An operator or function of a number of operands. Just one of `each` and `whole` is set.
struct ExpressionOperation {
    std::string_view name;  // as it is written; "?:" for the choice
    int operands = 0;
    std::string_view takes;  // types of operands, for messages
    /// Returns the type of the result, if the operands have the right types.
    std::optional<ExpressionType> (*result)(ExpressionTypes operands) = nullptr;
    std::string_view glsl;  // with {0}, {1} and {2} for the operands
    LongGlsl where_long;
    /// Computes one component of the result; a number beside vectors stands for a vector of equal components.
    float (*each)(float a, float b, float c) = nullptr;
    glm::vec4 (*whole)(std::span<const ExpressionValueOf<float>> operands) = nullptr;
    double (*long_each)(double a, double b, double c) = nullptr;  // likewise, where times are long
    glm::dvec4 (*long_whole)(std::span<const ExpressionValueOf<double>> operands) = nullptr;
};

/// Returns the number of components; 1 for a number or a truth.
int components_of(ExpressionType type);
/// Returns number, vec2, vec3 or vec4. Precondition: 1 <= components <= 4.
ExpressionType type_of(int components);

/// Returns the letters of a node of components: "xz".
std::string letters_of(const ExpressionNode& node);

/// Returns null if there is no such operation. Functions and operators cannot be confused by their names.
const ExpressionOperation* find_operation(std::string_view name, std::size_t operands);
/// Returns the numbers of operands of a function, ascending; empty if there is no such function.
std::vector<int> operand_counts(std::string_view function);
std::vector<std::string_view> function_names();

/// Returns the value with the components that the type asks for.
template <typename Real>
ExpressionValueOf<Real> value_of(ExpressionType type, const glm::vec<4, Real>& value);
/// Computes the operation, whose result has the type. Precondition: the operands have the right types.
template <typename Real>
ExpressionValueOf<Real> compute(const ExpressionOperation& operation, ExpressionType type,
                                std::span<const ExpressionValueOf<Real>> operands);

}  // namespace winnow::effects
