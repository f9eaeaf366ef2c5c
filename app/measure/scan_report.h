// Rows of scans: as values, as a table and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/findings.h"
#include "measure/results_json.h"
#include "scan/catalogue.h"

namespace winnow::measure {

enum class RowKind { scan, copy, baseline };

inline constexpr std::array row_kinds{
    Named<RowKind>{RowKind::scan, "scan", "a scan of ours"},
    Named<RowKind>{RowKind::copy, "copy", "a copy, by which scans are divided"},
    Named<RowKind>{RowKind::baseline, "peer", "what others would use"},
};

/// One implementation at one size. Times are milliseconds of one run, including all of its launches and
/// clears.
struct ScanRow {
    RowKind kind = RowKind::scan;
    std::string name;         // the backend, or the name of the copy or baseline
    std::string block, grid;  // empty if it has none
    ScanType type;
    std::uint64_t elements = 0;
    std::uint32_t runs = 0;   // number of samples behind the spread
    std::uint32_t batch = 1;  // number of runs that each sample averages
    Spread ms;
    std::optional<double> hand_over_ms;  // GL to CUDA and back, not included in ms
    double of_copy = 0;                  // the fastest copy's median divided by this row's

    /// Returns gigabytes (10^9) per second, where every element is read once and written once.
    double gigabytes_per_second() const;
};

/// The number of floats in the race of a CPU against a GPU that the project's sources report.
inline constexpr std::uint64_t sources_elements = 10'000'000;

struct ReportedTime {
    std::string_view what;
    double milliseconds;
    std::string_view machine;
};
inline constexpr std::array reported_times{
    ReportedTime{"sequential on the CPU", 20, "with an RTX 4050"},
    ReportedTime{"coarsened Brent-Kung, blocks chained", 50, "RTX 4050"},
};

struct SourcesRace {
    std::vector<ScanRow> rows;  // empty: not measured
};

struct ScanBench {
    ScanType type;
    std::string method;         // how the rows were measured, in sentences
    std::vector<ScanRow> rows;  // ascending sizes
    SourcesRace sources;
    std::vector<std::string> faults;  // rows that are left out because their results were wrong
    std::vector<LeftOut> left_out;    // sizes, backends and algorithms that do not work here

    void leave_out(std::string what, std::string reason);  // ignores repetitions
};

/// Divides the rows of one size by the fastest copy among them.
void divide_by_copy(std::vector<ScanRow>& rows);

using ScanDocument = Document<ScanBench>;

/// Reads what `winnow bench scan --json` has written, earlier versions included; the method may be empty.
/// Throws Error(bad_input) if something is missing or invalid; `where` names the document in the message.
ScanDocument read_scan_document(const nlohmann::ordered_json& json, const std::string& where);

std::string to_text(const ScanBench& bench);

/// {"type", "op", "method", "rows": [...], "sources", "faults", "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const ScanBench& bench);

}  // namespace winnow::measure
