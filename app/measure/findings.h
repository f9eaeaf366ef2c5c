// The parts of every benchmark's results: the spread of times, what was left out and why, cells and lists.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/output.h"

namespace winnow::measure {

inline constexpr double us_per_ms = 1000;

struct Spread {
    double median = 0;
    double p10 = 0, p90 = 0;  // a tenth of the samples lies below p10, a tenth above p90
};

/// Interpolates between two samples. Precondition: not empty.
Spread spread_of(std::vector<double> samples);

using PassTimes = std::vector<std::pair<std::string, double>>;  // name and milliseconds, in order

std::string passes_text(const PassTimes& passes);             // "vote 0.012, scan 0.034"
nlohmann::ordered_json passes_json(const PassTimes& passes);  // {NAME: milliseconds}

struct LeftOut {
    std::string what, reason;
    bool operator==(const LeftOut&) const = default;
};

/// Adds an entry unless the list already has it.
void leave_out(std::vector<LeftOut>& list, std::string what, std::string reason);

/// Returns true if `require` throws no Error(bad_input). If it does, `what` is left out for that reason.
bool passes_or_is_left_out(std::vector<LeftOut>& list, std::string what,
                           const std::function<void()>& require);

/// Returns milliseconds as text: "0.0123", and in microseconds "12.34".
std::string milliseconds(double ms);
std::string microseconds(double ms);
std::string or_dash(const std::string& text);
/// Returns a number with three significant digits, however small it is: "3925", "4.10", "0.0123".
std::string significant(double value);

/// Puts what shares a reason on one line. If there are many, it names the first ones only.
std::string left_out_text(const std::vector<LeftOut>& rows);
std::string faults_text(const std::vector<std::string>& faults);
std::string cautions_text(const std::vector<std::string>& cautions);

nlohmann::ordered_json spread_json(const Spread& spread);                // {"median", "p10", "p90"}
nlohmann::ordered_json left_out_json(const std::vector<LeftOut>& rows);  // [{"what", "reason"}]

/// Adds all rows, with a heading ahead of those that share it.
template <typename Row, typename HeadingOf, typename CellsOf>
void add_rows(TextTable& table, const std::vector<Row>& rows, const HeadingOf& heading_of,
              const CellsOf& cells_of) {
    std::string now;
    for (const Row& row : rows) {
        if (const std::string next = heading_of(row); next != now) table.add_heading('\n' + (now = next));
        table.add(cells_of(row));
    }
}

}  // namespace winnow::measure
