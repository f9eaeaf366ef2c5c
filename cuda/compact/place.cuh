// Where a section's survivors go: the strategies. Each one offers
//   Shared      what it needs of shared memory
//   take_tile   which tile the block packs
//   announce    takes note of a section's sum, as early as can be; what it returns is handed to
//   before      how many records lie before the section's survivors in the destination
// All threads of a block call each of them once.
#pragma once

#include "cuda/compact/votes.cuh"
#include "cuda/scan/grid/waiting.cuh"

namespace winnow::cuda {

constexpr uint SECTIONS = COMPACT_THREADS / WARP;  // of a tile
constexpr uint COMPACT_TILE = SECTIONS * SECTION;  // records that a block packs
static_assert(COMPACT_THREADS % WARP == 0 && SECTIONS <= WARP, "one warp scans the sums of all");

inline __device__ uint section() {
    return threadIdx.x / WARP;
}

inline __host__ __device__ uint compact_tiles(uint records) {
    return static_cast<uint>(tiles_of<COMPACT_TILE>(records));
}

/// Who is to be packed, of the ring.
struct Input {
    const uint* votes;
    const uint* first;  // null: 0
    const uint* count;  // null: bound
    uint bound;

    __device__ uint true_count() const { return count != nullptr ? min(*count, bound) : bound; }
    __device__ uint first_of_ring(uint capacity) const { return first != nullptr ? *first % capacity : 0; }
};

/// What a block works on.
struct Spot {
    const uint* votes;
    uint count;
    uint tiles;
    uint tile;
    __device__ uint section_begin() const { return tile * COMPACT_TILE + section() * SECTION; }
};

/// The votes' scan says it: each of its elements stands for so many RECORDS.
template <uint RECORDS>
struct Scanned {
    struct Shared {};
    struct Announced {};
    const uint* offsets;

    __device__ uint take_tile(uint) const { return blockIdx.x; }
    __device__ Announced announce(Shared&, const Spot&, uint) const { return {}; }
    __device__ uint before(Shared&, const Spot& spot, Announced) const {
        const uint begin = spot.section_begin();
        return begin < spot.count ? offsets[begin / RECORDS] : 0;
    }
};

/// What a section knows of its tile.
struct TileSums {
    uint before;  // survivors of the sections before it
    uint tile;    // survivors of all
};

inline __device__ TileSums scan_sections(uint (&sums)[SECTIONS], uint sum) {
    if (lane() == 0) sums[section()] = sum;
    __syncthreads();
    const uint scanned = warp_scan<SumOfWords>(lane() < SECTIONS ? sums[lane()] : 0);
    return {__shfl_sync(ALL_LANES, shifted<SumOfWords>(scanned), section()),
            __shfl_sync(ALL_LANES, scanned, SECTIONS - 1)};
}

/// The tiles tell each other, in the one pass of a single-pass scan over their sums. Strategy and Schedule
/// are those of the scans. Votes are bits: the sum of a tile that is waited for too long is soon computed, by
/// the first warp.
template <typename Strategy, typename Schedule>
struct LookedBack {
    struct Shared {
        uint sums[SECTIONS];
        Wait<uint> wait;
    };
    using Announced = TileSums;
    Pass<uint> pass;
    uint* survivors;

    __device__ uint take_tile(uint tiles) const {
        const uint tile = Schedule::take_tile(pass, tiles);
        Schedule::delay_tile(tile);
        return tile;
    }

    __device__ TileSums announce(Shared& memory, const Spot& spot, uint sum) const {
        const TileSums sums = scan_sections(memory.sums, sum);
        if (threadIdx.x == 0) Strategy::publish_aggregate(pass, spot.tile, sums.tile);
        return sums;
    }

    __device__ uint before(Shared& memory, const Spot& spot, TileSums sums) const {
        if (section() == 0) wait_for_prefix(memory.wait, spot, sums.tile);
        __syncthreads();
        const uint before = memory.wait.prefix_before;
        if (spot.tile + 1 == spot.tiles && threadIdx.x == 0) *survivors = before + sums.tile;
        return before + sums.before;
    }

  private:
    /// By the first warp.
    __device__ void wait_for_prefix(Wait<uint>& wait, const Spot& spot, uint sum) const {
        for (;;) {
            Strategy::template wait_for_prefix<Schedule>(pass, spot.tile, sum, wait);
            __syncwarp();
            const uint missing = wait.missing_tile;
            if (missing == NO_TILE) return;
            const uint lent = tile_sum(spot, missing);
            if (lane() == 0) Strategy::fall_back(pass, missing, lent);
            __syncwarp();
        }
    }

    static __device__ uint tile_sum(const Spot& spot, uint tile) {
        uint sum = 0;
        for (uint i = lane() * WARP; i < COMPACT_TILE; i += WARP * WARP)
            sum += __popc(stored_votes(spot.votes, tile * COMPACT_TILE + i, spot.count));
        return warp_reduce<SumOfWords>(sum);
    }
};

/// Behind whoever came before: the survivors' word is the counter, which was 0.
struct Appended {
    struct Shared {
        uint sums[SECTIONS];
        uint before;
    };
    struct Announced {
        uint before_section;
        uint before_tile;  // in the first thread
    };
    uint* survivors;

    __device__ uint take_tile(uint) const { return blockIdx.x; }

    /// Nobody waits here for what the atomic addition returns.
    __device__ Announced announce(Shared& memory, const Spot&, uint sum) const {
        const TileSums sums = scan_sections(memory.sums, sum);
        uint before = 0;
        if (threadIdx.x == 0 && sums.tile > 0) before = atomicAdd(survivors, sums.tile);
        return {sums.before, before};
    }

    __device__ uint before(Shared& memory, const Spot&, Announced announced) const {
        if (threadIdx.x == 0) memory.before = announced.before_tile;
        __syncthreads();
        return memory.before + announced.before_section;
    }
};

}  // namespace winnow::cuda
