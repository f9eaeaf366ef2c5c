#include "effects/modules/glsl_tokens.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow::effects::glsl {
namespace {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_hexadecimal(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Longer ones come first, because the first that fits is taken.
constexpr std::string_view symbols[] = {
    "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=",
    "*=",  "/=",  "%=", "&=", "|=", "^=", "(",  ")",  "[",  "]",  "{",  "}",  ".",  ",",  ";",
    "?",   ":",   "=",  "+",  "-",  "*",  "/",  "%",  "<",  ">",  "!",  "~",  "&",  "|",  "^"};

class Splitter {
  public:
    Splitter(std::string_view source, const Place& begin) : rest_(source), place_(begin) {}

    std::vector<Token> run() {
        std::vector<Token> tokens;
        while (skip_blanks()) tokens.push_back(next());
        tokens.push_back({Token::Kind::end, rest_, place_});
        return tokens;
    }

  private:
    template <typename... Values>
    [[noreturn]] void refuse(fmt::format_string<Values...> format, Values&&... values) const {
        throw Refused{place_, fmt::format(format, std::forward<Values>(values)...)};
    }

    char at(std::size_t i) const { return i < rest_.size() ? rest_[i] : '\0'; }

    /// Some drivers end a line at a lone carriage return, and then a comment that seems to go on.
    void check_blank(std::size_t i) const {
        const char c = rest_[i];
        const bool is_line_end = c == '\n' || (c == '\r' && at(i + 1) == '\n');
        if (static_cast<unsigned char>(c) < ' ' && c != '\t' && !is_line_end)
            refuse("a control character, code {}", int{c});
        if (c == '\\') refuse("a backslash; lines cannot be continued");
    }

    /// Skips `count` characters that are not code.
    void skip(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            check_blank(i);
            if (rest_[i] == '\n') place_ = {place_.line + 1, 0};
            place_.column += characters_in(rest_.substr(i, 1));
        }
        rest_.remove_prefix(count);
    }

    void skip_comment() {
        const std::size_t end = rest_.find("*/", 2);
        if (end == std::string_view::npos) refuse("a comment is not closed");
        skip(end + 2);
    }

    /// Skips blanks and comments. Returns false at the end of the source.
    bool skip_blanks() {
        while (!rest_.empty()) {
            if (rest_.starts_with("//"))
                skip(std::min(rest_.find('\n'), rest_.size()));
            else if (rest_.starts_with("/*"))
                skip_comment();
            else if (static_cast<unsigned char>(rest_[0]) <= ' ')
                skip(1);
            else
                return true;
        }
        return false;
    }

    Token take(Token::Kind kind, std::size_t size) {
        const Token token{kind, rest_.substr(0, size), place_};
        rest_.remove_prefix(size);
        place_.column += static_cast<int>(size);
        return token;
    }

    Token next() {
        if (is_letter(at(0))) return identifier();
        if (is_digit(at(0)) || (at(0) == '.' && is_digit(at(1)))) return number();
        for (const std::string_view symbol : symbols)
            if (rest_.starts_with(symbol)) return take(Token::Kind::symbol, symbol.size());
        if (at(0) == '#') refuse("preprocessor lines are not offered in modules");
        check_blank(0);
        refuse("\"{}\" is not GLSL", excerpt(rest_.substr(0, 1)));
    }

    Token identifier() {
        std::size_t size = 0;
        while (is_letter(at(size)) || is_digit(at(size))) ++size;
        const Token token = take(Token::Kind::name, size);
        if (size > longest_identifier)
            refuse("an identifier has {} characters; at most {}", size, longest_identifier);
        if (token.text.starts_with("gl_"))
            refuse("{}: built-in variables are not offered in modules", token.text);
        if (token.text.find("__") != std::string_view::npos)
            refuse("{}: GLSL reserves identifiers with two underscores in a row", token.text);
        return token;
    }

    std::size_t digits_from(std::size_t i) const {
        while (is_digit(at(i))) ++i;
        return i;
    }

    Token hexadecimal() {
        std::size_t end = 2;
        while (is_hexadecimal(at(end))) ++end;
        return finish(Token::Kind::whole, end, end > 2);
    }

    Token number() {
        if (at(0) == '0' && (at(1) == 'x' || at(1) == 'X')) return hexadecimal();
        std::size_t end = digits_from(0);
        bool is_whole = true, is_fine = true;
        if (at(end) == '.') {
            is_whole = false;
            end = digits_from(end + 1);
        }
        if (at(end) == 'e' || at(end) == 'E') {
            is_whole = false;
            const std::size_t digits = end + (at(end + 1) == '+' || at(end + 1) == '-' ? 2 : 1);
            end = digits_from(digits);
            is_fine = end > digits;
        }
        if (is_whole && at(0) == '0' && end > 1) refuse("octal numbers are not offered in modules");
        return finish(is_whole ? Token::Kind::whole : Token::Kind::number, end, is_fine);
    }

    /// Takes the suffix too.
    Token finish(Token::Kind kind, std::size_t end, bool is_fine) {
        const char suffix = at(end);
        const bool has_suffix =
            kind == Token::Kind::whole ? suffix == 'u' || suffix == 'U' : suffix == 'f' || suffix == 'F';
        if (has_suffix) ++end;
        std::size_t whole_end = end;
        while (is_letter(at(whole_end)) || is_digit(at(whole_end))) ++whole_end;
        if (!is_fine || whole_end != end || end > longest_identifier)
            refuse("\"{}\" is not a number of GLSL's int, uint or float",
                   excerpt(rest_.substr(0, whole_end)));
        return take(kind, end);
    }

    std::string_view rest_;
    Place place_;  // of the rest
};

// Keywords of GLSL 4.60, and the words that it reserves.
constexpr std::string_view reserved_words =
    " const uniform buffer shared attribute varying coherent volatile restrict readonly writeonly "
    "atomic_uint "
    "layout centroid flat smooth noperspective patch sample invariant precise break continue do for while "
    "switch "
    "case default if else subroutine in out inout int void bool true false float double discard return "
    "vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 uint uvec2 uvec3 uvec4 dvec2 dvec3 dvec4 "
    "mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 "
    "dmat2 dmat3 dmat4 dmat2x2 dmat2x3 dmat2x4 dmat3x2 dmat3x3 dmat3x4 dmat4x2 dmat4x3 dmat4x4 "
    "lowp mediump highp precision struct "
    "common partition active asm class union enum typedef template this resource goto inline noinline public "
    "static extern external interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4 "
    "fvec2 fvec3 fvec4 filter sizeof cast namespace using "
    "int64_t uint64_t float16_t float64_t int8_t uint8_t int16_t uint16_t int32_t uint32_t float32_t ";

}  // namespace

std::vector<Token> tokens_of(std::string_view source, const Place& begin) {
    return Splitter(source, begin).run();
}

bool is_reserved(std::string_view word) {
    if (word.find("sampler") != std::string_view::npos) return true;
    for (const std::string_view kind : {"1D", "2D", "3D", "Cube", "Buffer"})
        if (const std::size_t at = word.find(kind); at != std::string_view::npos && at >= 5)
            if (word.substr(at - 5, 5) == "image") return true;
    return !word.empty() && reserved_words.find(fmt::format(" {} ", word)) != std::string_view::npos;
}

}  // namespace winnow::effects::glsl
