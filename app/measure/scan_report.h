// Rows of scans: as values, as a table and as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/document.h"
#include "measure/findings.h"
#include "scan/catalogue.h"

namespace winnow::measure {

enum class RowKind { scan, copy, baseline };

inline constexpr std::array row_kinds{
    Named<RowKind>{RowKind::scan, "scan", "a scan of ours"},
    Named<RowKind>{RowKind::copy, "copy", "a yardstick that scans are divided by"},
    Named<RowKind>{RowKind::baseline, "peer", "what others would use"},
};

/// One implementation at one size. Times are milliseconds of one run, all of its launches and clears
/// included.
struct ScanRow {
    RowKind kind = RowKind::scan;
    std::string name;         // the backend, or the copy's or the baseline's name
    std::string block, grid;  // empty where it has none
    ScanType type;
    std::uint64_t elements = 0;
    std::uint32_t runs = 0;   // samples that the spread is of
    std::uint32_t batch = 1;  // runs that a sample is the mean of
    Spread ms;
    std::optional<double> hand_over_ms;  // GL to CUDA and back, not part of ms
    double of_copy = 0;                  // the fastest copy's median over this one's

    /// Gigabytes (10^9) a second: every element is read once and written once.
    double gigabytes_per_second() const;
};

/// The race of a CPU against a GPU that the sources report, over so many floats.
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
    std::string method;         // how it was measured, in sentences
    std::vector<ScanRow> rows;  // ascending sizes
    SourcesRace sources;
    std::vector<std::string> faults;  // of rows that are left out because their results were wrong
    std::vector<LeftOut> left_out;    // sizes, backends and algorithms that do not go here

    void leave_out(std::string what, std::string reason);  // each once
};

/// Divides the rows of one size by the fastest copy among them.
void divide_by_copy(std::vector<ScanRow>& rows);

using ScanDocument = Document<ScanBench>;

/// What `winnow bench scan --json` has written, of earlier versions too; the method may be empty. `where`
/// names it in the Error(bad_input) that says what is missing or no sense.
ScanDocument read_scan_document(const nlohmann::ordered_json& json, const std::string& where);

std::string to_text(const ScanBench& bench);

/// {"type", "op", "method", "rows": [...], "sources", "faults", "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const ScanBench& bench);

}  // namespace winnow::measure
