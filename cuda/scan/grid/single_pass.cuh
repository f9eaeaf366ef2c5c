// What the single-pass strategies share. Neither CUDA nor OpenGL promises that a waiting block sees others
// progress, so none waits for ever: a tile that has waited long enough computes the missing sum itself.
// Elements are only read for that, so twice is harmless; when scanning in place a tile makes its sum known
// before its first store, and a sum computed in its stead is published only while that has not happened.
#pragma once

#include "cuda/scan/grid/descriptor.cuh"
#include "cuda/scan/grid/tile.cuh"

namespace winnow::cuda {

constexpr uint NO_TILE = 0xFFFFFFFF;

/// Looks at a tile's words before it gives up. One look takes half a microsecond or more.
constexpr uint PATIENCE = 1u << 14;

/// The scratch of a run; its words survive between runs. Of the tickets, run e uses number e % 2 and clears
/// the other.
template <typename T>
struct Pass {
    Descriptor<T>* tiles;
    uint* tickets;
    uint epoch;
};

constexpr uint TICKETS = 2;

/// Which tile a block takes, and what delays it. The shipped kernels use these two; tests have hostile ones.
struct ByIndex {  // nothing to wait for: the fastest where blocks start in the order of their index
    static constexpr uint patience = PATIENCE;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>&, std::uint64_t) {
        return blockIdx.x;
    }
    static __device__ void delay(uint) {}
};

struct ByTicket {  // in the order in which blocks start, whatever that is
    static constexpr uint patience = PATIENCE;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>& pass, std::uint64_t) {
        __shared__ uint ticket;
        if (threadIdx.x == 0) {
            ticket = atomicAdd(&pass.tickets[pass.epoch % TICKETS], 1u);
            if (ticket == 0) pass.tickets[(pass.epoch + 1) % TICKETS] = 0;
        }
        __syncthreads();
        return ticket;
    }
    static __device__ void delay(uint) {}
};

/// What the waiting of one tile came to: all that lies before it, or which tile's sum must be computed.
template <typename T>
struct Wait {
    T before;
    uint missing;  // NO_TILE: none
};

/// When scanning in place, what was published must be seen before what is stored.
template <typename T>
__device__ void order_before_stores(const Span<T>& span) {
    if (static_cast<const void*>(span.input) == span.output) __threadfence();
}

/// The one kernel of every single-pass strategy. The strategy publishes a tile's sum and waits for what lies
/// before it, or lends its sum to another tile.
template <typename Block, typename Strategy, typename Schedule>
__device__ void single_pass(const Span<typename Block::T>& span, const Pass<typename Block::T>& pass) {
    using T = typename Block::T;
    using Mover = TileMover<Block>;
    __shared__ typename Block::Shared memory;
    __shared__ Wait<T> wait;
    const std::uint64_t count = true_count(span.bound, span.count), tiles = tiles_of<Block::TILE>(count);
    const uint tile = Schedule::take_tile(pass, tiles);
    if (tile >= tiles) return;
    Schedule::delay(tile);
    T x[Block::ITEMS], sum;
    for (uint target = tile;;) {
        const std::uint64_t begin = std::uint64_t{target} * Block::TILE;
        Mover::load(span.input, begin, count, x);
        sum = Block::block_scan(memory, x, span.inclusive);
        if (target == tile) {
            Strategy::template publish_and_wait<Schedule>(pass, span, tile, sum, wait);
        } else if (threadIdx.x == 0) {
            Strategy::lend(pass, target, sum);
            wait.missing = tile;  // its own again
        }
        __syncthreads();
        const uint missing = wait.missing;
        if (missing == NO_TILE) break;
        __syncthreads();  // everyone has read it
        target = missing;
    }
    Mover::store(span.output, std::uint64_t{tile} * Block::TILE, count, wait.before, x);
    if (tile + 1 == tiles && threadIdx.x == 0 && span.total != nullptr)
        *span.total = Block::Monoid::combine(wait.before, sum);
}

}  // namespace winnow::cuda
