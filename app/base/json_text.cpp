#include "base/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace winnow {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t indentation = 2;
constexpr std::size_t broken_levels = 2;  // of objects whose members get lines of their own

std::string one_line(const Json& value) {
    return value.dump(-1, ' ', true, Json::error_handler_t::replace);
}

bool holds_structures(const Json& value) {
    return std::ranges::any_of(value, [](const Json& part) { return part.is_structured(); });
}

/// Returns the value as it stands `level` levels deep.
std::string lines(const Json& value, std::size_t level) {
    const bool is_broken = value.is_object()
                               ? level == 0 || (level < broken_levels && holds_structures(value))
                               : value.is_array() && holds_structures(value);
    if (!is_broken || value.empty()) return one_line(value);
    std::string text;
    for (const auto& item : value.items()) {
        text += (text.empty() ? "\n" : ",\n") + std::string((level + 1) * indentation, ' ');
        text += value.is_object() ? one_line(item.key()) + ": " + lines(item.value(), level + 1)
                                  : one_line(item.value());
    }
    text += '\n' + std::string(level * indentation, ' ');
    return value.is_object() ? '{' + text + '}' : '[' + text + ']';
}

}  // namespace

std::string json_lines(const Json& document) {
    return lines(document, 0) + '\n';
}

}  // namespace winnow
