#include "effects/expression/expression_lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace winnow::effects {
namespace {

using TokenKind = ExpressionToken::Kind;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool begins_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// A symbol stands before the shorter one that it begins with.
constexpr std::array<std::string_view, 20> symbols{"<=", ">=", "==", "!=", "&&", "||", "+", "-", "*", "/",
                                                   "%",  "<",  ">",  "!",  "?",  ":",  "(", ")", ",", "."};

/// Operators of other languages, and what stands for them here.
struct ForeignSymbol {
    char character;
    std::string_view advice;
};
constexpr ForeignSymbol foreign_symbols[] = {{'^', "there is no operator ^; write pow(x, y)"},
                                             {'=', "there is no operator =; write == to compare"},
                                             {'&', "there is no operator &; write &&"},
                                             {'|', "there is no operator |; write ||"}};

}  // namespace

void ExpressionLexer::fail(std::size_t column, std::string_view message) const {
    throw Invalid{path_.pointer(), fmt::format("column {}: {}", column, message)};
}

void ExpressionLexer::fail_here() const {
    for (const auto& [character, advice] : foreign_symbols)
        if (peek() == character) fail(at_ + 1, advice);
    std::size_t size = 1;
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    while (continues(peek(size))) ++size;
    constexpr std::size_t longest_utf8 = 4;
    const std::string shown = excerpt(text_.substr(at_, std::min(size, longest_utf8)));
    fail(at_ + 1, fmt::format("the character \"{}\" has no meaning here", shown));
}

ExpressionToken ExpressionLexer::token_from(std::size_t begin, TokenKind kind) const {
    return {kind, text_.substr(begin, at_ - begin), begin + 1, 0};
}

void ExpressionLexer::skip_digits(std::string_view missing) {
    if (!is_digit(peek())) fail(at_ + 1, missing);
    while (is_digit(peek())) ++at_;
}

ExpressionToken ExpressionLexer::number() {
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    if (peek() == '.') {
        ++at_;
        skip_digits("a digit must follow the point of a number, as in 1.0");
    }
    if (peek() == 'e' || peek() == 'E') {
        ++at_;
        if (peek() == '+' || peek() == '-') ++at_;
        skip_digits("a digit must follow the e of a number, as in 2e3");
    }
    ExpressionToken token = token_from(begin, TokenKind::number);
    if (begins_name(peek()) || peek() == '.')
        fail(at_ + 1, fmt::format("an operator must follow the number, not {}", peek()));
    const auto [end, error] =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), token.number);
    if (error != std::errc{})
        fail(token.column, "the number is beyond a float; must be 0 or from 1.2e-38 to 3.4e+38");
    return token;
}

ExpressionToken ExpressionLexer::symbol() {
    for (const std::string_view known : symbols) {
        if (!text_.substr(at_).starts_with(known)) continue;
        at_ += known.size();
        return token_from(at_ - known.size(), TokenKind::symbol);
    }
    fail_here();
}

ExpressionToken ExpressionLexer::next() {
    while (is_space(peek())) ++at_;
    const std::size_t begin = at_;
    if (at_ == text_.size()) return token_from(begin, TokenKind::end);
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return number();
    if (!begins_name(peek())) return symbol();
    while (begins_name(peek()) || is_digit(peek())) ++at_;
    return token_from(begin, TokenKind::name);
}

namespace {

/// Returns the tokens of a text, without its end; none if the text has what is no token.
std::vector<ExpressionToken> tokens_of(std::string_view text) {
    const Path nowhere;
    ExpressionLexer lexer(text, nowhere);
    std::vector<ExpressionToken> tokens;
    try {
        for (ExpressionToken token = lexer.next(); token.kind != ExpressionToken::Kind::end;
             token = lexer.next())
            tokens.push_back(token);
    } catch (const Invalid&) {
        return {};
    }
    return tokens;
}

/// True if a point stands before the token, which makes it a part of what stands before that.
bool is_part(const std::vector<ExpressionToken>& tokens, std::size_t i) {
    return i > 0 && tokens[i - 1].is(".");
}

}  // namespace

std::vector<ExpressionToken> names_read_in(std::string_view text) {
    const std::vector<ExpressionToken> tokens = tokens_of(text);
    std::vector<ExpressionToken> names;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (tokens[i].kind == ExpressionToken::Kind::name && !is_part(tokens, i)) names.push_back(tokens[i]);
    return names;
}

std::vector<ExpressionToken> names_read_of_parent_in(std::string_view text) {
    const std::vector<ExpressionToken> tokens = tokens_of(text);
    std::vector<ExpressionToken> names;
    for (std::size_t i = 2; i < tokens.size(); ++i)
        if (tokens[i].kind == ExpressionToken::Kind::name && is_part(tokens, i) &&
            tokens[i - 2].text == "parent" && !is_part(tokens, i - 2))
            names.push_back(tokens[i]);
    return names;
}

}  // namespace winnow::effects
