// Rows that are compared with a lower bound: as values, as a table and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/findings.h"
#include "measure/results_json.h"
#include "measure/scan_report.h"

namespace winnow::measure {

/// The names of the parts of one of these benchmarks. A part that a benchmark does not have has an empty
/// name.
struct BoundTopic {
    std::string_view name;     // as on the command line
    std::string_view items;    // the things that are compacted, sorted or culled, and their JSON key
    std::string_view size;     // JSON: the size of one item
    std::string_view share;    // JSON: the per cent that survive or are visible
    std::string_view pattern;  // JSON: how these are spread
    std::string_view bound;    // the fewest bytes that must move, in a sentence
};

inline constexpr BoundTopic compact_topic{
    "compact",
    "records",
    "record_bytes",
    "survivors_percent",
    "votes",
    "The lower bound is the time to move the fewest bytes possible (the votes as stored, every 32-byte "
    "sector that holds a survivor once, and the survivors written) at the best copy bandwidth measured "
    "beside it."};
inline constexpr BoundTopic sort_topic{"sort",
                                       "keys",
                                       "key_bits",
                                       "",
                                       "",
                                       "The lower bound is the time to read and to write every key and every "
                                       "value once, at the best copy bandwidth measured beside it; a radix "
                                       "sort does so once for each digit."};
inline constexpr BoundTopic cull_topic{"cull",
                                       "particles",
                                       "",
                                       "visible_percent",
                                       "",
                                       "The lower bound is the time to read every position and to write the "
                                       "index of each visible particle, at the best copy bandwidth measured "
                                       "beside it."};

/// The algorithm of a baseline that compacts but moves no records, so that the bound does not apply to it.
inline constexpr std::string_view indices_alone = "indices alone";

inline constexpr std::array bound_row_kinds{
    Named<RowKind>{RowKind::scan, "ours", "an algorithm of ours"},
    Named<RowKind>{RowKind::copy, "copy", "a copy, whose bandwidth makes the lower bound"},
    Named<RowKind>{RowKind::baseline, "peer", "what others would use"},
};

/// One case; its rows are compared with each other.
struct BoundCase {
    std::uint64_t items = 0;
    std::uint32_t size = 0;     // compact: bytes of a record; sort: bits of a key; cull: 0
    std::uint32_t percent = 0;  // compact: of survivors; cull: of visible particles; sort: 0
    std::string pattern;        // compact: how the survivors are spread
    auto operator<=>(const BoundCase&) const = default;
};

/// One implementation in one case. Times are milliseconds of one run, including all launches and clears.
struct BoundRow {
    RowKind kind = RowKind::scan;
    std::string name;       // the backend, or the name of the copy or baseline
    std::string algorithm;  // the compactor's or the sort's; empty if there is only one
    BoundCase of;
    bool keeps_order = true;
    std::uint32_t runs = 0;   // number of samples behind the spread
    std::uint32_t batch = 1;  // number of runs that each sample averages
    Spread ms;
    double bound_bytes = 0;             // the fewest that must move; for a copy, those that it moves
    double bound_ms = 0;                // bound_bytes at the bandwidth of the case's fastest copy
    double of_bound = 0;                // bound_ms divided by the median
    std::optional<double> against_cub;  // CUB's median divided by this row's

    double items_per_second() const;
};

struct BoundBench {
    std::string method;  // how the rows were measured, in sentences
    std::vector<BoundRow> rows;
    std::vector<std::string> faults;  // rows that are left out because their results were wrong
    std::vector<LeftOut> left_out;
};

/// Returns the row of a baseline with this name, before it is measured. It has no algorithm of its own.
BoundRow baseline_row(std::string name, double bound_bytes);

/// Returns CUB's row in the case, or null.
const BoundRow* find_cub(std::span<const BoundRow> rows, const BoundCase& of);

/// Compares the rows of one case with the bound and with CUB. Without a copy among them there is no bound.
void hold_to_bound(std::span<BoundRow> rows);

/// Returns the bytes per millisecond of the fastest copy among the rows, or 0 if there is none.
double copy_bandwidth(std::span<const BoundRow> rows);

/// Returns the cases of the rows in their order, each once.
std::vector<BoundCase> cases_of(std::span<const BoundRow> rows);

/// "cuda fused", "cub select", "index list, indices alone"
std::string full_name(const BoundRow& row);

/// "16,000,000 records of 48 bytes, 50 % survive, random"
std::string describe(const BoundTopic& topic, const BoundCase& of);

std::string to_text(const BoundTopic& topic, const BoundBench& bench);

/// {"floor", "method", "rows": [...], "faults", "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const BoundTopic& topic, const BoundBench& bench);

using BoundDocument = Document<BoundBench>;

/// Reads what `winnow bench <topic> --json` has written. Throws Error(bad_input) if something is missing or
/// invalid; `where` names the document in the message.
BoundDocument read_bound_document(const BoundTopic& topic, const nlohmann::ordered_json& json,
                                  const std::string& where);

}  // namespace winnow::measure
