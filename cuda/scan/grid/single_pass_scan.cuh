// The host's side of the strategies that move every element once.
#pragma once

#include "cuda/scan/grid/chained.cuh"
#include "cuda/scan/grid/decoupled_lookback.cuh"
#include "cuda/scan/grid/hierarchical.cuh"
#include "cuda/scan/grid/pass_scratch.cuh"

namespace winnow::cuda {

template <typename T>
using SinglePassKernel = void (*)(Span<T>, Pass<T>);

template <typename Block>
class SinglePassScan : public DeviceScan {
  public:
    using T = typename Block::T;

    /// `first_epoch` is for tests, which let the epochs end.
    explicit SinglePassScan(SinglePassKernel<T> kernel, const char* name, uint first_epoch = 1)
        : kernel_(kernel), name_(name), scratch_(first_epoch) {}

    void reserve(std::uint64_t bound) override { scratch_.reserve(tiles_of<Block::TILE>(bound)); }

    void run(cudaStream_t stream, const Elements& elements, Kind kind) override {
        reserve(elements.bound);
        const auto blocks = static_cast<uint>(tiles_of<Block::TILE>(elements.bound));
        kernel_<<<blocks, Block::THREADS, 0, stream>>>(span_of<T>(elements, kind), scratch_.next(stream));
        check_launch(name_);
    }

    /// Its scratch must survive between runs.
    void poison_scratch(cudaStream_t, std::uint32_t) override {}

    std::uint64_t tile() const override { return Block::TILE; }

  private:
    SinglePassKernel<T> kernel_;
    const char* name_;
    PassScratch<T> scratch_;
};

}  // namespace winnow::cuda
