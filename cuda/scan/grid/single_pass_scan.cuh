// The host's side of the strategies that move every element once.
#pragma once

#include "cuda/base/device_array.h"
#include "cuda/scan/grid/chained.cuh"
#include "cuda/scan/grid/decoupled_lookback.cuh"
#include "cuda/scan/grid/hierarchical.cuh"

namespace winnow::cuda {

template <typename T>
using SinglePassKernel = void (*)(Span<T>, Pass<T>);

template <typename Block>
class SinglePassScan : public DeviceScan {
  public:
    using T = typename Block::T;

    /// `first_epoch` is for tests, which let the epochs end.
    explicit SinglePassScan(SinglePassKernel<T> kernel, const char* name, uint first_epoch = 1)
        : kernel_(kernel), name_(name), epoch_(first_epoch) {}

    void reserve(std::uint64_t bound) override {
        const std::uint64_t tiles = tiles_of<Block::TILE>(bound);
        if (tiles <= tiles_.count()) return;
        tiles_ = DeviceArray<Descriptor<T>>(tiles);
        if (tickets_.count() == 0) tickets_ = DeviceArray<uint>(TICKETS);
        cleared_ = false;
    }

    void run(cudaStream_t stream, const Elements& elements, Kind kind) override {
        reserve(elements.bound);
        if (epoch_ > LAST_EPOCH) {
            epoch_ = 1;
            cleared_ = false;
        }
        if (!cleared_) clear(stream);
        const auto blocks = static_cast<uint>(tiles_of<Block::TILE>(elements.bound));
        kernel_<<<blocks, Block::THREADS, 0, stream>>>(span_of<T>(elements, kind),
                                                       {tiles_.data(), tickets_.data(), epoch_});
        check_launch(name_);
        ++epoch_;
    }

    /// Its scratch must survive between runs.
    void poison_scratch(cudaStream_t, std::uint32_t) override {}

    std::uint64_t tile() const override { return Block::TILE; }

  private:
    /// No epoch is 0, so that cleared words are of no run.
    void clear(cudaStream_t stream) {
        check(cudaMemsetAsync(tiles_.data(), 0, tiles_.count() * sizeof(Descriptor<T>), stream),
              "cudaMemsetAsync");
        check(cudaMemsetAsync(tickets_.data(), 0, TICKETS * sizeof(uint), stream), "cudaMemsetAsync");
        cleared_ = true;
    }

    SinglePassKernel<T> kernel_;
    const char* name_;
    DeviceArray<Descriptor<T>> tiles_;
    DeviceArray<uint> tickets_;
    uint epoch_;
    bool cleared_ = false;
};

}  // namespace winnow::cuda
