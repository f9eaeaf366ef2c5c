// Decoupled look-back (Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016):
// one pass, in which each tile publishes its own sum at once and then looks back over the sums of the tiles
// before it until it finds an inclusive prefix. It moves two words for each element, and no tile waits for
// the look-back of another.
#pragma once

#include "cuda/scan/grid/waiting.cuh"

namespace winnow::cuda {

// --- look-back -------------------------------------------------------------------------------------------

template <typename M>
struct LookBack {
    using T = typename M::Element;

    /// Returns the first lane for which `here` is true, or WARP if there is none.
    static __device__ uint first_lane(bool here) {
        const uint lanes = __ballot_sync(ALL_LANES, here);
        return lanes != 0 ? static_cast<uint>(__ffs(static_cast<int>(lanes)) - 1) : WARP;
    }

    /// The lanes look at one tile each, and take the tiles up to the nearest inclusive prefix or the first
    /// empty state.
    static __device__ Wait<T> look_back(const Pass<T>& pass, uint tile, uint spin_limit) {
        T after = M::identity();  // the sum of the tiles already taken, from `next` up to the tile
        uint next = tile;
        for (uint looks = 0; looks < spin_limit;) {
            TileState<T> state{INCLUSIVE_PREFIX, M::identity()};  // for lanes before the first tile
            if (lane() < next) state = read_tile_state(pass, next - 1 - lane());
            const uint prefix = first_lane(state.status == INCLUSIVE_PREFIX);
            const uint empty = first_lane(state.status == EMPTY);
            const uint taken = min(min(prefix + 1, empty), WARP);
            after = M::combine(warp_reduce<M>(lane() < taken ? state.value : M::identity()), after);
            if (prefix < empty) return {after, NO_TILE};
            next -= taken;
            looks = taken > 0 ? 0 : looks + 1;  // the tiles further back have not been polled yet
        }
        return {after, next - 1};
    }

    /// One thread calls it as soon as the tile's sum is known.
    static __device__ void publish_aggregate(const Pass<T>& pass, uint tile, T sum) {
        publish(pass, tile, tile == 0 ? INCLUSIVE_PREFIX : AGGREGATE, sum);
    }

    /// The first warp looks back for the whole block. Precondition: the tile's aggregate is published.
    template <typename Schedule>
    static __device__ void wait_for_prefix(const Pass<T>& pass, uint tile, T sum, Wait<T>& wait) {
        const Wait<T> found = look_back(pass, tile, Schedule::spin_limit);
        if (lane() != 0) return;
        wait = found;
        if (found.missing_tile == NO_TILE && tile > 0)
            publish(pass, tile, INCLUSIVE_PREFIX, M::combine(found.prefix_before, sum));
    }

    template <typename Schedule>
    static __device__ void publish_and_look_back(const Pass<T>& pass, const Span<T>& span, uint tile, T sum,
                                                 Wait<T>& wait) {
        if (threadIdx.x >= WARP) return;
        if (lane() == 0) {
            publish_aggregate(pass, tile, sum);
            order_before_stores(span);
        }
        wait_for_prefix<Schedule>(pass, tile, sum, wait);
    }

    /// Publishes the sum of another tile that did not arrive within the spin limit.
    static __device__ void fall_back(const Pass<T>& pass, uint target, T sum) {
        publish_if_empty(pass, target, target == 0 ? INCLUSIVE_PREFIX : AGGREGATE, sum);
    }
};

// --- the kernel ------------------------------------------------------------------------------------------

template <typename Block, typename Schedule>
__global__ void __launch_bounds__(Block::THREADS, TILE_BLOCKS)
    decoupled_lookback(Span<typename Block::T> span, Pass<typename Block::T> pass) {
    scan_one_tile<LookBack<typename Block::Monoid>, Block, Schedule>(span, pass);
}

// --- its launch ------------------------------------------------------------------------------------------

template <typename Block, typename Schedule>
class DecoupledLookback : public SinglePassScan<Block> {
    using T = typename Block::T;
    using SinglePassScan<Block>::SinglePassScan;

    void launch(uint blocks, cudaStream_t stream, const Span<T>& span, const Pass<T>& pass) override {
        decoupled_lookback<Block, Schedule><<<blocks, Block::THREADS, 0, stream>>>(span, pass);
        check_launch("decoupled_lookback");
    }
};

}  // namespace winnow::cuda
