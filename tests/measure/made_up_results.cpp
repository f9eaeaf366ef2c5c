#include "measure/made_up_results.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace winnow::test {
namespace {

using measure::BoundCase;
using measure::BoundRow;
using measure::RowKind;
using measure::ScanRow;
using measure::Spread;
using measure::StepRow;

constexpr double copy_bytes_per_ms = 4e9, copy_latency = 0.003;  // milliseconds
constexpr std::uint64_t max_naive = 65536;

/// Returns a row that takes `factor` times as long as a copy plus `latency` milliseconds.
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
    for (const auto& [block, grid] : members(ScanChoice{})) {
        const double passes = grid == GridStrategy::scan_then_propagate ? 2.2
                              : grid == GridStrategy::reduce_then_scan  ? 1.6
                              : grid == GridStrategy::chained           ? 3.5
                                                                        : 1.3;
        ScanRow pair = row(RowKind::scan, backend, elements, passes * factor, 0.003 * passes);
        pair.block = name_of(block);
        pair.grid = name_of(grid);
        rows.push_back(std::move(pair));
        factor *= 0.99;
    }
}

void add_size(std::vector<ScanRow>& rows, std::uint64_t elements) {
    rows.push_back(row(RowKind::copy, "glsl copy", elements, 1.02, 0.004));
    rows.push_back(row(RowKind::copy, "cudaMemcpyAsync", elements, 1, copy_latency));
    rows.push_back(row(RowKind::baseline, "cub", elements, 1.36, 0.0075));
    if (elements <= max_naive) {
        const double quadratic = 1e-8 * std::pow(static_cast<double>(elements), 2) / 100;
        rows.push_back(row(RowKind::baseline, "cuda naive", elements, 1, 0.004 + quadratic));
        rows.push_back(row(RowKind::baseline, "glsl naive", elements, 1, 0.005 + 1.2 * quadratic));
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

namespace {

constexpr double bound_latency = 0.004;  // a copy of records; milliseconds

Spread spread_around(double ms) {
    return {ms, 0.98 * ms, 1.03 * ms};
}

BoundRow row(RowKind kind, std::string name, std::string algorithm, BoundCase of, double bytes, double ms) {
    BoundRow row;
    row.kind = kind;
    row.name = std::move(name);
    row.algorithm = std::move(algorithm);
    row.of = std::move(of);
    row.keeps_order = row.algorithm != "atomic";
    row.runs = 30;
    row.ms = spread_around(ms);
    row.bound_bytes = bytes;
    return row;
}

void add_case(measure::BoundBench& bench, std::vector<BoundRow> rows) {
    measure::hold_to_bound(rows);
    for (BoundRow& one : rows) bench.rows.push_back(std::move(one));
}

/// Returns the fewest bytes that must move for records that live or die each by itself.
double bound_bytes(const BoundCase& of, double vote_bytes) {
    const double share = of.percent / 100.0, items = double(of.items);
    const double sectors = of.pattern == "clustered" ? share / 2 : (1 - (1 - share) * (1 - share)) / 2;
    return items * (vote_bytes + of.size * (2 * sectors + share));
}

void add_compactions(measure::BoundBench& bench, const BoundCase& of) {
    const double whole = 2.0 * of.size * double(of.items), bits = bound_bytes(of, 1.0 / 8);
    const double words = bound_bytes(of, 4);
    std::vector<BoundRow> rows{
        row(RowKind::copy, "glsl copy", "", of, whole, bound_latency + whole / copy_bytes_per_ms)};
    for (const auto& [backend, slower] : {std::pair{"glsl", 1.04}, std::pair{"cuda", 1.0}}) {
        const auto add = [&, backend = backend, slower = slower](const char* algorithm, double bytes,
                                                                 double factor, double more) {
            rows.push_back(
                row(RowKind::scan, backend, algorithm, of, bytes,
                    bound_latency + (bytes * factor * slower + more * double(of.items)) / copy_bytes_per_ms));
        };
        add("staged", words, 1.1, 16);
        add("bits", bits, 1.08, 2);
        add("fused", words, 1.06, 0.5);
        add("atomic", words, 1.09, 1);
    }
    rows.push_back(row(RowKind::baseline, "cub select", "", of, bits,
                       bound_latency + (bits * 1.1 + 0.9 * whole) / copy_bytes_per_ms));
    rows.push_back(row(RowKind::baseline, "thrust remove_if", "", of, bits,
                       bound_latency + (bits * 1.2 + 1.1 * whole) / copy_bytes_per_ms));
    rows.push_back(row(RowKind::baseline, "index list", "indices alone", of, bits,
                       bound_latency + 0.35 * whole / copy_bytes_per_ms));
    rows.push_back(row(RowKind::baseline, "no removal", "", of, words,
                       bound_latency + 0.97 * whole / copy_bytes_per_ms));
    add_case(bench, std::move(rows));
}

}  // namespace

measure::BoundDocument made_up_compactions() {
    measure::BoundDocument document{made_up_head(), {}};
    document.bench.method = "Not measured: computed by a formula.";
    for (const std::uint32_t bytes : {48u, 64u}) {
        for (const std::uint32_t percent : {0u, 1u, 10u, 50u, 90u, 99u, 100u})
            add_compactions(document.bench, {16'000'000, bytes, percent, "random"});
        add_compactions(document.bench, {16'000'000, bytes, 50, "clustered"});
    }
    document.bench.faults = {
        "16,000,000 records: glsl bits: survivor <3> is not the record that belongs there"};
    measure::leave_out(document.bench.left_out, "thrust remove_if", "it has no memory");
    return document;
}

measure::BoundDocument made_up_sorts() {
    measure::BoundDocument document{made_up_head(), {}};
    document.bench.method = "Not measured: computed by a formula.";
    for (int power = 16; power <= 26; power += 2)
        for (const std::uint32_t bits : {16u, 32u}) {
            const BoundCase of{std::uint64_t{1} << power, bits, 0, {}};
            const double bytes = 16.0 * double(of.items), passes = bits / 8.0;
            const auto time = [&](double factor) {
                return passes * (2 * bound_latency + bytes * factor / copy_bytes_per_ms);
            };
            add_case(
                document.bench,
                {row(RowKind::copy, "glsl copy", "", of, bytes, bound_latency + bytes / copy_bytes_per_ms),
                 row(RowKind::scan, "glsl", "decoupled-lookback", of, bytes, time(3.1)),
                 row(RowKind::scan, "glsl", "scan-then-propagate", of, bytes, time(3.6)),
                 row(RowKind::baseline, "cub radix sort", "", of, bytes, time(2.2)),
                 row(RowKind::baseline, "std::stable_sort", "", of, bytes, double(of.items) * 9e-5)});
        }
    return document;
}

measure::BoundDocument made_up_culls() {
    measure::BoundDocument document{made_up_head(), {}};
    document.bench.method = "Not measured: computed by a formula.";
    for (const std::uint64_t items : {100'000u, 1'000'000u, 16'000'000u, 64'000'000u})
        for (const std::uint32_t percent : {0u, 10u, 50u, 90u, 100u}) {
            const BoundCase of{items, 0, percent, {}};
            const double bytes = double(items) * (16 + 4 * percent / 100.0);
            add_case(document.bench, {row(RowKind::copy, "glsl copy", "", of, 32.0 * double(items),
                                          bound_latency + 32.0 * double(items) / copy_bytes_per_ms),
                                      row(RowKind::scan, "glsl", "vote and scan", of, bytes,
                                          2 * bound_latency + 1.15 * bytes / copy_bytes_per_ms)});
        }
    return document;
}

measure::StepDocument made_up_steps() {
    measure::StepDocument document{made_up_head(), {}};
    document.bench.method = "Not measured: computed by a formula.";
    const auto add = [&](double alive, double deaths, const char* backend, const char* compaction,
                         std::vector<std::pair<std::string, double>> passes) {
        StepRow row;
        row.backend = backend;
        row.compaction = compaction;
        row.block = "subgroup";
        row.grid = "decoupled-lookback";
        row.effect = "bench";
        row.deaths = deaths;
        row.alive = static_cast<std::uint32_t>(alive);
        row.capacity = static_cast<std::uint32_t>(alive / 0.99);
        row.died = row.born = static_cast<std::uint32_t>(alive * deaths / 100);
        row.runs = 50;
        row.copy = "cudaMemcpyAsync";
        row.copy_ms = bound_latency + 96 * alive / copy_bytes_per_ms;
        for (auto& [name, copies] : passes) copies = copies * row.copy_ms + bound_latency;
        for (const auto& [name, ms] : passes) row.ms.median += ms;
        row.ms = spread_around(row.ms.median);
        row.passes = std::move(passes);
        row.memory_bytes = static_cast<std::uint64_t>(row.capacity) * 104;
        document.bench.rows.push_back(std::move(row));
    };
    for (const double alive : {1e5, 1e6, 4e6, 16e6, 64e6, 128e6})
        for (const double deaths : {0.1, 1.0, 10.0, 50.0}) {
            if (alive != 16e6 && deaths != 1) continue;
            add(alive, deaths, "glsl", "fused", {{"compact", 1.18}, {"spawn", deaths / 100}});
            if (alive == 16e6 && deaths == 1) {
                add(alive, deaths, "glsl", "staged",
                    {{"simulate", 0.85}, {"vote", 0.35}, {"scan", 0.25}, {"move", 1.05}, {"spawn", 0.02}});
                add(alive, deaths, "glsl", "bits",
                    {{"simulate", 0.85}, {"vote", 0.2}, {"scan", 0.05}, {"move", 1.02}, {"spawn", 0.02}});
            }
            add(alive, deaths, "cuda", "fused",
                {{"simulate", 0.9},
                 {"vote", 0.2},
                 {"compact", 1.05},
                 {"hand-over", 0.9},
                 {"spawn", deaths / 100}});
        }
    measure::leave_out(document.bench.left_out, "cpu", "more than 1000000 particles take long");
    return document;
}

measure::DrawDocument made_up_frames() {
    measure::DrawDocument document{made_up_head(), {}};
    document.bench.method = "Not measured: computed by a formula.";
    for (const std::uint32_t alive : {475'000u, 20'000'000u})
        for (const std::uint32_t height : {720u, 1080u})
            for (const auto& [method, slower] :
                 {std::pair{"tiles", 1.0}, {"triangles", 2.5}, {"atomics", 1.5}}) {
                measure::DrawRow row;
                row.method = method;
                row.effect = "fountain";
                row.alive = alive;
                row.width = height * 16 / 9;
                row.height = height;
                row.runs = 30;
                row.copy_ms = bound_latency + 96.0 * alive / copy_bytes_per_ms;
                row.passes = {{"particles", slower * row.copy_ms}, {"bloom", bound_latency}};
                row.ms = spread_around(slower * row.copy_ms + bound_latency);
                row.memory_bytes = 20ull * alive;
                document.bench.rows.push_back(std::move(row));
            }
    measure::leave_out(document.bench.left_out, "tiles of 28000 alive in smoke", "they do not fit");
    return document;
}

}  // namespace winnow::test
