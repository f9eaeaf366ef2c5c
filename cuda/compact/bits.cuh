// Compaction with one bit per vote: it scans the words' popcounts, 1/32 of what staged scans, and then moves
// every column.
#pragma once

#include <utility>

#include "cuda/base/grid.h"
#include "cuda/compact/common.cuh"

namespace winnow::cuda {

// --- popcounts -------------------------------------------------------------------------------------------

/// Counts the survivors of every word up to the bound; votes from the count on are ignored.
static __global__ void __launch_bounds__(COMPACT_THREADS) popcounts(Input input, uint* counts, uint words) {
    const uint count = input.true_count();
    for (uint w = blockIdx.x * blockDim.x + threadIdx.x; w < words; w += gridDim.x * blockDim.x)
        counts[w] = __popc(stored_votes(input.votes, w * WARP, count));
}

// --- launches --------------------------------------------------------------------------------------------

class Bits : public DeviceCompaction {
  public:
    explicit Bits(std::unique_ptr<DeviceScan> scan) : scan_(std::move(scan)) {}

    VoteFormat vote_format() const override { return VoteFormat::bits; }
    std::uint64_t offset_words(std::uint32_t bound) const override {
        return vote_words(VoteFormat::bits, bound);
    }
    void reserve(std::uint32_t bound) override { scan_->reserve(offset_words(bound)); }

    void scan(cudaStream_t stream, const DeviceRequest& request) override {
        const std::uint64_t words = offset_words(request.bound);
        if (words > 0) count(stream, request, static_cast<uint>(words));
        scan_->run(stream, {request.offsets, request.offsets, words, nullptr, request.survivors},
                   Kind::exclusive);
    }

    void move(cudaStream_t stream, const DeviceRequest& request) override {
        if (request.bound > 0) launch_tiles<VoteBits>(stream, request, ByOffsets<WARP>{request.offsets});
    }

    void poison_scratch(cudaStream_t stream, std::uint32_t word) override {
        scan_->poison_scratch(stream, word);
    }

  private:
    void count(cudaStream_t stream, const DeviceRequest& request, uint words) {
        const uint blocks = grid_for((words + COMPACT_THREADS - 1) / COMPACT_THREADS, resident_);
        popcounts<<<blocks, COMPACT_THREADS, 0, stream>>>(input_of(request), request.offsets, words);
        check_launch("popcounts");
    }

    std::unique_ptr<DeviceScan> scan_;
    const uint resident_ = resident_blocks(popcounts, COMPACT_THREADS);
};

}  // namespace winnow::cuda
