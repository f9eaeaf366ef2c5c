#include "measure/document.h"

#include <cmath>
#include <limits>
#include <utility>

#include "base/input_file.h"
#include "base/json_text.h"
#include "base/output.h"
#include "base/text.h"
#include "measure/row_table.h"

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

}  // namespace winnow::measure
