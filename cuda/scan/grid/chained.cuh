// The chained scan (StreamScan; Yan, Long and Zhang 2013): one pass, in which each tile waits for the prefix
// of the one before it. Moves two words for each element, but the prefixes form one serial chain.
//
// The textbook's version deadlocks when blocks are numbered by their index and a later one keeps an earlier
// one from starting. Here tiles are numbered by tickets in the order in which blocks start, and waiting is
// bounded.
#pragma once

#include "cuda/scan/grid/single_pass.cuh"

namespace winnow::cuda {

template <typename M>
struct Chain {
    using T = typename M::Element;

    /// A tile publishes its prefix alone.
    static __device__ void announce(const Pass<T>&, uint, T) {}

    /// The first thread waits for all.
    template <typename Schedule>
    static __device__ void wait_for_prefix(const Pass<T>& pass, uint tile, T sum, Wait<T>& wait) {
        if (threadIdx.x != 0) return;
        const Known<T> known = tile == 0 ? Known<T>{Status::prefix, M::identity()}
                                         : wait_for(pass, tile - 1, Schedule::patience);
        if (known.status == Status::empty) {
            wait.missing = first_unknown(pass, tile);
            return;
        }
        wait = {known.value, NO_TILE};
        publish(&pass.tiles[tile], pass.epoch, Status::prefix, M::combine(known.value, sum));
    }

    template <typename Schedule>
    static __device__ void publish_and_wait(const Pass<T>& pass, const Span<T>& span, uint tile, T sum,
                                            Wait<T>& wait) {
        wait_for_prefix<Schedule>(pass, tile, sum, wait);
        if (threadIdx.x == 0 && wait.missing == NO_TILE) order_before_stores(span);
    }

    /// The tile before `target` is known. The additions are those of the tile itself, in the same order.
    static __device__ void lend(const Pass<T>& pass, uint target, T sum) {
        const T before = target == 0 ? M::identity() : read(&pass.tiles[target - 1], pass.epoch).value;
        publish_if_empty(&pass.tiles[target], pass.epoch, Status::prefix, M::combine(before, sum));
    }

  private:
    static __device__ Known<T> wait_for(const Pass<T>& pass, uint tile, uint patience) {
        Known<T> known = read(&pass.tiles[tile], pass.epoch);
        for (uint looks = 1; looks < patience && known.status == Status::empty; ++looks)
            known = read(&pass.tiles[tile], pass.epoch);
        return known;
    }

    /// Behind the nearest tile before `tile` whose prefix is known.
    static __device__ uint first_unknown(const Pass<T>& pass, uint tile) {
        uint first = tile - 1;
        while (first > 0 && read(&pass.tiles[first - 1], pass.epoch).status == Status::empty) --first;
        return first;
    }
};

template <typename Block, typename Schedule>
__global__ void __launch_bounds__(Block::THREADS)
    chained(Span<typename Block::T> span, Pass<typename Block::T> pass) {
    single_pass<Block, Chain<typename Block::Monoid>, Schedule>(span, pass);
}

}  // namespace winnow::cuda
