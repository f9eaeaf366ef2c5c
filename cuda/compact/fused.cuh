// Votes, scan and move in one pass: every tile counts its survivors, waits for the number of survivors before
// them like a tile of a single-pass scan, and packs them there. Order is kept, and the columns are read and
// written once.
#pragma once

#include "cuda/compact/common.cuh"
#include "cuda/scan/grid/waiting.cuh"

namespace winnow::cuda {

// --- waiting ---------------------------------------------------------------------------------------------

/// Strategy (Chain or LookBack) and Schedule are those of the scans. Votes are bits, so a fallback is quick:
/// the first warp computes the missing tile's sum.
template <typename Strategy, typename Schedule>
struct ByWaiting {
    struct Shared {
        uint sums[SECTIONS];
        Wait<uint> wait;
    };
    using Published = TileSums;
    Pass<uint> pass;
    uint* survivors;

    __device__ uint take_tile(uint tiles) const {
        __shared__ uint ticket;
        const uint tile = Schedule::take_tile(pass, tiles, ticket);
        Schedule::delay_tile(tile);
        return tile;
    }

    __device__ TileSums publish_sum(Shared& memory, const Tile& tile, uint sum) const {
        const TileSums sums = scan_sections(memory.sums, sum);
        if (threadIdx.x == 0) Strategy::publish_aggregate(pass, tile.number, sums.tile);
        return sums;
    }

    __device__ uint prefix_before(Shared& memory, const Tile& tile, TileSums sums) const {
        if (section() == 0) wait_for_prefix(memory.wait, tile, sums.tile);
        __syncthreads();
        const uint before = memory.wait.prefix_before;
        if (tile.number + 1 == tile.tiles && threadIdx.x == 0) *survivors = before + sums.tile;
        return before + sums.before;
    }

  private:
    /// The first warp calls it. If a tile does not arrive within the spin limit, it falls back and then waits
    /// again.
    __device__ void wait_for_prefix(Wait<uint>& wait, const Tile& tile, uint sum) const {
        for (;;) {
            Strategy::template wait_for_prefix<Schedule>(pass, tile.number, sum, wait);
            __syncwarp();
            const uint missing = wait.missing_tile;
            if (missing == NO_TILE) return;
            const uint missing_sum = tile_sum(tile, missing);
            if (lane() == 0) Strategy::fall_back(pass, missing, missing_sum);
            __syncwarp();
        }
    }

    static __device__ uint tile_sum(const Tile& tile, uint number) {
        uint sum = 0;
        for (uint i = lane() * WARP; i < COMPACT_TILE; i += WARP * WARP)
            sum += __popc(stored_votes(tile.votes, number * COMPACT_TILE + i, tile.count));
        return warp_reduce<SumOfWords>(sum);
    }
};

// --- launches --------------------------------------------------------------------------------------------

template <typename Strategy, typename Schedule>
class Fused : public DeviceCompaction {
  public:
    /// `first_epoch` is for tests of the epochs' wrap-around.
    explicit Fused(uint first_epoch = 1) : scratch_(first_epoch) {}

    VoteFormat vote_format() const override { return VoteFormat::bits; }
    void reserve(std::uint32_t bound) override { scratch_.reserve(compact_tiles(bound)); }
    void scan(cudaStream_t, const DeviceRequest&) override {}

    void move(cudaStream_t stream, const DeviceRequest& request) override {
        reserve(request.bound);
        launch_tiles<VoteBits>(stream, request,
                               ByWaiting<Strategy, Schedule>{scratch_.next(stream), request.survivors});
    }

  private:
    PassScratch<uint> scratch_;
};

}  // namespace winnow::cuda
