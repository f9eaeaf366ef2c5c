// Measures the cases of a benchmark one after another and compares each row with a lower bound of its time.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"
#include "measure/baseline.h"
#include "measure/bound_report.h"
#include "measure/timing.h"

namespace winnow::measure {

/// How many cases are done.
struct CaseProgress {
    Progress& progress;
    double cases = 1, done = 0;
};

class CaseRows {
  public:
    CaseRows(const BoundTopic& topic, const BenchTools& tools, const BoundCase& of, std::uint32_t batch,
             BoundBench& bench, CaseProgress& progress)
        : topic_(topic), tools_(tools), of_(of), timing_(tools, batch), bench_(bench), progress_(progress) {}

    const Timing& timing() const { return timing_; }
    const BoundCase& of() const { return of_; }

    /// Measures `row`, whose names and bound are set, and adds it. If fault() then returns a sentence, the
    /// sentence is added as a fault in place of the row.
    void add(BoundRow row, const std::function<std::vector<double>()>& times,
             const std::function<std::string()>& fault);
    void leave_out(const BoundRow& row, std::string reason);

    /// Adds a row for every copy that this machine has. One run reads and writes `bytes`.
    void add_copies(const ScanBaselines& baselines, const CopyPairs& pairs, std::uint64_t bytes);

    /// Compares the rows with the bound and hands them to the benchmark.
    void finish();

  private:
    void show(const std::string& what) const;
    BoundRow timed(BoundRow row, const std::vector<double>& samples) const;

    const BoundTopic& topic_;
    const BenchTools& tools_;
    BoundCase of_;
    Timing timing_;
    BoundBench& bench_;
    CaseProgress& progress_;
    std::vector<BoundRow> rows_;
};

class BoundCases {
  public:
    /// `cases`: the most cases that will be measured. The topic and the other references outlive this object.
    BoundCases(const BoundTopic& topic, session::Machine& machine, const BenchChoice& options,
               Progress& progress, std::size_t cases)
        : topic_(topic),
          toolbox_(machine, options),
          copies_(copy_baselines(machine.suites())),
          progress_{progress, static_cast<double>(cases)} {}

    const BenchTools& tools() const { return toolbox_.tools(); }
    std::vector<LeftOut>& left_out() { return bench_.left_out; }

    /// Returns true if `require` throws no Error(bad_input). Otherwise `what` is left out with the error's
    /// message as the reason.
    bool fits(const std::string& what, const std::function<void()>& require) {
        return passes_or_is_left_out(bench_.left_out, what, require);
    }

    /// Measures the copies of the sets, then the rows that `add_rows(CaseRows&)` adds, and compares them with
    /// the bound.
    template <typename Sets, typename AddRows>
    void measure(const BoundCase& of, const Sets& sets, const AddRows& add_rows) {
        CaseRows rows(topic_, tools(), of, batch_of(tools().machine.facts().software, sets.copy_bytes()),
                      bench_, progress_);
        rows.add_copies(
            copies_, [&](std::uint32_t run) { return sets.copies(run); }, sets.copy_bytes());
        add_rows(rows);
        rows.finish();
    }

    /// Ends the benchmark and returns its results.
    BoundBench take(std::string method) {
        bench_.method = std::move(method);
        return std::move(bench_);
    }

  private:
    const BoundTopic& topic_;
    BoundBench bench_;
    BenchToolbox toolbox_;
    ScanBaselines copies_;
    CaseProgress progress_;
};

}  // namespace winnow::measure
