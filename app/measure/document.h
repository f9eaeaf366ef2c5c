// A benchmark as it is kept: what was found, where and when.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

#include "measure/json_reader.h"

namespace winnow::measure {

struct DocumentHead {
    std::string version, commit, date;  // of this program; when, UTC. Commit may be empty.
    std::string device, driver;         // the GL renderer and its version
};

template <typename Bench>
struct Document {
    DocumentHead head;
    Bench bench;
};

/// Reads "rows", of which there is one at least, each by read_row(JsonObject), and "left_out".
template <typename Bench, typename ReadRow>
void read_rows(const JsonObject& top, Bench& bench, const ReadRow& read_row) {
    top.each("rows", [&](const JsonObject& row) { bench.rows.push_back(read_row(row)); });
    if (bench.rows.empty()) bad_input("{}: \"rows\" is empty", top.where);
    bench.left_out = top.left_out("left_out");
}

/// Throws Error(bad_input) if the schema is not known, or the document is of another topic than `winnow bench
/// <topic>`.
DocumentHead read_head(const JsonObject& top, std::string_view topic);

/// A document of the topic as `winnow bench --json` writes it, of the device only what the head has.
nlohmann::ordered_json document_json(const DocumentHead& head, std::string_view topic,
                                     const nlohmann::ordered_json& bench);

/// A file of --json; Error(bad_input) if it cannot be read or is no complete JSON. `topic` is for the
/// message.
nlohmann::ordered_json load_json(const std::string& path, std::string_view topic);

}  // namespace winnow::measure
