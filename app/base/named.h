// Tables of the names of values, for the command line, JSON and lists.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace winnow {

template <typename Value>
struct Named {
    Value value;
    std::string_view name;     // on the command line and in JSON
    std::string_view summary;  // one line for lists and tooltips
};

/// The name of a value that no table holds, as a caller's cast can make one.
inline constexpr std::string_view no_name = "?";

template <typename Value, std::size_t N>
constexpr std::string_view name_of(const std::array<Named<Value>, N>& table, Value value) {
    for (const auto& row : table)
        if (row.value == value) return row.name;
    return no_name;
}

template <typename Value, std::size_t N>
constexpr std::optional<Value> find_name(const std::array<Named<Value>, N>& table, std::string_view name) {
    for (const auto& row : table)
        if (row.name == name) return row.value;
    return std::nullopt;
}

}  // namespace winnow
