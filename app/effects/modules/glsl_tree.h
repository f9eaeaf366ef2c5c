// The functions of a module's body as a tree: a part of GLSL without loops that a program cannot bound, and
// without anything that reaches beyond the function's arguments.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "effects/modules/glsl_tokens.h"
#include "effects/modules/glsl_types.h"

namespace winnow::effects::glsl {

/// Places in the list of tokens are called `first`, `last`, `..._token`; ranges include both ends.
struct Expression {
    enum class Kind { literal, name, member, index, call, unary, binary, choice };
    Kind kind = Kind::literal;
    std::size_t first = 0, last = 0;     // with the parentheses around it
    std::size_t token = 0;               // of the literal, name, member, called function or operator
    std::string_view text = {};          // of that token
    std::vector<Expression> parts = {};  // operands; the arguments of a call
    int height = 1;                      // levels of the tree
    Type type = {};                      // known after the check
};

struct Declared {
    std::size_t name_token = 0;
    Expression value;
};

/// The whole numbers that a value can be.
struct Span {
    double least = 0, most = 0;
};

struct Statement {
    enum class Kind {
        block,        // body
        declaration,  // type, declared
        assignment,   // text is the operator; target and value, or the target of ++ and --
        call,         // one call
        branch,       // condition; body has one or two statements
        loop,         // for (int declared = value; declared < expressions[0]; declared += expressions[1])
        leave,        // text is return, break or continue; the value, if any
    };
    Kind kind = Kind::block;
    std::size_t first = 0, last = 0;
    std::string_view text = {};
    bool is_const = false;
    Type type = {};
    std::vector<Declared> declared = {};
    std::vector<Expression> expressions = {};
    std::vector<Statement> body = {};
    std::vector<Span> bounds =
        {};  // of a loop: of its first value, its end and its step; known after the check
};

struct Formal {
    std::size_t first = 0, type_token = 0, name_token = 0;
    bool is_written = false;  // inout
    Type type = {};
};

struct Function {
    std::size_t first = 0, last = 0, name_token = 0;
    Type result;
    std::vector<Formal> formals;
    Statement body;
};

/// A module's body. It refers to the source that it was made from.
struct Unit {
    std::vector<Token> tokens;
    std::vector<Statement> constants;  // declarations
    std::vector<Function> functions;
    double expansion = 0;  // of the stage's function (glsl_cost.h); known after the check

    std::string_view text(std::size_t token) const { return tokens[token].text; }
    const Place& place(std::size_t token) const { return tokens[token].place; }
};

/// Returns the tree of a source, without types of expressions. Throws Refused at what is not in this part of
/// GLSL. `begin` is where the source begins in the file.
Unit tree_of(std::string_view source, const Place& begin);

}  // namespace winnow::effects::glsl
