// A compactor that fails on purpose, as work on another API does: submission succeeds, and the result is
// garbage later.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "compact/compactor.h"

namespace winnow::test {

class FailingCompactor : public compact::Compactor {
  public:
    static constexpr const char* why = "the device fell off the bus";

    /// Does the real compactor's work for `good_runs`, then fails forever. Every run is pending for a few
    /// polls.
    FailingCompactor(std::unique_ptr<compact::Compactor> real, int good_runs)
        : real_(std::move(real)), good_runs_(good_runs) {}

    compact::VoteFormat vote_format() const override { return real_->vote_format(); }
    bool takes_second_scan() const override { return real_->takes_second_scan(); }
    bool may_fail() const override { return true; }
    void reserve(std::uint32_t bound) override { real_->reserve(bound); }
    void build(const compact::RecordShape& shape, const compact::Fold* fold) override {
        real_->build(shape, fold);
    }
    void run(const compact::Request& request) override {
        pending_polls_ = 2;
        failed_ = good_runs_-- <= 0;
        if (!failed_) return real_->run(request);
        for (const compact::Column& column : request.columns) column.destination->fill(garbage);
        spoil(request.survivors);
        if (!request.second_scan) return;
        request.second_scan->numbers.buffer->fill(garbage);
        spoil(request.second_scan->total);
    }
    compact::Progress progress() override {
        if (pending_polls_-- > 0) return compact::Progress::pending;
        return failed_ ? compact::Progress::failed : compact::Progress::done;
    }
    std::string failure() const override { return why; }
    void poison_scratch(std::uint32_t word) override { real_->poison_scratch(word); }

  private:
    static constexpr std::uint32_t garbage = 0xDEADBEEF;

    static void spoil(const gl::Word& word) {
        word.buffer->fill(garbage, word.index * sizeof garbage, sizeof garbage);
    }

    std::unique_ptr<compact::Compactor> real_;
    int good_runs_;
    int pending_polls_ = 0;
    bool failed_ = false;
};

}  // namespace winnow::test
