// Votes, scan and move in one pass: one kernel, in which the tiles look back over each other's sums.
#pragma once

#include "cuda/compact/tile.cuh"
#include "cuda/scan/grid/waiting.cuh"

namespace winnow::cuda {

template <typename Strategy, typename Schedule>
class Fused : public DeviceCompaction {
  public:
    /// `first_epoch` is for tests, which let the epochs end.
    explicit Fused(uint first_epoch = 1) : scratch_(first_epoch) {}

    VoteFormat vote_format() const override { return VoteFormat::bits; }
    void reserve(std::uint32_t bound) override { scratch_.reserve(compact_tiles(bound)); }
    void scan(cudaStream_t, const DeviceRequest&) override {}

    void move(cudaStream_t stream, const DeviceRequest& request) override {
        reserve(request.bound);
        launch_tiles<VoteBits>(stream, request,
                               LookedBack<Strategy, Schedule>{scratch_.next(stream), request.survivors});
    }

  private:
    PassScratch<uint> scratch_;
};

}  // namespace winnow::cuda
