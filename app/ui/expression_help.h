// Tells what can be written in an expression and what it can be, from what the compiler knows where it reads
// it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
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

/// The expressions of the effect as the compiler reads them. They are read again when they are asked for and
/// the effect has changed.
class ExpressionHelp {
  public:
    /// Returns the words that the expression at the pointer may use, functions too.
    const std::vector<KnownWord>& words_at(const effects::Settings& settings, const std::string& pointer);
    /// Returns what the expression can be, as bounds_text() does, by interval arithmetic: for each age,
    /// lifetime and random number of its emitter's particles, and for the properties as they are (that of a
    /// property: for their whole ranges). Empty if it is not known.
    std::string bounds_at(const effects::Settings& settings, const std::string& pointer,
                          std::string_view unit);
    /// Likewise of another expression in that place.
    std::string bounds_of(const effects::Settings& settings, const std::string& pointer,
                          const effects::Expression& expression, std::string_view unit);

  private:
    void read(const effects::Settings& settings);

    std::optional<effects::Effect> effect_;  // that was read
    effects::Compiled compiled_;             // likewise; null: it was not compiled then
    std::string asked_;                      // the pointer whose words were kept
    std::vector<KnownWord> words_;
    std::map<std::string, effects::Expression> expressions_;  // by pointer
};

}  // namespace winnow::ui
