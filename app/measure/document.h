// Reads and writes the JSON document of a benchmark's results.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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
    std::uint32_t count32(const char* key) const;
    Spread spread(const char* key) const;     // {"median", "p10", "p90"}
    PassTimes passes(const char* key) const;  // {NAME: milliseconds}
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

struct DocumentHead {
    std::string version, commit, date;  // this program's, and the time in UTC; commit may be empty
    std::string device, driver;         // the GL renderer and its version
};

template <typename Bench>
struct Document {
    DocumentHead head;
    Bench bench;
};

/// Reads "rows", at least one, each by read_row(JsonObject), and "left_out".
template <typename Bench, typename ReadRow>
void read_rows(const JsonObject& top, Bench& bench, const ReadRow& read_row) {
    top.each("rows", [&](const JsonObject& row) { bench.rows.push_back(read_row(row)); });
    if (bench.rows.empty()) bad_input("{}: \"rows\" is empty", top.where);
    bench.left_out = top.left_out("left_out");
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

}  // namespace winnow::measure
