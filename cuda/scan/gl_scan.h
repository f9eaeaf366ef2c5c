// A DeviceScan as a scan::Scan: each run hands the buffers over to CUDA and back.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "cuda/base/event.h"
#include "cuda/memory/hand_over.h"
#include "cuda/runtime.h"
#include "cuda/scan/device_scan.h"
#include "scan/scan.h"

namespace winnow::cuda {

class GlScan : public scan::Scan, public scan::ForeignScan {
  public:
    GlScan(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceScan> scan, ScanType type = {});
    /// Waits for a run that has not finished.
    ~GlScan() override;
    GlScan(const GlScan&) = delete;

    ScanType type() const override { return type_; }
    std::uint64_t tile() const override { return scan_->tile(); }

    void reserve(std::uint64_t bound) override;
    /// Also throws CudaError, if CUDA fails.
    void run(const scan::Request& request) override;
    /// Throws like run().
    void begin(const scan::Request& request) override;
    std::optional<double> finished() override;
    void poison_scratch(std::uint32_t word) override;

    /// Returns the milliseconds of the last run's kernels; waits for them. Precondition: there was a run.
    double kernel_milliseconds() const;

  private:
    void submit(const scan::Request& request);
    void guard(const std::function<void()>& work);

    std::shared_ptr<Runtime> runtime_;
    std::unique_ptr<DeviceScan> scan_;
    ScanType type_;
    Event begin_, end_;                  // recorded before and after the kernels of the last run
    std::optional<HandOver> hand_over_;  // of a run that has not finished
};

}  // namespace winnow::cuda
