#include "measure/results_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output.h"
#include "base/text.h"

namespace winnow::measure {

using Json = nlohmann::ordered_json;

namespace {

constexpr double min_measured = 1e-15, max_measured = 1e18;  // keeps ratios and rates finite
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 28;

}  // namespace

JsonObject JsonObject::checked(const Json& json, std::string where) {
    if (!json.is_object()) bad_input("{}: a JSON object is expected", where);
    return {json, std::move(where)};
}

const Json* JsonObject::find(const char* key) const {
    const auto found = json.find(key);
    return found == json.end() ? nullptr : &*found;
}

const Json& JsonObject::at(const char* key) const {
    if (const Json* value = find(key)) return *value;
    bad_input("{}: \"{}\" is missing; a file of winnow bench --json has it", where, key);
}

JsonObject JsonObject::object(const char* key) const {
    return checked(at(key), fmt::format("{}: {}", where, key));
}

std::string JsonObject::text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string()) bad_input("{}: \"{}\" is not a text", where, key);
    return value.get<std::string>();
}

std::string JsonObject::text_or(const char* key, std::string otherwise) const {
    return has(key) ? text(key) : std::move(otherwise);
}

double JsonObject::number(const char* key) const {
    const Json& value = at(key);
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!(number >= 0) || !std::isfinite(number))
        bad_input("{}: \"{}\" is not a number of at least 0", where, key);
    if (number > max_measured || (number > 0 && number < min_measured))
        bad_input("{}: \"{}\" cannot have been measured: {:g}", where, key, number);
    return number;
}

std::uint64_t JsonObject::count(const char* key) const {
    const Json& value = at(key);
    const bool negative =
        value.is_number_integer() && !value.is_number_unsigned() && value.get<std::int64_t>() < 0;
    if (!value.is_number_integer() || negative)
        bad_input("{}: \"{}\" is not a whole number of at least 0", where, key);
    return value.get<std::uint64_t>();
}

void JsonObject::read(const char* key, std::uint32_t& value) const {
    const std::uint64_t number = count(key);
    if (number > std::numeric_limits<std::uint32_t>::max())
        bad_input("{}: \"{}\" is beyond 32 bits", where, key);
    value = static_cast<std::uint32_t>(number);
}

void JsonObject::read(const char* key, Spread& value) const {
    const JsonObject ms = object(key);
    value = {ms.number("median"), ms.number("p10"), ms.number("p90")};
}

void JsonObject::read(const char* key, PassTimes& value) const {
    const JsonObject all = object(key);
    value.clear();
    for (const auto& [name, ms] : all.json.items()) value.emplace_back(name, all.number(name.c_str()));
}

std::vector<std::string> JsonObject::texts(const char* key) const {
    std::vector<std::string> list;
    for (const Json& text : at(key)) {
        if (!text.is_string()) bad_input("{}: \"{}\" is not a list of texts", where, key);
        list.push_back(text.get<std::string>());
    }
    return list;
}

std::vector<LeftOut> JsonObject::left_out(const char* key) const {
    std::vector<LeftOut> list;
    each(key, [&](const JsonObject& row) { list.push_back({row.text("what"), row.text("reason")}); });
    return list;
}

DocumentHead read_head(const JsonObject& top, std::string_view topic) {
    if (const std::uint64_t schema = top.count("schema"); schema != json_schema && schema != table_schema)
        bad_input("{}: schema {} is not known; this version reads {} and {}", top.where, schema, json_schema,
                  table_schema);
    if (const std::string other = top.text("topic"); other != topic)
        bad_input("{}: it has results of winnow bench {}; a file of winnow bench {} --json is expected",
                  top.where, shortened(other), topic);
    const JsonObject device = top.object("device");
    return {.version = top.text("version"),
            .commit = top.text_or("commit", ""),
            .date = top.text("date"),
            .device = device.text("name"),
            .driver = device.text("version")};
}

nlohmann::ordered_json document_json(const DocumentHead& head, std::string_view topic,
                                     const nlohmann::ordered_json& bench) {
    nlohmann::ordered_json json{{"schema", json_schema},
                                {"version", head.version},
                                {"commit", head.commit},
                                {"date", head.date},
                                {"device", {{"name", head.device}, {"version", head.driver}}},
                                {"topic", topic}};
    json.update(bench);
    return json;
}

nlohmann::ordered_json load_json(const std::string& path, std::string_view topic) {
    auto json = parse_json<nlohmann::ordered_json>(plain_text(read_stream(path, max_bytes)));
    if (json.is_discarded())
        bad_input("{}: it is not complete JSON; winnow bench {} --json writes such a file", path, topic);
    return without_tables(json, path);
}

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
