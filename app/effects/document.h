// JSON text as a document, where in the text its parts are, and what is wrong there.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace winnow::effects {

/// A JSON pointer that costs nothing until it is written: each level refers to the one above, on the stack.
class Path {
  public:
    Path() = default;
    Path(const Path& above, std::string_view key) : above_(&above), key_(key) {}
    Path(const Path& above, std::size_t index) : above_(&above), index_(index) {}

    /// "/emitters/0/rate"; the whole document is "".
    std::string pointer() const;

  private:
    const Path* above_ = nullptr;
    std::string_view key_;  // empty data(): an element of a list
    std::size_t index_ = 0;
};

/// `text` for one line of a message: control characters and what is not UTF-8 replaced, the too long cut.
std::string excerpt(std::string_view text, std::size_t longest = 100);

/// One token of a JSON pointer, with ~ and / escaped.
std::string escaped(std::string_view key);

/// Thrown inside this room; what crosses its border is winnow::Error, with the file and line.
struct Invalid {
    std::string pointer;
    std::string message;
};

inline constexpr int deepest = 64;  // levels of nesting
inline constexpr std::size_t most_values =
    2'000'000;  // of a document; MAX_EMITTERS emitters have a third of that

/// The document. A byte order mark is skipped. Throws Error(bad_input), one line with `origin`, line and
/// pointer: not JSON, nothing at all, text after the end, a key twice in one object, nesting deeper than
/// `deepest`, more than `most_values`, a number beyond a double. Time and memory are linear in the text, the
/// stack constant.
nlohmann::json parse_document(std::string_view text, const std::string& origin);

/// The line, from 1, where `pointer` is in `text`; 0 if it is not there. Reads the text again: for errors
/// only.
int line_of(std::string_view text, const std::string& pointer);

}  // namespace winnow::effects
