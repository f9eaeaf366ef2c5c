// Parses expressions by precedence climbing, and writes their nodes in postfix order.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "effects/expression/expression.h"
#include "effects/expression/expression_lexer.h"
#include "effects/expression/expression_listener.h"
#include "effects/expression/expression_operations.h"
#include "effects/model/effect.h"

namespace winnow::effects {
namespace {

struct Precedence {
    std::string_view symbol;
    int level = 0;  // a higher one binds tighter
};
constexpr Precedence precedences[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<", 4},
                                      {"<=", 4}, {">", 4},  {">=", 4}, {"+", 5},  {"-", 5},
                                      {"*", 6},  {"/", 6},  {"%", 6}};

/// Returns 0 if the token is no binary operator.
int precedence_of(const ExpressionToken& token) {
    for (const Precedence& row : precedences)
        if (token.is(row.symbol)) return row.level;
    return 0;
}

std::string shown(const ExpressionToken& token) {
    return token.kind == ExpressionToken::Kind::end ? "the end" : shortened(token.text);
}

class ExpressionParser {
  public:
    ExpressionParser(std::string_view text, std::span<const ExpressionName> names, std::string_view let,
                     const Path& path)
        : lexer_(text, path), known_(names), let_(let), token_(lexer_.next()) {}

    Expression parse() {
        expression_.type = choice();
        if (token_.kind != ExpressionToken::Kind::end)
            fail(token_, "must be an operator or the end, not {}", shown(token_));
        return std::move(expression_);
    }

  private:
    using Kind = ExpressionNode::Kind;
    using Token = ExpressionToken;

    /// Counts a level of nesting while it lives.
    class Level {
      public:
        explicit Level(ExpressionParser& parser) : depth_(parser.depth_) {
            if (depth_ > deepest_expression)
                parser.fail(parser.token_, "nests deeper than {}", deepest_expression);
            ++depth_;
        }
        ~Level() { --depth_; }
        Level(const Level&) = delete;

      private:
        int& depth_;
    };

    template <typename... Values>
    [[noreturn]] void fail(const Token& token, fmt::format_string<Values...> format,
                           Values&&... values) const {
        lexer_.fail(token.column, fmt::format(format, std::forward<Values>(values)...));
    }

    Token take() { return std::exchange(token_, lexer_.next()); }

    bool take_if(std::string_view symbol) {
        if (!token_.is(symbol)) return false;
        take();
        return true;
    }

    ExpressionType push(const Token& token, ExpressionNode node, std::string_view shape) {
        if (expression_.nodes.size() == max_expression_nodes)
            fail(token, "the expression has more than {} numbers, names and operations",
                 max_expression_nodes);
        expression_.nodes.push_back(node);
        if (!expression_.shape.empty()) expression_.shape += ' ';
        expression_.shape += shape;
        return node.type;
    }

    ExpressionType push_operation(const Token& token, std::string_view name, ExpressionTypes operands) {
        const ExpressionOperation& operation = *find_operation(name, operands.size());
        const auto type = operation.result(operands);
        if (!type) {
            std::vector<std::string_view> found;
            for (const ExpressionType operand : operands) found.push_back(text_of(operand));
            fail(token, "{}{} takes {}, not {}", name, token.kind == Token::Kind::name ? "()" : "",
                 operation.takes, fmt::join(found, " and "));
        }
        return push(token,
                    {.kind = Kind::operation,
                     .type = *type,
                     .operands = static_cast<std::uint8_t>(operands.size()),
                     .operation = &operation},
                    fmt::format("{}/{}", name, operands.size()));
    }

    ExpressionType choice() {
        const Level level(*this);
        const ExpressionType condition = binary(1);
        if (!token_.is("?")) return condition;
        const Token mark = take();
        const ExpressionType if_true = choice();
        if (!take_if(":"))
            fail(token_, "must be the : of the ? in column {}, not {}", mark.column, shown(token_));
        const ExpressionType if_false = choice();
        return push_operation(mark, "?:", std::array{condition, if_true, if_false});
    }

