// Tells what can be written in an expression and what it can be, from what the compiler knows where it reads
// it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "effects/expression/expression_bounds.h"
#include "settings/settings.h"

namespace winnow::ui {

/// A word of expressions.
struct KnownWord {
    std::string text;   // "age"; a function's ends with "("
    std::string about;  // "a number", "a function of numbers"
};

/// Returns the part of a word that ends at the cursor, a number of bytes; empty if none does. A word may have
/// points in it and begins with a letter.
std::string_view word_before(std::string_view text, std::size_t cursor);

/// Returns the words that begin with this one, then those that only have it in them. Case does not matter.
std::vector<KnownWord> completions(const std::vector<KnownWord>& known, std::string_view word);

/// Returns the bounds of an expression's result in words, with the unit: "0.2 to 1.4 m/s", "at least 0",
/// "x 0 to 1, y 2, z any"; "any, because of velocity" if no end is known.
std::string bounds_text(const effects::Expression& expression, const effects::NameBounds& bounds,
                        std::string_view unit);

// The pointers are those of expressions of the effect, whose own is "/effect". What the effect's compiler
// knew where it read one is known, and nothing if the effect was not compiled.

/// Returns the words that the expression may use, functions too.
std::vector<KnownWord> words_at(const effects::Settings& settings, std::string_view pointer);
/// Returns what the expression can be, as bounds_text() does, by interval arithmetic: for each age, lifetime
/// and random number of its emitter's particles, and for the properties as they are (that of a property: for
/// their whole ranges). Empty if it is not known.
std::string bounds_at(const effects::Settings& settings, std::string_view pointer, std::string_view unit);
/// Likewise of another expression in that place.
std::string bounds_of(const effects::Settings& settings, std::string_view pointer,
                      const effects::Expression& expression, std::string_view unit);

}  // namespace winnow::ui
