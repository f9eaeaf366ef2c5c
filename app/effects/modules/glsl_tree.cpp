#include "effects/modules/glsl_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "effects/model/document.h"

namespace winnow::effects::glsl {
namespace {

constexpr int deepest_nesting = 48;  // of blocks and of expressions
constexpr int highest_tree = 200;    // levels of one expression

struct Reason {
    std::string_view word, reason;
};
/// Words that have a better message than "not offered".
constexpr Reason reasons[] = {
    {"while", "loops must be `for`, whose end is known before it begins"},
    {"do", "loops must be `for`, whose end is known before it begins"},
    {"switch", "use `if`"},
    {"struct", "a module has no structs of its own"},
    {"uniform", "values come from the parameters"},
    {"buffer", "values come from the parameters"},
    {"out", "it would begin undefined; use inout"},
    {"precise", "all floats of a module are precise already"},
    {"double", "floats have 32 bits"},
};
constexpr std::string_view offered_words[] = {"const",  "in",    "inout",    "if",   "else", "for",
                                              "return", "break", "continue", "true", "false"};

void check_words(const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
        if (token.kind != Token::Kind::name || !is_reserved(token.text)) continue;
        if (std::ranges::find(offered_words, token.text) != std::end(offered_words) || type_named(token.text))
            continue;
        const auto found = std::ranges::find(reasons, token.text, &Reason::word);
        const std::string reason = found == std::end(reasons) ? "" : fmt::format("; {}", found->reason);
        throw Refused{token.place, fmt::format("{} is not offered in modules{}", token.text, reason)};
    }
}

constexpr std::array<std::string_view, 11> assignments{
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};

/// The binary operators from the loosest; those of one row bind equally.
constexpr std::array<std::string_view, 11> operators{
    " || ", " ^^ ", " && ", " | ", " ^ ", " & ", " == != ", " < > <= >= ", " << >> ", " + - ", " * / % "};

class Parser {
  public:
    Parser(std::string_view source, const Place& begin) { unit_.tokens = tokens_of(source, begin); }

    Unit run() {
        check_words(unit_.tokens);
        while (peek().kind != Token::Kind::end) {
            if (is("const"))
                unit_.constants.push_back(declaration());
            else
                unit_.functions.push_back(function());
        }
        return std::move(unit_);
    }

  private:
    using Kind = Expression::Kind;

    /// Counts levels while it lives.
    class Level {
      public:
        explicit Level(Parser& parser) : parser_(parser) {
            if (++parser_.depth_ > deepest_nesting)
                parser_.refuse("nested too deep; at most {} levels", deepest_nesting);
        }
        Level(const Level&) = delete;
        ~Level() { --parser_.depth_; }

      private:
        Parser& parser_;
    };

    template <typename... Values>
    [[noreturn]] void refuse(fmt::format_string<Values...> format, Values&&... values) const {
        throw Refused{peek().place, fmt::format(format, std::forward<Values>(values)...)};
    }
    [[noreturn]] void refuse_here(std::string_view expected) const {
        const bool at_end = peek().kind == Token::Kind::end;
        refuse("{} is expected, not {}", expected, at_end ? "the end of the file" : excerpt(peek().text));
    }

    const Token& peek(std::size_t ahead = 0) const {
        return unit_.tokens[std::min(at_ + ahead, unit_.tokens.size() - 1)];
    }
    bool is(std::string_view text, std::size_t ahead = 0) const {
        const Token& token = peek(ahead);
        return token.kind != Token::Kind::end && token.text == text;
    }
    bool take(std::string_view text) {
        if (!is(text)) return false;
        ++at_;
        return true;
    }
    std::size_t expect(std::string_view text) {
        if (!is(text)) refuse_here(fmt::format("`{}`", text));
        return at_++;
    }
    /// Parses a list with commas; returns the token that closes it.
    template <typename Parse>
    std::size_t in_parentheses(const Parse& parse) {
        expect("(");
        if (!is(")")) {
            parse();
            while (take(",")) parse();
        }
        return expect(")");
    }
    bool is_identifier(std::size_t ahead = 0) const {
        const Token& token = peek(ahead);
        return token.kind == Token::Kind::name && !is_reserved(token.text);
    }
    std::size_t identifier(std::string_view what) {
        if (!is_identifier() || type_named(peek().text)) refuse_here(what);
        return at_++;
    }
    bool is_type() const { return peek().kind == Token::Kind::name && type_named(peek().text).has_value(); }
    Type type() {
        if (!is_type()) refuse_here("a type");
        return *type_named(unit_.text(at_++));
    }
    /// The type of a value that a function holds.
    Type value_type() {
        if (!is_type()) refuse_here("a type");
        const Type result = *type_named(peek().text);
        if (result.base == Base::nothing || result.base == Base::structure)
            refuse("{} cannot be declared here", peek().text);
        ++at_;
        return result;
    }

