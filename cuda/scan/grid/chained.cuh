// The chained scan (StreamScan; Yan, Long and Zhang 2013): one pass, in which each tile waits for the
// inclusive prefix of the tile before it. It moves two words for each element, but the prefixes form one
// serial chain.
//
// The textbook's version deadlocks if tiles are numbered by block index and a later block keeps an earlier
// one from starting. Here tiles are numbered by tickets in the order in which blocks start, and waiting is
// bounded.
#pragma once

#include "cuda/scan/grid/waiting.cuh"

namespace winnow::cuda {

// --- the chain -------------------------------------------------------------------------------------------

template <typename M>
struct Chain {
    using T = typename M::Element;

    static __device__ TileState<T> wait_for(const Pass<T>& pass, uint tile, uint spin_limit) {
        TileState<T> state = read_tile_state(pass, tile);
        for (uint looks = 1; looks < spin_limit && state.status == EMPTY; ++looks)
            state = read_tile_state(pass, tile);
        return state;
    }

    /// Returns the tile after the nearest tile before `tile` whose prefix is published.
    static __device__ uint first_unpublished(const Pass<T>& pass, uint tile) {
        uint first = tile - 1;
        while (first > 0 && read_tile_state(pass, first - 1).status == EMPTY) --first;
        return first;
    }

    /// Does nothing: a tile publishes only its inclusive prefix.
    static __device__ void publish_aggregate(const Pass<T>&, uint, T) {}

    /// The first thread waits for the whole block.
    template <typename Schedule>
    static __device__ void wait_for_prefix(const Pass<T>& pass, uint tile, T sum, Wait<T>& wait) {
        if (threadIdx.x != 0) return;
        const TileState<T> state = tile == 0 ? TileState<T>{INCLUSIVE_PREFIX, M::identity()}
                                             : wait_for(pass, tile - 1, Schedule::spin_limit);
        if (state.status == EMPTY) {
            wait.missing_tile = first_unpublished(pass, tile);
            return;
        }
        wait = {state.value, NO_TILE};
        publish(pass, tile, INCLUSIVE_PREFIX, M::combine(state.value, sum));
    }

    /// Looks back one tile, and publishes before the first store.
    template <typename Schedule>
    static __device__ void publish_and_look_back(const Pass<T>& pass, const Span<T>& span, uint tile, T sum,
                                                 Wait<T>& wait) {
        if (threadIdx.x != 0) return;
        wait_for_prefix<Schedule>(pass, tile, sum, wait);
        if (wait.missing_tile == NO_TILE) order_before_stores(span);
    }

    /// Publishes the prefix of another tile that did not arrive within the spin limit. Precondition: the
    /// state of the tile before it is not empty. The additions are those of that tile, in the same order.
    static __device__ void fall_back(const Pass<T>& pass, uint target, T sum) {
        const T before = target == 0 ? M::identity() : read_tile_state(pass, target - 1).value;
        publish_if_empty(pass, target, INCLUSIVE_PREFIX, M::combine(before, sum));
    }
};

// --- the kernel ------------------------------------------------------------------------------------------

template <typename Block, typename Schedule>
__global__ void __launch_bounds__(Block::THREADS)
    chained(Span<typename Block::T> span, Pass<typename Block::T> pass) {
    scan_one_tile<Chain<typename Block::Monoid>, Block, Schedule>(span, pass);
}

// --- its launch ------------------------------------------------------------------------------------------

template <typename Block, typename Schedule>
class Chained : public SinglePassScan<Block> {
    using T = typename Block::T;
    using SinglePassScan<Block>::SinglePassScan;

    void launch(uint blocks, cudaStream_t stream, const Span<T>& span, const Pass<T>& pass) override {
        chained<Block, Schedule><<<blocks, Block::THREADS, 0, stream>>>(span, pass);
        check_launch("chained");
    }
};

}  // namespace winnow::cuda
