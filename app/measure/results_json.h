// Reads and writes the JSON document of a benchmark's results.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "measure/findings.h"
#include "scan/catalogue.h"

namespace winnow::measure {

/// A JSON object and its name in messages. Every function that reads throws Error(bad_input).
struct JsonObject {
    const nlohmann::ordered_json& json;
    std::string where;

    static JsonObject checked(const nlohmann::ordered_json& json, std::string where);

    /// Returns null if the key is missing.
    const nlohmann::ordered_json* find(const char* key) const;
    bool has(const char* key) const { return find(key) != nullptr; }
    const nlohmann::ordered_json& at(const char* key) const;
    JsonObject object(const char* key) const;
    std::string text(const char* key) const;
    std::string text_or(const char* key, std::string otherwise) const;
    double number(const char* key) const;        // finite, not negative, in the range that can be measured
    std::uint64_t count(const char* key) const;  // a whole number, not negative
    void read(const char* key, std::string& value) const { value = text(key); }
    void read(const char* key, double& value) const { value = number(key); }
    void read(const char* key, std::optional<double>& value) const { value = number(key); }
    void read(const char* key, std::uint64_t& value) const { value = count(key); }
    void read(const char* key, std::uint32_t& value) const;
    void read(const char* key, bool& value) const { value = at(key) == true; }
    void read(const char* key, Spread& value) const;     // {"median", "p10", "p90"}
    void read(const char* key, PassTimes& value) const;  // {NAME: milliseconds}
    std::vector<std::string> texts(const char* key) const;
    std::vector<LeftOut> left_out(const char* key) const;  // [{"what", "reason"}]

    /// Calls read(JsonObject) with each member of a list.
    template <typename Read>
    void each(const char* key, const Read& read) const {
        const nlohmann::ordered_json& list = at(key);
        if (!list.is_array()) bad_input("{}: \"{}\" is not a list", where, key);
        for (std::size_t i = 0; i < list.size(); ++i)
            read(checked(list[i], fmt::format("{}: {}[{}]", where, key, i)));
    }

    /// Reads a name from one of the catalogue's tables; returns `otherwise` if the key is missing.
    template <typename Value, std::size_t N>
    Value named(const char* key, const std::array<Named<Value>, N>& names, Value otherwise) const {
        if (!has(key)) return otherwise;
        const std::string name = text(key);
        if (const auto value = find_name(names, name)) return *value;
        bad_input("{}: \"{}\" is not known: {}", where, key, shortened(name));
    }
};

/// The versions that have written a column: all, or later ones only.
enum class Since { always, later };

/// Reads the columns of a row. A function columns(row, column) names each column of a row once, in their
/// order; it is called with this or with a ColumnWriter.
struct ColumnReader {
    const JsonObject& object;

    /// Leaves the value as it is if the column may be missing, and is.
    template <typename Value>
    void operator()(const char* key, Value& value, Since since = Since::always) const {
        if (since == Since::always || object.has(key)) object.read(key, value);
    }
    template <typename Count>
    void positive(const char* key, Count& count) const {
        object.read(key, count);
        if (count == 0) bad_input("{}: \"{}\" is 0", object.where, key);
    }
    template <typename Value, std::size_t N>
    void named(const char* key, Value& value, const std::array<Named<Value>, N>& names,
               Since since = Since::always) const {
        if (since == Since::always) object.at(key);
        value = object.named(key, names, value);
    }
    void known(const char* key, std::string& name, bool (*is_known)(std::string_view)) const {
        object.read(key, name);
        if (!is_known(name)) bad_input("{}: \"{}\" is not known: {}", object.where, key, shortened(name));
    }
    void derived(const char* /*key*/, double /*figure*/) const {}
};

/// Writes the columns of a row.
struct ColumnWriter {
    nlohmann::ordered_json& json;

    template <typename Value>
    void operator()(const char* key, const Value& value, Since = Since::always) const {
        json[key] = value;
    }
    void operator()(const char* key, const Spread& value) const { json[key] = spread_json(value); }
    void operator()(const char* key, const PassTimes& value) const { json[key] = passes_json(value); }
    void operator()(const char* key, const std::optional<double>& value, Since = Since::always) const {
        if (value) json[key] = *value;
    }
    void positive(const char* key, std::uint64_t count) const { json[key] = count; }
    template <typename Value, std::size_t N>
    void named(const char* key, Value value, const std::array<Named<Value>, N>& names,
               Since = Since::always) const {
        json[key] = name_of(names, value);
    }
    void known(const char* key, const std::string& name, bool (*)(std::string_view)) const {
        json[key] = name;
    }
    /// A figure that follows from the others.
    void derived(const char* key, double figure) const { json[key] = figure; }
};

struct DocumentHead {
    std::string version, commit, date;  // this program's, and the time in UTC; commit may be empty
    std::string device, driver;         // the GL renderer and its version
};

template <typename Bench>
struct Document {
    DocumentHead head;
    Bench bench;
};

/// Reads the list `key`, each row by columns() from what `usual` is.
template <typename Row, typename Columns>
void read_list(const JsonObject& top, const char* key, std::vector<Row>& rows, const Columns& columns,
               const Row& usual = {}) {
    top.each(key, [&](const JsonObject& object) { columns(rows.emplace_back(usual), ColumnReader{object}); });
}

/// Reads "rows", at least one, and "left_out".
template <typename Bench, typename Columns, typename... Usual>
void read_rows(const JsonObject& top, Bench& bench, const Columns& columns, const Usual&... usual) {
    read_list(top, "rows", bench.rows, columns, usual...);
    if (bench.rows.empty()) bad_input("{}: \"rows\" is empty", top.where);
    bench.left_out = top.left_out("left_out");
}

template <typename Row, typename Columns>
nlohmann::ordered_json rows_json(const std::vector<Row>& rows, const Columns& columns) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Row& row : rows) columns(row, ColumnWriter{list.emplace_back()});
    return list;
}

/// Throws Error(bad_input) if the schema is not known, or the document is of another topic than `winnow bench
/// <topic>`.
DocumentHead read_head(const JsonObject& top, std::string_view topic);

/// Returns a document of the topic, with rows of objects and the head's facts about the device only.
nlohmann::ordered_json document_json(const DocumentHead& head, std::string_view topic,
                                     const nlohmann::ordered_json& bench);

/// Reads a file of --json, whose rows become objects. Throws Error(bad_input) if it cannot be read, is not
/// complete JSON, or has rows that do not fit their columns. `topic` appears in the message.
nlohmann::ordered_json load_json(const std::string& path, std::string_view topic);

// The compact form of a benchmark's rows in files: a list of columns, and of each row the values alone.

/// The schema of documents whose rows are tables. Those of schema json_schema have rows of objects.
inline constexpr int table_schema = 2;

/// Returns the document with "columns" ahead of "rows", also in "sources": a row lists the values of the
/// columns, null where it has none. The members of "ms" are the columns "ms.median", "ms.p10" and "ms.p90".
nlohmann::ordered_json with_tables(const nlohmann::ordered_json& document);

/// Returns the document with rows of objects again; where there are no columns, nothing changes. Throws
/// Error(bad_input) if a row does not fit its columns; `where` names the document in the message.
nlohmann::ordered_json without_tables(const nlohmann::ordered_json& document, const std::string& where);

}  // namespace winnow::measure
