#include "measure/row_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace winnow::measure {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char *rows_key = "rows", *columns_key = "columns", *sources_key = "sources";
constexpr std::string_view times_key = "ms", times_prefix = "ms.";
constexpr std::size_t max_columns = 100;

/// Calls visit(column, value) for each value of a row.
template <typename Visit>
void each_value(const Json& row, const Visit& visit) {
    for (const auto& [key, value] : row.items()) {
        if (key != times_key) {
            visit(key, value);
            continue;
        }
        for (const auto& [name, time] : value.items()) visit(std::string(times_prefix) + name, time);
    }
}

std::vector<std::string> columns_of(const Json& rows) {
    std::vector<std::string> columns;
    for (const Json& row : rows)
        each_value(row, [&](const std::string& column, const Json&) {
            if (std::ranges::find(columns, column) == columns.end()) columns.push_back(column);
        });
    return columns;
}

Json values_of(const Json& row, const std::vector<std::string>& columns) {
    Json values(columns.size(), nullptr);
    each_value(row, [&](const std::string& column, const Json& value) {
        values[static_cast<std::size_t>(std::ranges::find(columns, column) - columns.begin())] = value;
    });
    return values;
}

Json with_table(const Json& object) {
    Json result;
    for (const auto& [key, value] : object.items()) {
        if (key != rows_key) {
            result[key] = value;
            continue;
        }
        const std::vector<std::string> columns = columns_of(value);
        result[columns_key] = columns;
        Json& rows = result[rows_key] = Json::array();
        for (const Json& row : value) rows.push_back(values_of(row, columns));
    }
    return result;
}

std::vector<std::string> read_columns(const Json& list, const std::string& where) {
    if (!list.is_array() || list.size() > max_columns)
        bad_input("{}: \"{}\" is not a list of at most {} names", where, columns_key, max_columns);
    std::vector<std::string> columns;
    for (const Json& name : list) {
        if (!name.is_string()) bad_input("{}: \"{}\" is not a list of names", where, columns_key);
        columns.push_back(name.get<std::string>());
        if (columns.back() == times_key || std::ranges::count(columns, columns.back()) > 1)
            bad_input("{}: \"{}\" cannot have {} here", where, columns_key, name.dump());
    }
    return columns;
}

Json row_of(const Json& values, const std::vector<std::string>& columns, const std::string& where) {
    if (!values.is_array() || values.size() != columns.size())
        bad_input("{}: is not a list of as many values as \"{}\", {}", where, columns_key, columns.size());
    Json row = Json::object();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (values[i].is_null()) continue;
        if (columns[i].starts_with(times_prefix))
            row[std::string(times_key)][columns[i].substr(times_prefix.size())] = values[i];
        else
            row[columns[i]] = values[i];
    }
    return row;
}

Json without_table(const Json& object, const std::string& where) {
    if (!object.is_object() || !object.contains(columns_key) || !object.contains(rows_key)) return object;
    const std::vector<std::string> columns = read_columns(object[columns_key], where);
    Json result;
    for (const auto& [key, value] : object.items())
        if (key != columns_key) result[key] = value;
    Json& rows = result[rows_key];
    if (!rows.is_array()) bad_input("{}: \"{}\" is not a list", where, rows_key);
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = row_of(rows[i], columns, fmt::format("{}: {}[{}]", where, rows_key, i));
    return result;
}

}  // namespace

Json with_tables(const Json& document) {
    Json result = with_table(document);
    if (result.contains(sources_key)) result[sources_key] = with_table(result[sources_key]);
    return result;
}

Json without_tables(const Json& document, const std::string& where) {
    Json result = without_table(document, where);
    if (result.is_object() && result.contains(sources_key))
        result[sources_key] = without_table(result[sources_key], where + ": " + sources_key);
    return result;
}

}  // namespace winnow::measure