    ExpressionType binary(int min_level) {
        ExpressionType left = unary();
        for (int level; (level = precedence_of(token_)) >= min_level;) {
            const Token symbol = take();
            const ExpressionType right = binary(level + 1);
            left = push_operation(symbol, symbol.text, std::array{left, right});
        }
        return left;
    }

    ExpressionType unary() {
        if (!token_.is("-") && !token_.is("!")) return postfix();
        const Level level(*this);
        const Token symbol = take();
        const std::size_t before = expression_.nodes.size();
        const ExpressionType operand = unary();
        const bool is_literal =
            expression_.nodes.size() == before + 1 && expression_.nodes.back().kind == Kind::literal;
        if (!is_literal || symbol.is("!")) return push_operation(symbol, symbol.text, std::array{operand});
        float& literal = expression_.literals.back();
        literal = -literal;
        return operand;
    }

    ExpressionType postfix() {
        ExpressionType type = primary();
        while (take_if(".")) type = components(type);
        return type;
    }

    ExpressionType components(ExpressionType whole) {
        const Token letters = take();
        if (letters.kind != Token::Kind::name)
            fail(letters, "must be components such as xyz, not {}", shown(letters));
        const auto count = static_cast<std::size_t>(components_of(whole));
        if (count == 1)
            fail(letters, "{} has no .{}; only vectors have components", text_of(whole), shown(letters));
        ExpressionNode node{.kind = Kind::components, .operands = 1};
        for (const std::string_view set : {"xyzw", "rgba"}) {
            const std::string_view own = set.substr(0, count);
            if (letters.text.size() > set.size() || letters.text.find_first_not_of(own) != letters.text.npos)
                continue;
            for (std::size_t i = 0; i < letters.text.size(); ++i)
                node.components[i] = static_cast<std::uint8_t>(own.find(letters.text[i]));
            node.type = type_of(static_cast<int>(letters.text.size()));
            return push(letters, node, '.' + letters_of(node));
        }
        fail(letters, "{} has no .{}; must be one to four of {} or of {}", text_of(whole), shown(letters),
             std::string_view("xyzw").substr(0, count), std::string_view("rgba").substr(0, count));
    }

    ExpressionType primary() {
        const Token token = take();
        if (token.kind == Token::Kind::number) {
            expression_.literals.push_back(token.number);
            return push(token, {.index = index_of_last(expression_.literals)}, "#");
        }
        if (token.kind == Token::Kind::name) return token_.is("(") ? call(token) : known_name(token);
        if (!token.is("(")) fail(token, "must be a number, a name, a function or (, not {}", shown(token));
        const ExpressionType inner = choice();
        if (!take_if(")"))
            fail(token_, "must be the ) of the ( in column {}, not {}", token.column, shown(token_));
        return inner;
    }

    template <typename Element>
    static std::uint16_t index_of_last(const std::vector<Element>& list) {
        return static_cast<std::uint16_t>(list.size() - 1);
    }

    ExpressionType known_name(const Token& token) {
        std::string name = is_owner(token.text) ? owned_name(token) : std::string(token.text);
        const ExpressionName* found = find_known(name);
        if (!found) fail_unknown(token, name);
        if (!found->absent.empty()) fail(token, "{}", found->absent);
        if (found->let != nullptr) return splice(token, *found->let);
        const bool is_shared = !let_.empty() && name == "random";
        if (is_shared) name = fmt::format("{}{}.{}", shared_random, let_, randoms_++);
        expression_.names.push_back(name);
        return push(token,
                    {.kind = Kind::name, .type = found->type, .index = index_of_last(expression_.names)},
                    fmt::format("{}:{}", name, text_of(found->type).substr(2)));
    }

    /// Puts a local value in the place of its name.
    ExpressionType splice(const Token& token, const Expression& let) {
        if (expression_.nodes.size() + let.nodes.size() > max_expression_nodes)
            fail(
                token,
                "the expression has more than {} numbers, names and operations, those counted that {} stands "
                "for",
                max_expression_nodes, token.text);
        for (ExpressionNode node : let.nodes) {
            if (node.kind == Kind::literal)
                node.index = static_cast<std::uint16_t>(node.index + expression_.literals.size());
            else if (node.kind == Kind::name)
                node.index = static_cast<std::uint16_t>(node.index + expression_.names.size());
            expression_.nodes.push_back(node);
        }
        expression_.literals.insert(expression_.literals.end(), let.literals.begin(), let.literals.end());
        expression_.names.insert(expression_.names.end(), let.names.begin(), let.names.end());
        if (!expression_.shape.empty()) expression_.shape += ' ';
        expression_.shape += let.shape;
        return let.type;
    }

