// Parses JSON text into a document, and finds the line and the pointer of a part for error messages.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace winnow::effects {

/// A JSON pointer that is written as text only when asked: each level refers to the one above, on the stack.
class Path {
  public:
    Path() = default;
    Path(const Path& above, std::string_view key) : above_(&above), key_(key) {}
    Path(const Path& above, std::size_t index) : above_(&above), index_(index) {}

    /// "/emitters/0/rate"; the whole document is "".
    std::string pointer() const;

  private:
    const Path* above_ = nullptr;
    std::string_view key_;  // data() is null for an element of a list
    std::size_t index_ = 0;
};

/// Returns `text` for one line of a message: control characters and bytes that are not UTF-8 are replaced,
/// and text beyond `longest` bytes is cut.
std::string excerpt(std::string_view text, std::size_t longest = 100);

/// Returns the number of characters of a text.
int characters_in(std::string_view utf8);

/// Returns the key as a token of a JSON pointer, with ~ and / escaped.
std::string escaped(std::string_view key);

/// An error within app/effects, where no file is known; its public functions turn it into a winnow::Error
/// with file and line.
struct Invalid {
    std::string pointer;
    std::string message;
};

/// A place in a text, from 1. Columns count characters.
struct Place {
    int line = 0;    // 0: no place is known
    int column = 0;  // 0: the whole line
    bool operator==(const Place&) const = default;
};

/// A fault of a text, whose message names the parts too: "fountain.json:12:7: /emitters/0/rate: must be ...".
class Refusal : public Error {
  public:
    Refusal(const std::string& origin, const Place& place, const Invalid& invalid);
    const Place& place() const { return place_; }
    const Invalid& fault() const { return fault_; }

  private:
    Place place_;
    Invalid fault_;
};

/// Throws Refusal, which is an Error(bad_input).
[[noreturn]] void refuse(const std::string& origin, const Place& place, const Invalid& invalid);

inline constexpr int deepest = 64;  // levels of nesting
inline constexpr std::size_t max_values =
    2'000'000;  // in a document; one with MAX_EMITTERS emitters has a third of that

/// Returns the document. A byte order mark is skipped. Throws Error(bad_input), one line with `origin`, place
/// and pointer, if the text is not JSON or empty, goes on after the end, has a key twice in one object, nests
/// deeper than `deepest`, holds more than `max_values` values or a number beyond a double. Time and memory
/// are linear in the text, the stack is constant.
nlohmann::json parse_document(std::string_view text, const std::string& origin);

/// Returns the place where `pointer` is in `text`: of a member its key's, of an element its value's; none if
/// it is not there. Meant for errors only, because it parses the text again.
Place place_of(std::string_view text, const std::string& pointer);

}  // namespace winnow::effects
