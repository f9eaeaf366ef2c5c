// The hand-over and the timing that everything which is measured on CUDA's clock shares.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

#include "compact/benchmark_peer.h"
#include "cuda/base/event.h"
#include "cuda/runtime.h"

namespace winnow::cuda {

/// Times the runs of a batch together, between two events within one hand-over. The sweep ahead of the first
/// event keeps the GPU busy while they are queued.
class Peer : public BenchmarkPeer {
  public:
    explicit Peer(std::shared_ptr<Runtime> runtime);

    Availability offers(ScanType, std::uint64_t) const override { return Availability::yes(); }
    double run(const BenchmarkBatch& batch) override;

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

    std::shared_ptr<Runtime> runtime_;
    Event begin_, end_;
};

}  // namespace winnow::cuda
