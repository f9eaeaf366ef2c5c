// Decoupled look-back (Merrill and Garland, 2016): one pass, in which each tile publishes its own sum at once
// and then looks back over the sums of the tiles before it until it finds a prefix. Moves two words for each
// element, and no tile waits for the look-back of another.
#pragma once

#include "cuda/scan/grid/single_pass.cuh"
#include "cuda/scan/warp.cuh"

namespace winnow::cuda {

template <typename M>
struct LookBack {
    using T = typename M::Element;

    /// By one thread, as soon as the sum is known.
    static __device__ void announce(const Pass<T>& pass, uint tile, T sum) {
        publish(&pass.tiles[tile], pass.epoch, tile == 0 ? Status::prefix : Status::aggregate, sum);
    }

    /// By the first warp, which looks back for all.
    template <typename Schedule>
    static __device__ void wait_for_prefix(const Pass<T>& pass, uint tile, T sum, Wait<T>& wait) {
        const Wait<T> found = look_back(pass, tile, Schedule::patience);
        if (lane() != 0) return;
        wait = found;
        if (found.missing == NO_TILE && tile > 0)
            publish(&pass.tiles[tile], pass.epoch, Status::prefix, M::combine(found.before, sum));
    }

    template <typename Schedule>
    static __device__ void publish_and_wait(const Pass<T>& pass, const Span<T>& span, uint tile, T sum,
                                            Wait<T>& wait) {
        if (threadIdx.x >= WARP) return;
        if (lane() == 0) {
            announce(pass, tile, sum);
            order_before_stores(span);
        }
        wait_for_prefix<Schedule>(pass, tile, sum, wait);
    }

    static __device__ void lend(const Pass<T>& pass, uint target, T sum) {
        publish_if_empty(&pass.tiles[target], pass.epoch, target == 0 ? Status::prefix : Status::aggregate,
                         sum);
    }

  private:
    /// The lanes look at as many tiles at once, and take those up to the nearest prefix or the first that is
    /// empty.
    static __device__ Wait<T> look_back(const Pass<T>& pass, uint tile, uint patience) {
        T after = M::identity();  // of the tiles already taken, from `next` up to the tile
        uint next = tile;
        for (uint looks = 0; looks < patience;) {
            Known<T> known{Status::prefix, M::identity()};  // before the first tile lies nothing
            if (lane() < next) known = read(&pass.tiles[next - 1 - lane()], pass.epoch);
            const uint prefix = first_lane(known.status == Status::prefix);
            const uint empty = first_lane(known.status == Status::empty);
            const uint taken = min(min(prefix + 1, empty), WARP);
            after = M::combine(warp_reduce<M>(lane() < taken ? known.value : M::identity()), after);
            if (prefix < empty) return {after, NO_TILE};
            next -= taken;
            looks = taken > 0 ? 0 : looks + 1;  // those further back have not been looked at
        }
        return {after, next - 1};
    }

    /// WARP if there is none.
    static __device__ uint first_lane(bool here) {
        const uint lanes = __ballot_sync(ALL_LANES, here);
        return lanes != 0 ? static_cast<uint>(__ffs(static_cast<int>(lanes)) - 1) : WARP;
    }
};

template <typename Block, typename Schedule>
__global__ void __launch_bounds__(Block::THREADS, TILE_BLOCKS)
    decoupled_lookback(Span<typename Block::T> span, Pass<typename Block::T> pass) {
    single_pass<Block, LookBack<typename Block::Monoid>, Schedule>(span, pass);
}

}  // namespace winnow::cuda
