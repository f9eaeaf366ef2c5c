// The scratch of single passes, as the host keeps it from run to run.
#pragma once

#include "cuda/base/device_array.h"
#include "cuda/scan/grid/single_pass.cuh"

namespace winnow::cuda {

template <typename T>
class PassScratch {
  public:
    /// `first_epoch` is for tests, which let the epochs end.
    explicit PassScratch(uint first_epoch = 1) : epoch_(first_epoch) {}

    void reserve(std::uint64_t tiles) {
        if (tiles <= tiles_.count()) return;
        if (tickets_.count() == 0) tickets_ = DeviceArray<uint>(TICKETS);  // first: either may be refused
        tiles_ = DeviceArray<Descriptor<T>>(tiles);
        cleared_ = false;
    }

    /// For the next run, which must be submitted to the stream.
    Pass<T> next(cudaStream_t stream) {
        if (epoch_ > LAST_EPOCH) {
            epoch_ = 1;
            cleared_ = false;
        }
        if (!cleared_) clear(stream);
        return {tiles_.data(), tickets_.data(), epoch_++};
    }

  private:
    /// No epoch is 0, so that cleared words are of no run.
    void clear(cudaStream_t stream) {
        check(cudaMemsetAsync(tiles_.data(), 0, tiles_.count() * sizeof(Descriptor<T>), stream),
              "cudaMemsetAsync");
        check(cudaMemsetAsync(tickets_.data(), 0, TICKETS * sizeof(uint), stream), "cudaMemsetAsync");
        cleared_ = true;
    }

    DeviceArray<Descriptor<T>> tiles_;
    DeviceArray<uint> tickets_;
    uint epoch_;
    bool cleared_ = false;
};

}  // namespace winnow::cuda
