// The staged compactor: one word a vote, a scan of the votes, and a move of every column, in one hand-over.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compact/compactor.h"
#include "cuda/compact/step_events.h"
#include "cuda/memory/hand_over.h"
#include "cuda/runtime.h"
#include "cuda/scan/device_scan.h"
#include "gl/timer.h"

namespace winnow::cuda {

/// Reads the source columns; writes the destination, the survivors' word and its own scratch. After a failure
/// of CUDA run() does nothing and progress() is `failed`, for this and every other compactor of the runtime.
class StagedCompactor : public compact::Compactor {
  public:
    StagedCompactor(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceScan> scan);

    void reserve(std::uint32_t bound) override;
    void run(const compact::Request& request) override;
    compact::Progress progress() override;
    std::string failure() const override { return runtime_->failure(); }
    compact::Stages stages() const override { return {{&offsets_, 0}}; }
    Times times() override;
    void poison_scratch(std::uint32_t word) override;

  private:
    /// Does `work` unless CUDA has failed, and takes down that it has. Too little memory is no such failure:
    /// it is thrown, as everything else is that the caller can mend.
    template <typename Work>
    void guard(Work work);
    void submit(const compact::Request& request);
    void launch(const compact::Request& request, const HandOver& hand_over);
    void give_back(bool undisturbed);
    void give_up();
    void end_span(bool undisturbed);

    std::shared_ptr<Runtime> runtime_;
    std::unique_ptr<DeviceScan> scan_;
    gl::Buffer offsets_;  // the votes' exclusive scan, one word each
    StepEvents events_;
    std::optional<HandOver> hand_over_;  // of the run that is not known to have ended
    gl::Timers span_;                    // of the whole hand-over, as GL sees it

    /// Whether a span is the hand-over's alone: its end was asked for without a pause, so that GL did nothing
    /// else in between. By the span's number.
    static constexpr std::size_t REMEMBERED = 16;
    std::array<bool, REMEMBERED> undisturbed_{};
    std::uint64_t spans_ended_ = 0;
    std::chrono::steady_clock::time_point last_asked_;
};

}  // namespace winnow::cuda
