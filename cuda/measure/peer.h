// Scans and copies that are measured on CUDA's clock.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "cuda/measure/batch_clock.h"
#include "measure/baseline.h"

namespace winnow::cuda {

class Peer : public measure::BenchmarkPeer {
  public:
    explicit Peer(std::shared_ptr<Runtime> runtime);

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
    /// What is not timed: allocations for runs of `span`, whose pointers are null.
    virtual void prepare(const Span&) {}
    virtual void submit(cudaStream_t stream, const Span& span) = 0;

    BatchClock clock_;
};

}  // namespace winnow::cuda
