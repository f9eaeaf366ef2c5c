// Rows that are held to a lower bound: as values, as a table and as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/document.h"
#include "measure/findings.h"
#include "measure/scan_report.h"

namespace winnow::measure {

/// How one of these benchmarks names its parts; an empty name: it has no such part.
struct BoundTopic {
    std::string_view name;     // as on the command line
    std::string_view items;    // what is compacted, sorted or culled, and its key in JSON
    std::string_view size;     // JSON: the size of one
    std::string_view share;    // JSON: the per cent that survive or are visible
    std::string_view pattern;  // JSON: how these lie
    std::string_view bound;    // what counts as the fewest bytes that must move, in a sentence
};

inline constexpr BoundTopic compact_topic{
    "compact",
    "records",
    "record_bytes",
    "survivors_percent",
    "votes",
    "The lower bound is the fewest bytes that must move: the votes as stored, every 32-byte sector that "
    "holds a "
    "survivor once, and the survivors written, over the best copy bandwidth measured beside it."};
inline constexpr BoundTopic sort_topic{"sort",
                                       "keys",
                                       "key_bits",
                                       "",
                                       "",
                                       "The lower bound is the time to read and to write every key and every "
                                       "value once, at the best copy bandwidth "
                                       "measured beside it; a radix sort does so once for each digit."};
inline constexpr BoundTopic cull_topic{"cull",
                                       "particles",
                                       "",
                                       "visible_percent",
                                       "",
                                       "The lower bound is the time to read every position and to write the "
                                       "index of each visible particle, at the "
                                       "best copy bandwidth measured beside it."};

/// The algorithm of a baseline that compacts but moves no records: the bound is not its own.
inline constexpr std::string_view indices_alone = "indices alone";

inline constexpr std::array bound_row_kinds{
    Named<RowKind>{RowKind::scan, "ours", "an algorithm of ours"},
    Named<RowKind>{RowKind::copy, "copy", "a copy, whose bandwidth makes the lower bound"},
    Named<RowKind>{RowKind::baseline, "peer", "what others would use"},
};

/// What is measured side by side.
struct BoundCase {
    std::uint64_t items = 0;
    std::uint32_t size = 0;     // compact: bytes of a record; sort: bits of a key; cull: 0
    std::uint32_t percent = 0;  // compact: of survivors; cull: of visible particles; sort: 0
    std::string pattern;        // compact: how the votes lie
    auto operator<=>(const BoundCase&) const = default;
};

/// One way to do it in one case. Times are milliseconds of one run, all launches and clears included.
struct BoundRow {
    RowKind kind = RowKind::scan;
    std::string name;       // the backend, or the copy's or the baseline's name
    std::string algorithm;  // the compactor's or the sort's; empty: there is one
    BoundCase of;
    bool keeps_order = true;
    std::uint32_t runs = 0;   // samples that the spread is of
    std::uint32_t batch = 1;  // runs that a sample is the mean of
    Spread ms;
    double bound_bytes = 0;             // the fewest that must move; of a copy those that it moves
    double bound_ms = 0;                // at the bandwidth of the fastest copy of the case
    double of_bound = 0;                // bound_ms over the median
    std::optional<double> against_cub;  // CUB's median over this one's

    double items_per_second() const;
};

struct BoundBench {
    std::string method;  // how it was measured, in sentences
    std::vector<BoundRow> rows;
    std::vector<std::string> faults;  // of rows that are left out because their results were wrong
    std::vector<LeftOut> left_out;
};

/// To be measured: what others would use, by its name. It has no algorithm of its own.
BoundRow baseline_row(std::string name, double bound_bytes);

/// CUB's row in the case; null: there is none.
const BoundRow* find_cub(std::span<const BoundRow> rows, const BoundCase& of);

/// Divides the rows of one case by the bound and by CUB. Without a copy among them there is no bound.
void hold_to_bound(std::span<BoundRow> rows);

/// Bytes a millisecond of the fastest copy among the rows; 0: there is none.
double copy_bandwidth(std::span<const BoundRow> rows);

/// The cases of the rows, in their order, each once.
std::vector<BoundCase> cases_of(std::span<const BoundRow> rows);

/// "cuda fused", "cub select", "index list, indices alone"
std::string full_name(const BoundRow& row);

/// "16,000,000 records of 48 bytes, 50 % survive, random"
std::string describe(const BoundTopic& topic, const BoundCase& of);

std::string to_text(const BoundTopic& topic, const BoundBench& bench);

/// {"floor", "method", "rows": [...], "faults", "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const BoundTopic& topic, const BoundBench& bench);

using BoundDocument = Document<BoundBench>;

/// What `winnow bench <topic> --json` has written. `where` names it in the Error(bad_input) that says what is
/// missing or no sense.
BoundDocument read_bound_document(const BoundTopic& topic, const nlohmann::ordered_json& json,
                                  const std::string& where);

}  // namespace winnow::measure
