// Reads words and numbers from the text of a data file, and knows their line for messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace winnow::effects {

class TextWords {
  public:
    /// `separators` stand between words, beside spaces and ends of lines. `origin`, the file's name, must
    /// outlive this.
    TextWords(std::string_view text, const std::string& origin, std::string_view separators = "");
    TextWords(const TextWords&) = delete;
    TextWords& operator=(const TextWords&) = delete;

    /// Goes to the beginning of the next line. Returns false at the end of the text.
    bool next_line();
    /// Returns the next word of the line; empty: it has no more. A word that begins with # makes the rest of
    /// the line a comment; a last word \ joins the next line to it.
    std::string_view word();
    /// Returns the next word of the text, over the ends of lines; empty: it has no more.
    std::string_view word_of_any_line();

    /// Returns the word as a number. Throws Error(bad_input) if it is not a number, or
    /// not within any_number.
    float number(std::string_view word) const;
    /// Returns the word as an integer. Throws Error(bad_input) if it is not one.
    std::int64_t integer(std::string_view word) const;

    /// Throws Error(bad_input) with file and line.
    [[noreturn]] void refuse(const std::string& message) const;

  private:
    std::string text_;
    std::string_view rest_, line_;
    const std::string& origin_;
    std::string separators_;
    int number_ = 0;  // of the line
};

}  // namespace winnow::effects
