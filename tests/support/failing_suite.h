// A suite of compactors that fail on purpose, in place of CUDA's.
#pragma once

#include <memory>

#include "compact/suite.h"
#include "support/failing_compactor.h"

namespace winnow::test {

class FailingSuite : public Suite {
  public:
    /// Works as `glsl` does for `good_runs` of each compactor; `glsl` must outlive it.
    FailingSuite(Suite& glsl, int good_runs) : glsl_(glsl), good_runs_(good_runs) {}
    Backend backend() const override { return Backend::cuda; }
    Availability available() const override { return Availability::yes(); }
    using Suite::offers;
    using Suite::resolve;
    ScanChoice resolve(ScanChoice choice) const override { return glsl_.resolve(choice); }
    Availability offers(ScanChoice choice, ScanType type) const override {
        return glsl_.offers(choice, type);
    }
    std::unique_ptr<scan::Scan> make_scan(ScanChoice choice, ScanType type) override {
        return glsl_.make_scan(choice, type);
    }
    std::unique_ptr<compact::Compactor> make_compactor(Compaction compaction, ScanChoice choice) override {
        return std::make_unique<FailingCompactor>(glsl_.make_compactor(compaction, choice), good_runs_);
    }

  private:
    Suite& glsl_;
    int good_runs_;
};

}  // namespace winnow::test
