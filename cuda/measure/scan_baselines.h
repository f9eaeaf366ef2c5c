// The scans and copies that benchmarks measure with CUDA events: two copies as baselines, CUB, the naive
// scan, and our own scans.
#pragma once

#include <cuda_runtime_api.h>
#include <cstddef>
#include <memory>
#include <vector>

#include "cuda/measure/batch_clock.h"
#include "cuda/scan/device_scan.h"
#include "measure/baseline.h"

namespace winnow::cuda {

class Baseline : public measure::ScanBaseline {
  public:
    explicit Baseline(std::shared_ptr<Runtime> runtime);

    Availability offers(ScanType, std::uint64_t) const override { return Availability::yes(); }
    double run(const measure::BenchmarkBatch& batch) override;

  protected:
    struct Span {
        const std::byte* from = nullptr;
        std::byte* to = nullptr;
        std::uint64_t elements = 0;
        ScanType type;
        std::size_t bytes() const { return elements * bytes_of(type.element); }
    };

  private:
    /// Prepares runs of `span`, whose pointers are null, outside the timed part: allocations.
    virtual void prepare(const Span&) {}
    virtual void submit(cudaStream_t stream, const Span& span) = 0;

    BatchClock clock_;
};

/// Makes the baselines, without our own scans.
std::vector<std::unique_ptr<measure::ScanBaseline>> make_scan_baselines(std::shared_ptr<Runtime> runtime);

/// Makes one of our scans, timed like the baselines.
std::unique_ptr<measure::ScanBaseline> make_timed_scan(std::shared_ptr<Runtime> runtime,
                                                       std::unique_ptr<DeviceScan> scan);

}  // namespace winnow::cuda
