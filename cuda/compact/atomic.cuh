// The unordered append, the baseline of compaction, in its best form: one atomic addition per block, and the
// same move. The tiles are packed in the order in which they arrive; within a tile order is kept.
#pragma once

#include "cuda/compact/common.cuh"

namespace winnow::cuda {

// --- appending -------------------------------------------------------------------------------------------

/// The counter is the word of the survivors; it begins at 0.
struct ByCounter {
    struct Shared {
        uint sums[SECTIONS];
        uint before;
    };
    struct Published {
        uint before_section;
        uint before_tile;  // valid in the first thread
    };
    uint* survivors;

    __device__ uint take_tile(uint) const { return blockIdx.x; }

    /// The result of the atomic addition is not used here, so no thread waits for it yet.
    __device__ Published publish_sum(Shared& memory, const Tile&, uint sum) const {
        const TileSums sums = scan_sections(memory.sums, sum);
        uint before = 0;
        if (threadIdx.x == 0 && sums.tile > 0) before = atomicAdd(survivors, sums.tile);
        return {sums.before, before};
    }

    __device__ uint prefix_before(Shared& memory, const Tile&, Published published) const {
        if (threadIdx.x == 0) memory.before = published.before_tile;
        __syncthreads();
        return memory.before + published.before_section;
    }
};

// --- launches --------------------------------------------------------------------------------------------

class Atomic : public DeviceCompaction {
  public:
    VoteFormat vote_format() const override { return VoteFormat::bits; }
    void reserve(std::uint32_t) override {}

    void scan(cudaStream_t stream, const DeviceRequest& request) override {
        check(cudaMemsetAsync(request.survivors, 0, sizeof *request.survivors, stream), "cudaMemsetAsync");
    }

    void move(cudaStream_t stream, const DeviceRequest& request) override {
        if (request.bound > 0) launch_tiles<VoteBits>(stream, request, ByCounter{request.survivors});
    }
};

}  // namespace winnow::cuda
