// Parses JSON that comes from outside the program, and writes JSON in lines.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace winnow {

/// The most levels of nested objects and lists in the JSON of states, recordings and reports. The effects in
/// them have at most 64.
inline constexpr int max_json_levels = 100;

/// Returns the value, or a discarded value if the text is not JSON or is nested deeper than max_json_levels:
/// code that copies, compares or writes a value recurses once per level and would overflow the stack.
template <typename Json = nlohmann::json>
Json parse_json(std::string_view text) {
    bool too_deep = false;
    Json json = Json::parse(
        text,
        [&](int level, typename Json::parse_event_t, Json&) {
            too_deep |= level > max_json_levels;
            return !too_deep;
        },
        false);
    if (too_deep) json = Json(Json::value_t::discarded);
    return json;
}

/// Returns the document as the text of a file: each element of a list, and each member of an object and of
/// the objects in it, has a line, so that tools which compare lines show which row has changed. Everything
/// but ASCII is escaped, because names from files, the system or the driver may be invalid UTF-8 or may
/// reverse a terminal's text direction.
std::string json_lines(const nlohmann::ordered_json& document);

}  // namespace winnow
