// A DeviceScan as a scan::Scan: each run hands the buffers over to CUDA and back.
#pragma once

#include <memory>

#include "cuda/base/event.h"
#include "cuda/runtime.h"
#include "cuda/scan/device_scan.h"
#include "scan/scan.h"

namespace winnow::cuda {

class GlScan : public scan::Scan {
  public:
    GlScan(std::shared_ptr<Runtime> runtime, std::unique_ptr<DeviceScan> scan, ScanType type = {});

    ScanType type() const override { return type_; }
    std::uint64_t tile() const override { return scan_->tile(); }

    void reserve(std::uint64_t bound) override;
    /// Also throws CudaError, if CUDA fails.
    void run(const scan::Request& request) override;
    void poison_scratch(std::uint32_t word) override;

    /// Returns the milliseconds of the last run's kernels; waits for them. Precondition: there was a run.
    double kernel_milliseconds() const;

  private:
    void submit(const scan::Request& request);

    std::shared_ptr<Runtime> runtime_;
    std::unique_ptr<DeviceScan> scan_;
    ScanType type_;
    Event begin_, end_;  // recorded before and after the kernels of the last run
};

}  // namespace winnow::cuda
