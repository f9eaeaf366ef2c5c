// Measures the rows of one case after another, and holds them to the floor.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "measure/copies.h"
#include "measure/floor_row.h"

namespace winnow::measure {

/// How much of all cases is done.
struct CaseProgress {
    Progress& progress;
    double cases = 1, done = 0;
};

class CaseRows {
  public:
    CaseRows(const FloorTopic& topic, const BenchTools& tools, const FloorCase& of, std::uint32_t batch,
             FloorBench& bench, CaseProgress& progress)
        : topic_(topic), tools_(tools), of_(of), timing_(tools, batch), bench_(bench), progress_(progress) {}

    const Timing& timing() const { return timing_; }
    const FloorCase& of() const { return of_; }

    /// Measures `row`, whose names and floor are set, and adds it; if fault() then has a sentence to say,
    /// that is added in its place.
    void add(FloorRow row, const std::function<std::vector<double>()>& times,
             const std::function<std::string()>& fault);
    void leave_out(const FloorRow& row, std::string reason);

    /// Adds a row for every copy that there is here. One run reads and writes `bytes`.
    void add_copies(const BenchmarkPeers& peers, const CopyPairs& pairs, std::uint64_t bytes);

    /// Holds the rows to the floor and hands them to the benchmark.
    void finish();

  private:
    void show(const std::string& what) const;
    FloorRow timed(FloorRow row, const std::vector<double>& samples) const;

    const FloorTopic& topic_;
    const BenchTools& tools_;
    FloorCase of_;
    Timing timing_;
    FloorBench& bench_;
    CaseProgress& progress_;
    std::vector<FloorRow> rows_;
};

}  // namespace winnow::measure
