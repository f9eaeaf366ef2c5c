// Any DeviceCompaction as a compact::Compactor, with one hand-over per run and the handling of CUDA's
// failures.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "compact/compactor.h"
#include "cuda/base/event.h"
#include "cuda/compact/device_compaction.h"
#include "cuda/memory/hand_over.h"
#include "cuda/runtime.h"
#include "cuda/scan/device_scan.h"
#include "gl/passes.h"

namespace winnow::cuda {

/// Reads the source columns; writes the destination, the survivors' word, the numbers and the total of a
/// second scan, and its own scratch. After a failure of CUDA run() does nothing and progress() is `failed`,
/// for this and every other compactor of the runtime.
class GlCompactor : public compact::Compactor {
  public:
    /// `second_scan` scans u32 sums. `name` is for messages.
    GlCompactor(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceCompaction> compaction,
                std::unique_ptr<DeviceScan> second_scan, std::string name);

    VoteFormat vote_format() const override { return compaction_->vote_format(); }
    bool takes_second_scan() const override { return true; }
    bool may_fail() const override { return true; }
    void reserve(std::uint32_t bound) override;
    void run(const compact::Request& request) override;
    compact::Progress progress() override;
    std::string failure() const override { return runtime_->failure(); }
    compact::Stages stages() const override { return {{offsets(), 0}}; }
    Times times() override;
    void poison_scratch(std::uint32_t word) override;

  private:
    /// Does `work` unless CUDA has failed, and records a failure of CUDA. Running out of memory is not such a
    /// failure: it is thrown, like every other error that the caller can correct.
    template <typename Work>
    void guard(Work work);
    /// Returns null if the compaction has no such stage, or has not needed it yet.
    const gl::Buffer* offsets() const { return offsets_.empty() ? nullptr : &offsets_; }
    void submit(const compact::Request& request);
    void launch(const DeviceRequest& request, const std::optional<Elements>& second);
    void give_back(bool undisturbed);
    void show_stages();
    void give_up();
    void end_span(bool undisturbed);

    std::shared_ptr<Runtime> runtime_;
    std::unique_ptr<DeviceCompaction> compaction_;
    std::unique_ptr<DeviceScan> second_scan_;
    std::string name_;
    gl::Buffer offsets_;  // output of the compaction's scan
    StepEvents events_;
    std::optional<HandOver> hand_over_;  // of the run that is not known to have ended
    gl::Timers span_;                    // the whole hand-over on GL's clock

    /// True if the time of a span belongs to the hand-over alone: its end was polled without a pause, so GL
    /// did nothing else in between. Indexed by the span's number modulo the size.
    static constexpr std::size_t REMEMBERED = 16;
    std::array<bool, REMEMBERED> undisturbed_{};
    std::uint64_t spans_ended_ = 0;
    std::chrono::steady_clock::time_point last_asked_;

    TimeLine* line_ = nullptr;  // of the last run
    TimeLine::Owner owner_;     // of its spans
    TimeLine::Clock::time_point shown_until_;
};

/// The buffers of a request and of its offsets; unused places are null.
using RequestBuffers = std::array<const gl::Buffer*, 7 + 2 * shared::MAX_COLUMNS>;
RequestBuffers buffers_of(const compact::Request& request, const gl::Buffer* offsets);

/// Returns the request with CUDA's addresses. Precondition: the hand-over includes its buffers.
DeviceRequest device_request(const compact::Request& request, const gl::Buffer* offsets,
                             const HandOver& hand_over);

}  // namespace winnow::cuda
