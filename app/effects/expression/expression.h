// The expressions of effects: parsed and checked once, then written as GLSL or computed on the CPU.
//
//   choice  = binary [ "?" choice ":" choice ]
//   binary  = unary { operator unary }, operators from weak to tight:  ||  &&  == !=  < <= > >=  + -  * / %
//   unary   = { "-" | "!" } postfix
//   postfix = ( number | name [ "." name ] | function "(" choice { "," choice } ")" | "(" choice ")" ) { "."
//   components }
//
// A number is written as in JSON or as .5; components are one to four of xyzw or of rgba. A number together
// with a vector stands for a vector of equal components. expression_operations.cpp has the functions.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/model/document.h"

namespace winnow::effects {

enum class ExpressionType : std::uint8_t { boolean, number, vec2, vec3, vec4 };

/// Returns the type with its article, for messages: "a vec3".
std::string_view text_of(ExpressionType type);

struct Expression;

/// A name that an expression may use.
struct ExpressionName {
    std::string_view name;  // a word, or two with a point between them
    ExpressionType type = ExpressionType::number;
    std::string_view absent = {};     // why it cannot be used here, a clause; empty: it can
    const Expression* let = nullptr;  // the expression that the name stands for, if it is a local value
};

/// Begins the names of random numbers of local values: `random.LET.NUMBER`, each the same number wherever it
/// is read.
inline constexpr std::string_view shared_random = "random.";

struct ExpressionOperation;

/// One step of an expression in postfix order: it takes its operands from a stack and leaves its result
/// there.
struct ExpressionNode {
    enum class Kind : std::uint8_t { literal, name, components, operation };
    Kind kind = Kind::literal;
    ExpressionType type = ExpressionType::number;  // of the result
    std::uint8_t operands = 0;
    std::uint16_t index = 0;                   // of a literal or a name
    std::array<std::uint8_t, 4> components{};  // 0 to 3; as many as the type has
    const ExpressionOperation* operation =
        nullptr;  // never null in an operation; lives as long as the program
};

/// Statements of GLSL, and the operand (a local of theirs or, if there is none, a primary or postfix
/// expression) that holds the result.
struct ExpressionGlsl {
    std::vector<std::string> statements;
    std::string result;
};

struct Expression {
    ExpressionType type = ExpressionType::number;
    /// The expression in postfix order with # for each literal and with the types of names: equal for
    /// expressions that differ in literals, spaces and needless parentheses only.
    std::string shape;
    std::vector<float> literals;     // by occurrence, all finite; the sign before a literal belongs to it
    std::vector<std::string> names;  // by occurrence
    std::vector<ExpressionNode> nodes;

    using LiteralText = std::function<std::string(std::size_t index)>;
    using NameText = std::function<std::string(std::string_view name)>;
    struct LongText {
        std::string is_long, exact;  // an expression that is true where the double `exact` is to be used
    };
    using LongName = std::function<std::optional<LongText>(std::string_view name)>;
    /// Writes the expression as GLSL that needs effects/expression.glsl. Each operation is a `precise` local,
    /// called `prefix` and its number. The texts of literals (floats) and names must be primary or postfix
    /// expressions; each is asked for once an occurrence, in order, so that `random` can be another number
    /// each time. Nothing that the user wrote is in the result except by way of `name_text`.
    ///
    /// Where `long_name` has an answer for a name, the expression computes with doubles what it computes from
    /// that name, once the name is too large for a float; before that, the result keeps every bit.
    ExpressionGlsl emit(std::string_view prefix, const LiteralText& literal_text, const NameText& name_text,
                        const LongName& long_name = {}) const;

    using NameValue = std::function<std::optional<glm::vec4>(std::string_view name)>;
    /// Computes the expression in floats, as the GLSL does, with the same result on every machine. A number
    /// or a truth (0 or 1) is given and returned in all four components; components that a vector does not
    /// have are returned as 0. Empty if `name_value` is empty or knows no value for a name; it is asked as
    /// `name_text` is.
    std::optional<glm::vec4> evaluate(const NameValue& name_value = {}) const;
    using LongValue = std::function<glm::dvec4(std::string_view name)>;
    /// Likewise in doubles, for long times. All names have values.
    glm::dvec4 evaluate_long(const LongValue& name_value) const;
};

inline constexpr std::size_t max_expression_nodes = 200;
inline constexpr int deepest_expression = 32;

/// Parses and checks types. Only `names` are known; they are distinct, and `random` is one of them where
/// there are random numbers. Throws Invalid with the pointer of `path` and one line: "column 7: length()
/// takes a vector, not a number". Time and memory are linear in the text, which may be anything; the stack is
/// bounded by `deepest_expression`. What a local value stands for is in the place of its name. `let` is the
/// name of the local value whose expression this is; empty: of none.
Expression parse_expression(std::string_view text, std::span<const ExpressionName> names, const Path& path,
                            std::string_view let = {});

}  // namespace winnow::effects
