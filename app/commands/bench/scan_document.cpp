#include "commands/bench/scan_document.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <optional>
#include <utility>

#include "base/error.h"
#include "commands/output.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

/// A JSON object, and how messages name it.
struct Object {
    const Json& json;
    std::string where;

    const Json* find(const char* key) const {
        const auto found = json.find(key);
        return found == json.end() ? nullptr : &*found;
    }
    const Json& at(const char* key) const {
        if (const Json* value = find(key)) return *value;
        bad_input("{}: \"{}\" is missing; a file of winnow bench scan --json has it", where, key);
    }
    Object object(const char* key) const { return checked(at(key), fmt::format("{}: {}", where, key)); }

    static Object checked(const Json& json, std::string where) {
        if (!json.is_object()) bad_input("{}: a JSON object is expected", where);
        return {json, std::move(where)};
    }
};

std::string text(const Object& object, const char* key) {
    const Json& value = object.at(key);
    if (!value.is_string()) bad_input("{}: \"{}\" is no text", object.where, key);
    return value.get<std::string>();
}

std::string text_or(const Object& object, const char* key, std::string otherwise) {
    return object.find(key) ? text(object, key) : std::move(otherwise);
}

double number(const Object& object, const char* key) {
    const Json& value = object.at(key);
    const double number = value.is_number() ? value.get<double>() : -1;
    if (!(number >= 0) || !std::isfinite(number))
        bad_input("{}: \"{}\" is no number from 0 on", object.where, key);
    return number;
}

std::uint64_t count(const Object& object, const char* key) {
    const Json& value = object.at(key);
    const bool negative =
        value.is_number_integer() && !value.is_number_unsigned() && value.get<std::int64_t>() < 0;
    if (!value.is_number_integer() || negative)
        bad_input("{}: \"{}\" is no whole number from 0 on", object.where, key);
    return value.get<std::uint64_t>();
}

template <typename Value, std::size_t N>
Value named(const Object& object, const char* key, const std::array<Named<Value>, N>& names,
            Value otherwise) {
    if (!object.find(key)) return otherwise;
    const std::string name = text(object, key);
    if (const auto value = find_name(names, name)) return *value;
    bad_input("{}: \"{}\" is not known: {}", object.where, key, name);
}

ScanType scan_type(const Object& object, ScanType otherwise) {
    return {named(object, "type", elements, otherwise.element), named(object, "op", operators, otherwise.op)};
}

ScanRow read_row(const Object& object, ScanType type) {
    const Object ms = object.object("ms");
    ScanRow row;
    object.at("kind");
    row.kind = named(object, "kind", row_kinds, row.kind);
    row.name = text(object, "name");
    row.block = text_or(object, "block", "");
    row.grid = text_or(object, "grid", "");
    row.type = scan_type(object, type);
    row.elements = count(object, "elements");
    if (row.elements == 0) bad_input("{}: \"elements\" is 0", object.where);
    row.runs = static_cast<std::uint32_t>(count(object, "runs"));
    if (object.find("batch")) row.batch = static_cast<std::uint32_t>(count(object, "batch"));
    row.ms = {number(ms, "median"), number(ms, "p10"), number(ms, "p90")};
    row.of_copy = number(object, "of_copy");
    if (object.find("hand_over_ms")) row.hand_over_ms = number(object, "hand_over_ms");
    return row;
}

/// Calls read with each member of the list.
template <typename Read>
void each(const Object& object, const char* key, const Read& read) {
    const Json& list = object.at(key);
    if (!list.is_array()) bad_input("{}: \"{}\" is no list", object.where, key);
    for (std::size_t i = 0; i < list.size(); ++i)
        read(Object::checked(list[i], fmt::format("{}: {}[{}]", object.where, key, i)));
}

ScanBench read_bench(const Object& top) {
    ScanBench bench;
    bench.type = scan_type(top, {});
    bench.method = text_or(top, "method", "");
    each(top, "rows", [&](const Object& row) { bench.rows.push_back(read_row(row, bench.type)); });
    if (bench.rows.empty()) bad_input("{}: \"rows\" is empty", top.where);
    if (top.find("sources"))
        each(top.object("sources"), "rows",
             [&](const Object& row) { bench.sources.rows.push_back(read_row(row, bench.type)); });
    if (top.find("faults")) {
        const Json& faults = top.at("faults");
        for (const Json& fault : faults) {
            if (!fault.is_string()) bad_input("{}: \"faults\" is no list of texts", top.where);
            bench.faults.push_back(fault.get<std::string>());
        }
    }
    each(top, "left_out",
         [&](const Object& row) { bench.leave_out(text(row, "what"), text(row, "reason")); });
    return bench;
}

}  // namespace

ScanDocument read_scan_document(const nlohmann::ordered_json& json, const std::string& where) {
    const Object top = Object::checked(json, where);
    if (count(top, "schema") != json_schema)
        bad_input("{}: schema {} is not known; this version reads {}", where, count(top, "schema"),
                  json_schema);
    if (const std::string topic = text(top, "topic"); topic != "scan")
        bad_input("{}: it is of winnow bench {}; winnow bench scan --json is expected", where, topic);
    const Object device = top.object("device");
    return {.version = text(top, "version"),
            .commit = text_or(top, "commit", ""),
            .date = text(top, "date"),
            .device = text(device, "name"),
            .driver = text(device, "version"),
            .bench = read_bench(top)};
}

ScanDocument load_scan_document(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) bad_input("{}: the file cannot be read", path);
    const Json json = Json::parse(file, nullptr, false);
    if (json.is_discarded())
        bad_input("{}: it is no complete JSON; winnow bench scan --json writes it", path);
    return read_scan_document(json, path);
}

}  // namespace winnow::commands
