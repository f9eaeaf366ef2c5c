// A benchmark that is held to a floor, case after case: what bench compact, sort and cull have in common.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "measure/baseline.h"
#include "measure/bound_cases.h"

namespace winnow::measure {

class FloorCases {
  public:
    /// `cases`: how many will be measured, at most. The topic and the other references outlive it.
    FloorCases(const FloorTopic& topic, session::Machine& machine, const BenchChoice& options,
               Progress& progress, std::size_t cases)
        : topic_(topic),
          toolbox_(machine, options),
          copies_(copy_peers(machine.suites())),
          progress_{progress, static_cast<double>(cases)} {}

    const BenchTools& tools() const { return toolbox_.tools(); }
    std::vector<LeftOut>& left_out() { return bench_.left_out; }

    /// Whether `require` finds that what is next fits; else it is left out, with what was thrown as the
    /// reason.
    bool fits(const std::string& what, const std::function<void()>& require) {
        return passes_or_is_left_out(bench_.left_out, what, require);
    }

    /// Measures the copies of the sets, then the rows that `add_rows(CaseRows&)` adds, and holds them to the
    /// floor.
    template <typename Sets, typename AddRows>
    void measure(const FloorCase& of, const Sets& sets, const AddRows& add_rows) {
        CaseRows rows(topic_, tools(), of, batch_of(tools().machine.facts().software, sets.copy_bytes()),
                      bench_, progress_);
        rows.add_copies(
            copies_, [&](std::uint32_t run) { return sets.copies(run); }, sets.copy_bytes());
        add_rows(rows);
        rows.finish();
    }

    /// What was found. Ends the benchmark.
    FloorBench take(std::string method) {
        bench_.method = std::move(method);
        return std::move(bench_);
    }

  private:
    const FloorTopic& topic_;
    FloorBench bench_;
    BenchToolbox toolbox_;
    BenchmarkPeers copies_;
    CaseProgress progress_;
};

}  // namespace winnow::measure
