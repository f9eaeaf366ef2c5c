// What the tables and the JSON of all benchmarks are made of.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "commands/bench/left_out.h"
#include "commands/bench/statistics.h"

namespace winnow::commands {

/// Milliseconds as text: "0.0123", and in microseconds "12.34".
std::string milliseconds(double ms);
std::string microseconds(double ms);
std::string or_dash(const std::string& text);

/// What shares a reason shares a line; of many the first are named.
std::string left_out_text(const std::vector<LeftOut>& rows);
std::string faults_text(const std::vector<std::string>& faults);

nlohmann::ordered_json spread_json(const Spread& spread);                // {"median", "p10", "p90"}
nlohmann::ordered_json left_out_json(const std::vector<LeftOut>& rows);  // [{"what", "reason"}]

/// A list of to_json(row).
template <typename Row, typename ToJson>
nlohmann::ordered_json rows_json(const std::vector<Row>& rows, const ToJson& to_json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Row& row : rows) list.push_back(to_json(row));
    return list;
}

}  // namespace winnow::commands
