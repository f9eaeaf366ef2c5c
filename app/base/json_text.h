// JSON that came from outside the program.
#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace winnow {

/// Levels of objects and lists in the JSON of states, recordings and reports, whose effects have 64 at most.
inline constexpr int most_json_levels = 100;

/// Returns the value, or a discarded one if the text is not JSON or has more than most_json_levels: whoever
/// copies, compares or writes a value calls itself once a level, and would run out of stack.
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
