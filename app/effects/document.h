// JSON text as a document, and where in the text its parts are.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace winnow::effects {

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