    // --- outside functions ------------------------------------------------------------------------------

    Function function() {
        Function result;
        result.first = at_;
        if (is("in") || is("inout")) refuse("{} belongs to the parameters of functions", peek().text);
        if (!is_type()) refuse_here("a function or a constant");
        if (is_identifier(1) && !is("(", 2))
            refuse("{} would be a global variable; only constants are offered", peek(1).text);
        result.result = type();
        if (result.result.base == Base::structure) refuse("a function cannot return {}", text(result.result));
        result.name_token = identifier("a function's name");
        in_parentheses([&] { result.formals.push_back(formal()); });
        if (is(";")) refuse("a function is defined where it is declared, before it is called");
        result.body = block();
        result.last = result.body.last;
        return result;
    }

    Formal formal() {
        Formal result;
        result.first = at_;
        result.is_written = is("inout");
        if (!take("inout")) take("in");
        result.type_token = at_;
        result.type = type();
        if (result.type.base == Base::nothing) refuse("a parameter cannot be void");
        result.name_token = identifier("a parameter's name");
        if (is("[")) refuse("arrays are not offered in modules");
        return result;
    }

    // --- statements -------------------------------------------------------------------------------------

    Statement block() {
        const Level level(*this);
        Statement result{.kind = Statement::Kind::block, .first = expect("{")};
        while (!is("}") && peek().kind != Token::Kind::end) result.body.push_back(statement());
        result.last = expect("}");
        return result;
    }

    Statement statement() {
        const Level level(*this);
        if (is("{")) return block();
        if (is("if")) return branch();
        if (is("for")) return loop();
        if (is("return") || is("break") || is("continue")) return leave();
        if (is("const") || (is_type() && is_identifier(1))) return declaration();
        if (is(";")) refuse("an empty statement");
        return simple();
    }

    /// The body of a branch or a loop. A declaration alone would be forgotten at once.
    Statement inner() {
        Statement result = statement();
        if (result.kind == Statement::Kind::declaration)
            throw Refused{unit_.place(result.first),
                          "a declaration alone does nothing here; put it in braces"};
        return result;
    }

    Statement declaration() {
        Statement result{.kind = Statement::Kind::declaration, .first = at_};
        result.is_const = take("const");
        result.type = value_type();
        do {
            Declared one;
            one.name_token = identifier("a name");
            if (is("[")) refuse("arrays are not offered in modules");
            if (!is("=")) refuse("{} begins undefined; give it a value", unit_.text(one.name_token));
            expect("=");
            one.value = expression();
            result.declared.push_back(std::move(one));
        } while (take(","));
        result.last = expect(";");
        return result;
    }

    Statement branch() {
        Statement result{.kind = Statement::Kind::branch, .first = expect("if")};
        expect("(");
        result.expressions.push_back(expression());
        expect(")");
        result.body.push_back(inner());
        if (take("else")) result.body.push_back(inner());
        result.last = at_ - 1;
        return result;
    }

    /// for (int i = A; i < B; ++i), or i++, or i += C
    Statement loop() {
        constexpr std::string_view form = "`for (int i = A; i < B; ++i)`";
        Statement result{.kind = Statement::Kind::loop, .first = expect("for")};
        const auto need = [&](bool fine) {
            if (!fine) refuse("loops have the form {}, or i++, or i += C", form);
        };
        const auto is_variable = [&] { return is(unit_.text(result.declared[0].name_token)); };
        expect("(");
        need(take("int") && is_identifier());
        result.type = integer;
        result.declared.push_back({at_++, {}});
        need(take("="));
        result.declared[0].value = expression();
        need(take(";") && is_variable() && is("<", 1));
        at_ += 2;
        result.expressions.push_back(binary(9));  // binds tighter than comparisons
        need(take(";"));
        if (!take("++")) {
            need(is_variable() && (is("++", 1) || is("+=", 1)));
            ++at_;
            if (take("+="))
                result.expressions.push_back(expression());
            else
                ++at_;
        } else {
            need(is_variable());
            ++at_;
        }
        need(take(")"));
        result.body.push_back(inner());
        result.last = at_ - 1;
        return result;
    }

    Statement leave() {
        Statement result{.kind = Statement::Kind::leave, .first = at_, .text = peek().text};
        ++at_;
        if (result.text == "return" && !is(";")) result.expressions.push_back(expression());
        result.last = expect(";");
        return result;
    }

