// Splits the GLSL of a module's body into tokens.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "effects/model/document.h"

namespace winnow::effects::glsl {

/// The reason why a module's body is refused. module_check.h turns it into an Error with the file.
struct Refused {
    Place place;  // in the file
    std::string message;
};

struct Token {
    enum class Kind { name, whole, number, symbol, end };
    Kind kind = Kind::end;
    std::string_view text;  // refers to the source
    Place place;            // in the file
};

inline constexpr std::size_t longest_identifier = 64;

/// Returns the tokens of a source and a last one of Kind::end; `whole` are integers, `number` floats.
/// Keywords are names. `begin` is where the source begins in the file. The source must outlive the tokens.
/// Throws Refused for preprocessor lines, line continuations, control characters, an open comment, octal and
/// double numbers, and identifiers that GLSL reserves or that are longer than `longest_identifier`.
std::vector<Token> tokens_of(std::string_view source, const Place& begin);

/// True for a keyword of GLSL, or a word that some version of it reserves.
bool is_reserved(std::string_view word);

}  // namespace winnow::effects::glsl
