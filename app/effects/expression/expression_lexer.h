// Splits the text of an expression into tokens.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "effects/model/document.h"

namespace winnow::effects {

struct ExpressionToken {
    enum class Kind { end, number, name, symbol };
    Kind kind = Kind::end;
    std::string_view text;
    std::size_t column = 1;  // from 1
    float number = 0;

    bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
};

class ExpressionLexer {
  public:
    /// `text` and `path` must outlive the lexer.
    ExpressionLexer(std::string_view text, const Path& path) : text_(text), path_(path) {}

    /// Returns the next token; after the last one, always the end. Throws Invalid if there is none.
    ExpressionToken next();

    /// Throws Invalid with the message and its column.
    [[noreturn]] void fail(std::size_t column, std::string_view message) const;

  private:
    char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
    void skip_digits(std::string_view missing);
    ExpressionToken number();
    ExpressionToken symbol();
    /// Returns the token of this kind from `begin` to the place.
    ExpressionToken token_from(std::size_t begin, ExpressionToken::Kind kind) const;
    [[noreturn]] void fail_here() const;

    std::string_view text_;
    const Path& path_;
    std::size_t at_ = 0;
};

/// Returns the tokens of the names that an expression reads, in its order: not those behind a point, which
/// are parts. None if the text has what is no token. They refer to the text.
std::vector<ExpressionToken> names_read_in(std::string_view text);
/// Likewise of the names that are read of the parent: of "parent.heat", the token of "heat".
std::vector<ExpressionToken> names_read_of_parent_in(std::string_view text);

}  // namespace winnow::effects
