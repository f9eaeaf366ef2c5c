#include "measure/made_up_results.h"

#include <cmath>
#include <string>
#include <utility>

namespace winnow::test {
namespace {

using measure::RowKind;
using measure::ScanRow;

constexpr double copy_bytes_per_ms = 4e9, copy_latency = 0.003;  // milliseconds
constexpr std::uint64_t most_naive = 65536;

/// `factor` times as long as a copy, and `latency` milliseconds.
ScanRow row(RowKind kind, std::string name, std::uint64_t elements, double factor, double latency) {
    ScanRow row;
    row.kind = kind;
    row.name = std::move(name);
    row.elements = elements;
    row.runs = 30;
    const double bytes = 8.0 * static_cast<double>(elements);
    const double copy = copy_latency + bytes / copy_bytes_per_ms;
    row.ms.median = latency + bytes * factor / copy_bytes_per_ms;
    row.ms.p10 = 0.97 * row.ms.median;
    row.ms.p90 = 1.04 * row.ms.median;
    row.of_copy = copy / row.ms.median;
    return row;
}

void add_pairs(std::vector<ScanRow>& rows, const std::string& backend, std::uint64_t elements,
               double slower) {
    double factor = slower;
    for (const auto& block : block_scans)
        for (const auto& grid : grid_strategies) {
            if (block.value == BlockScan::automatic || grid.value == GridStrategy::automatic) continue;
            const double passes = grid.value == GridStrategy::scan_then_propagate ? 2.2
                                  : grid.value == GridStrategy::reduce_then_scan  ? 1.6
                                  : grid.value == GridStrategy::chained           ? 3.5
                                                                                  : 1.3;
            ScanRow pair = row(RowKind::scan, backend, elements, passes * factor, 0.003 * passes);
            pair.block = block.name;
            pair.grid = grid.name;
            rows.push_back(std::move(pair));
            factor *= 0.99;
        }
}

void add_size(std::vector<ScanRow>& rows, std::uint64_t elements) {
    rows.push_back(row(RowKind::copy, "glsl copy", elements, 1.02, 0.004));
    rows.push_back(row(RowKind::copy, "cudaMemcpyAsync", elements, 1, copy_latency));
    rows.push_back(row(RowKind::peer, "cub", elements, 1.36, 0.0075));
    if (elements <= most_naive) {
        const double quadratic = 1e-8 * std::pow(static_cast<double>(elements), 2) / 100;
        rows.push_back(row(RowKind::peer, "cuda naive", elements, 1, 0.004 + quadratic));
        rows.push_back(row(RowKind::peer, "glsl naive", elements, 1, 0.005 + 1.2 * quadratic));
    }
    add_pairs(rows, "glsl", elements, 1.06);
    add_pairs(rows, "cuda", elements, 1);
    rows.push_back(row(RowKind::scan, "cpu", elements, 500, 0));
    rows.push_back(row(RowKind::scan, "cpu parallel", elements, 60, 0.02));
}

}  // namespace

measure::DocumentHead made_up_head() {
    return {.version = "0.0.0",
            .commit = "made-up",
            .date = "2000-01-01T00:00:00Z",
            .device = "No device: these figures are made up <for a test>",
            .driver = "4.5 made up"};
}

measure::ScanDocument made_up_results() {
    measure::ScanDocument document{.head = made_up_head(), .bench = {}};
    document.bench.method = "Not measured: computed by a formula.";
    for (int power = 10; power <= 28; power += 2) add_size(document.bench.rows, std::uint64_t{1} << power);
    for (const char* name : {"cpu", "cpu parallel"})
        document.bench.sources.rows.push_back(
            row(RowKind::scan, name, measure::sources_elements, name[3] ? 60 : 500, 0.02));
    ScanRow best = row(RowKind::scan, "glsl", measure::sources_elements, 1.2, 0.003);
    best.block = "subgroup";
    best.grid = "decoupled-lookback";
    document.bench.sources.rows.push_back(best);
    document.bench.faults = {
        "glsl subgroup x chained: the scan of 5 elements is wrong: element <3> is 7, expected 8"};
    document.bench.leave_out("cub", "it counts in 32 bits with a sign");
    return document;
}

}  // namespace winnow::test
