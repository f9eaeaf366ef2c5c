// Parses JSON that comes from outside the program.
#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace winnow {

/// The most levels of nested objects and lists in the JSON of states, recordings and reports. The effects in
/// them have at most 64.
inline constexpr int most_json_levels = 100;

/// Returns the value, or a discarded value if the text is not JSON or is nested deeper than most_json_levels:
/// code that copies, compares or writes a value recurses once per level and would overflow the stack.
template <typename Json = nlohmann::json>
Json parse_json(std::string_view text) {
    bool too_deep = false;
    Json json = Json::parse(
        text,
        [&](int level, typename Json::parse_event_t, Json&) {
            too_deep |= level > most_json_levels;
            return !too_deep;
        },
        false);
    if (too_deep) json = Json(Json::value_t::discarded);
    return json;
}

}  // namespace winnow