    /// An assignment or a call.
    Statement simple() {
        Statement result{.first = at_};
        const bool counts_first = is("++") || is("--");
        if (counts_first) result.text = unit_.text(at_++);
        result.expressions.push_back(postfix());
        const Expression& target = result.expressions[0];
        result.kind = Statement::Kind::assignment;
        if (counts_first) {
            // `++x;` is complete.
        } else if (is("++") || is("--")) {
            result.text = unit_.text(at_++);
        } else if (std::ranges::find(assignments, peek().text) != assignments.end()) {
            result.text = unit_.text(at_++);
            result.expressions.push_back(expression());
        } else if (target.kind == Kind::call && is(";")) {
            result.kind = Statement::Kind::call;
        } else {
            refuse_here("an assignment or a call");
        }
        result.last = expect(";");
        return result;
    }

    // --- expressions ------------------------------------------------------------------------------------

    Expression made(Kind kind, std::size_t token, std::vector<Expression> parts) const {
        Expression result{.kind = kind, .first = token, .last = token, .token = token};
        result.text = unit_.text(token);
        for (const Expression& part : parts) {
            result.first = std::min(result.first, part.first);
            result.last = std::max(result.last, part.last);
            result.height = std::max(result.height, part.height + 1);
        }
        if (result.height > highest_tree)
            throw Refused{unit_.place(token), "this expression is too long; split it up"};
        result.parts = std::move(parts);
        return result;
    }

    static std::vector<Expression> list(Expression a) {
        std::vector<Expression> all;
        all.push_back(std::move(a));
        return all;
    }
    static std::vector<Expression> list(Expression a, Expression b) {
        std::vector<Expression> all = list(std::move(a));
        all.push_back(std::move(b));
        return all;
    }

    Expression expression() {
        const Level level(*this);
        Expression result = binary(0);
        if (is("?")) {
            const std::size_t token = at_++;
            std::vector<Expression> parts = list(std::move(result), expression());
            expect(":");
            parts.push_back(expression());
            result = made(Kind::choice, token, std::move(parts));
        }
        if (std::ranges::find(assignments, peek().text) != assignments.end() || is("++") || is("--"))
            refuse("{} within an expression; assignments are statements of their own", peek().text);
        return result;
    }

    bool is_operator(std::size_t row) const {
        return peek().kind == Token::Kind::symbol &&
               operators[row].find(fmt::format(" {} ", peek().text)) != std::string_view::npos;
    }

    Expression binary(std::size_t row) {
        if (row == operators.size()) return unary();
        Expression result = binary(row + 1);
        while (is_operator(row)) {
            const std::size_t token = at_++;
            Expression right = binary(row + 1);
            result = made(Kind::binary, token, list(std::move(result), std::move(right)));
        }
        return result;
    }

    Expression unary() {
        const Level level(*this);
        if (is("++") || is("--"))
            refuse("{} within an expression; assignments are statements of their own", peek().text);
        if (!is("+") && !is("-") && !is("!") && !is("~")) return postfix();
        const std::size_t token = at_++;
        return made(Kind::unary, token, list(unary()));
    }

    Expression postfix() {
        Expression result = primary();
        while (is(".") || is("[")) {
            if (take("[")) {
                const std::size_t token = at_ - 1;
                if (peek().kind != Token::Kind::whole || !is("]", 1))
                    refuse("an index must be a whole number as it stands");
                result = made(Kind::index, token, list(std::move(result), made(Kind::literal, at_++, {})));
                result.last = expect("]");
            } else {
                ++at_;
                const std::size_t token = identifier("a member's name");
                result = made(Kind::member, token, list(std::move(result)));
            }
        }
        return result;
    }

    Expression primary() {
        const Token& token = peek();
        if (token.kind == Token::Kind::whole || token.kind == Token::Kind::number || is("true") ||
            is("false"))
            return made(Kind::literal, at_++, {});
        if (is("(")) {
            const std::size_t first = at_++;
            Expression result = expression();
            result.first = first;
            result.last = expect(")");
            return result;
        }
        if ((is_type() || is_identifier()) && is("(", 1)) return call();
        if (is_type() && is("[", 1)) refuse("arrays are not offered in modules");
        return made(Kind::name, identifier("a value"), {});
    }

    Expression call() {
        const std::size_t name = at_++;
        std::vector<Expression> arguments;
        const std::size_t last = in_parentheses([&] { arguments.push_back(expression()); });
        Expression result = made(Kind::call, name, std::move(arguments));
        result.last = last;
        return result;
    }

    Unit unit_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

Unit tree_of(std::string_view source, const Place& begin) {
    return Parser(source, begin).run();
}

}  // namespace winnow::effects::glsl