    /// Returns the first name of two words that begins with this one, such as `parent` of parent.position;
    /// empty if there is none.
    std::string_view owned_by(std::string_view word) const {
        const auto found = std::ranges::find_if(known_, [&](const ExpressionName& known) {
            return known.name.size() > word.size() && known.name.starts_with(word) &&
                   known.name[word.size()] == '.';
        });
        return found == known_.end() ? std::string_view() : found->name;
    }
    bool is_owner(std::string_view word) const { return !owned_by(word).empty(); }

    std::string owned_name(const Token& owner) {
        if (!take_if("."))
            fail(token_, "must be . and one of its values, such as {}, not {}", owned_by(owner.text),
                 shown(token_));
        if (token_.kind != Token::Kind::name)
            fail(token_, "must be a value of {}, such as {}, not {}", owner.text,
                 owned_by(owner.text).substr(owner.text.size() + 1), shown(token_));
        return fmt::format("{}.{}", owner.text, take().text);
    }

    const ExpressionName* find_known(std::string_view name) const {
        const auto found = std::ranges::find(known_, name, &ExpressionName::name);
        return found == known_.end() ? nullptr : &*found;
    }

    [[noreturn]] void fail_unknown(const Token& token, const std::string& name) const {
        if (!operand_counts(token.text).empty())
            fail(token, "{} is a function; must be {}(...)", token.text, token.text);
        if (known_.empty()) fail(token, "there is no name {}; only numbers are known here", shown(token));
        std::vector<std::string_view> names;
        for (const ExpressionName& known : known_)
            if (known.absent.empty()) names.push_back(known.name);
        fail(token, "there is no name {}{}", shortened(name), advice(name, names));
    }

    ExpressionType call(const Token& function) {
        const std::vector<int> counts = operand_counts(function.text);
        if (counts.empty()) fail_no_function(function);
        take();
        std::vector<ExpressionType> operands;
        if (!token_.is(")")) operands.push_back(choice());
        while (!operands.empty() && take_if(",")) operands.push_back(choice());
        if (!take_if(")")) fail(token_, "must be , or ) of {}(), not {}", function.text, shown(token_));
        if (std::ranges::count(counts, static_cast<int>(operands.size())) == 0)
            fail(function, "{}() takes {} argument{}, not {}", function.text, fmt::join(counts, " or "),
                 counts.back() == 1 ? "" : "s", operands.size());
        return push_operation(function, function.text, operands);
    }

    [[noreturn]] void fail_no_function(const Token& token) const {
        if (find_known(token.text)) fail(token, "{} is no function; must be without (", token.text);
        fail(token, "there is no function {}(){}", shown(token), advice(token.text, function_names()));
    }

    static std::string advice(std::string_view word, const std::vector<std::string_view>& right) {
        const std::string hint = did_you_mean(word, right);
        return hint.empty() ? "; must be " + join_or(right) : hint;
    }

    ExpressionLexer lexer_;
    std::span<const ExpressionName> known_;
    std::string_view let_;     // whose expression it is; empty: of none
    std::size_t randoms_ = 0;  // random numbers of it so far
    Token token_;              // the next one
    int depth_ = 0;
    Expression expression_;
};

}  // namespace

Expression parse_expression(std::string_view text, std::span<const ExpressionName> names, const Path& path,
                            std::string_view let) {
    if (text.size() > max_expression_characters)
        throw Invalid{path.pointer(), fmt::format("must be at most {} characters long, not {}",
                                                  max_expression_characters, text.size())};
    Expression expression = ExpressionParser(text, names, let, path).parse();
    ExpressionListener::tell({path, names, expression});
    return expression;
}

}  // namespace winnow::effects
