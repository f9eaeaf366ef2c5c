// How the tiles of a single pass wait for each other: the states that they publish, the schedule by which
// they are taken, and the fallback if a predecessor does not arrive.
//
// Neither CUDA nor OpenGL guarantees that a waiting block sees others progress, so no tile waits forever: a
// tile that has waited long enough falls back, which means that it computes the missing sum itself. A
// fallback only reads elements, so repeating the work is harmless. When scanning in place, a tile publishes
// its sum before its first store, and a fallback publishes a sum only while the tile's own state is empty.
//
// A kernel computes the sum of one target after another, beginning with its own tile, until none is missing:
//   uint target = tile;
//   do {
//       ...
//       publish_sum<Strategy, Schedule>(pass, span, tile, target, sum, wait);
//       target = next_target(wait);
//   } while (target != NO_TILE);
// Afterwards wait.prefix_before holds the sum of everything before its tile.
#pragma once

#include "cuda/base/device_array.h"
#include "cuda/scan/common.cuh"

namespace winnow::cuda {

// --- tile states -----------------------------------------------------------------------------------------

/// A tile has published nothing yet, the sum of its own elements, or the sum of all elements up to its end.
enum Status : uint { EMPTY = 0, AGGREGATE = 1, INCLUSIVE_PREFIX = 2 };

template <typename T>
struct TileState {
    Status status;
    T value;
};

constexpr uint STATUS_BITS = 2;
/// The last epoch; the first is 1. Before the epochs wrap around, the descriptors are cleared.
constexpr uint LAST_EPOCH = (1u << (32 - STATUS_BITS)) - 1;

/// A tile's state in memory. Each word holds 32 bits of a value and a tag of the run's epoch and the status.
/// So value and status arrive together, the value keeps all its bits, and states of earlier runs need no
/// clearing, because their epoch differs. If a value takes several words, the aggregate and the inclusive
/// prefix have words of their own, and the prefix never replaces the aggregate. Otherwise a tile that stops
/// between two words of its prefix would leave neither whole, and no fallback could publish the aggregate
/// again.
template <typename T>
struct Descriptor {
    static constexpr uint VALUE_WORDS = sizeof(T) / sizeof(uint);
    static constexpr uint WORDS = VALUE_WORDS == 1 ? 1 : 2 * VALUE_WORDS;
    unsigned long long words[WORDS];

    /// Returns the first of the words that hold the sum of this status.
    __device__ unsigned long long* words_of(Status status) {
        return words + (status == INCLUSIVE_PREFIX ? WORDS - VALUE_WORDS : 0);
    }
};

/// The scratch of a run; its words survive between runs. Run e takes its tickets from counter e % 2 and
/// clears the other counter.
template <typename T>
struct Pass {
    Descriptor<T>* tiles;
    uint* tickets;
    uint epoch;
};

constexpr uint TICKETS = 2;

inline __device__ uint tag(uint epoch, Status status) {
    return epoch << STATUS_BITS | status;
}

inline __device__ unsigned long long tagged(uint half, uint tag) {
    return static_cast<unsigned long long>(tag) << 32 | half;
}

inline __device__ unsigned long long read_word(const unsigned long long* word) {
    unsigned long long value;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    return value;
}

/// Reads the sum at these words. Returns the state as empty if they do not match because one of them is just
/// being published.
template <typename T>
__device__ TileState<T> read_words(const Pass<T>& pass, const unsigned long long* words) {
    constexpr uint WORDS = Descriptor<T>::VALUE_WORDS;
    uint halves[WORDS], found = 0;
    bool whole = true;
#pragma unroll
    for (uint w = 0; w < WORDS; ++w) {
        const unsigned long long word = read_word(&words[w]);
        const uint tag = static_cast<uint>(word >> 32);
        halves[w] = static_cast<uint>(word);
        whole = whole && (w == 0 || tag == found);
        found = tag;
    }
    TileState<T> state{EMPTY, {}};
    if (!whole || found >> STATUS_BITS != pass.epoch) return state;
    state.status = static_cast<Status>(found & ((1u << STATUS_BITS) - 1));
    memcpy(&state.value, halves, sizeof(T));
    return state;
}

/// Returns the inclusive prefix if it is published, or else the aggregate or an empty state.
template <typename T>
__device__ TileState<T> read_tile_state(const Pass<T>& pass, uint tile) {
    Descriptor<T>& descriptor = pass.tiles[tile];
    const TileState<T> prefix = read_words(pass, descriptor.words_of(INCLUSIVE_PREFIX));
    if (Descriptor<T>::VALUE_WORDS == 1 || prefix.status != EMPTY) return prefix;
    return read_words(pass, descriptor.words_of(AGGREGATE));
}

/// Publishes by exchanges: with plain stores 2^28 elements took 776 us on an H200, not 567 us. Plain stores
/// seem to queue behind the tiles that the multiprocessor is writing out.
template <typename T>
__device__ void publish(const Pass<T>& pass, uint tile, Status status, T value) {
    constexpr uint WORDS = Descriptor<T>::VALUE_WORDS;
    unsigned long long* words = pass.tiles[tile].words_of(status);
    uint halves[WORDS];
    memcpy(halves, &value, sizeof(T));
#pragma unroll
    for (uint w = 0; w < WORDS; ++w) atomicExch(&words[w], tagged(halves[w], tag(pass.epoch, status)));
}

/// Publishes on behalf of another tile. That tile's own word always wins: a word is written only if it holds
/// nothing of this run. Status and value must be what the tile itself would publish first.
template <typename T>
__device__ void publish_if_empty(const Pass<T>& pass, uint tile, Status status, T value) {
    constexpr uint WORDS = Descriptor<T>::VALUE_WORDS;
    unsigned long long* words = pass.tiles[tile].words_of(status);
    uint halves[WORDS];
    memcpy(halves, &value, sizeof(T));
    __threadfence();  // orders the reads that the value depends on before publishing
#pragma unroll
    for (uint w = 0; w < WORDS; ++w) {
        const unsigned long long stands = read_word(&words[w]);
        if (stands >> (32 + STATUS_BITS) != pass.epoch)
            atomicCAS(&words[w], stands, tagged(halves[w], tag(pass.epoch, status)));
    }
}

// --- schedules -------------------------------------------------------------------------------------------

constexpr uint NO_TILE = 0xFFFFFFFF;

/// Polls of a tile's state before a waiting tile falls back. One poll takes half a microsecond or more.
constexpr uint SPIN_LIMIT = 1u << 14;

/// A schedule decides which tile a block takes, what delays it, and how long it waits. The shipped kernels
/// use the two below; tests have hostile ones. `ticket` is a word of the block's shared memory.
struct ByIndex {  // tiles by block index: the fastest if blocks start in that order
    static constexpr uint spin_limit = SPIN_LIMIT;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>&, std::uint64_t, uint&) {
        return blockIdx.x;
    }
    static __device__ void delay_tile(uint) {}
};

struct ByTicket {  // tiles in the order in which blocks start, whatever that order is
    static constexpr uint spin_limit = SPIN_LIMIT;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>& pass, std::uint64_t, uint& ticket) {
        if (threadIdx.x == 0) {
            ticket = atomicAdd(&pass.tickets[pass.epoch % TICKETS], 1u);
            if (ticket == 0) pass.tickets[(pass.epoch + 1) % TICKETS] = 0;
        }
        __syncthreads();
        return ticket;
    }
    static __device__ void delay_tile(uint) {}
};

// --- waiting ---------------------------------------------------------------------------------------------

/// The result of one tile's wait, for all threads of its block.
template <typename T>
struct Wait {
    T prefix_before;    // the sum of all elements before the tile
    uint missing_tile;  // the tile to compute first; NO_TILE: none, and prefix_before is valid
};

// A strategy (decoupled_lookback.cuh, chained.cuh) offers
//   publish_aggregate       publishes the tile's own sum, if the strategy uses it; one thread calls it
//   wait_for_prefix         looks back; sets prefix_before and publishes the tile's inclusive prefix, or sets
//                           missing_tile. The first warp calls it
//   publish_and_look_back   does both, for a block that will store; all threads call it
//   fall_back               publishes the sum of another tile on its behalf; one thread calls it

/// When scanning in place, other blocks must see the published state before the stored elements.
template <typename T>
__device__ void order_before_stores(const Span<T>& span) {
    if (static_cast<const void*>(span.input) == span.output) __threadfence();
}

/// Publishes the target's sum. If the target is the block's own tile, the block then waits for its prefix;
/// otherwise it has fallen back for another tile, and returns to its own.
template <typename Strategy, typename Schedule, typename T>
__device__ void publish_sum(const Pass<T>& pass, const Span<T>& span, uint tile, uint target, T sum,
                            Wait<T>& wait) {
    if (target == tile) {
        Strategy::template publish_and_look_back<Schedule>(pass, span, tile, sum, wait);
    } else if (threadIdx.x == 0) {
        Strategy::fall_back(pass, target, sum);
        wait.missing_tile = tile;
    }
}

/// Returns the tile whose sum the block must compute next, or NO_TILE if nothing is missing.
template <typename T>
__device__ uint next_target(const Wait<T>& wait) {
    __syncthreads();
    const uint target = wait.missing_tile;
    if (target != NO_TILE) __syncthreads();  // every thread has read it
    return target;
}

/// A block of the kernels of the scans in one pass: reads and writes one tile.
template <typename Strategy, typename Block, typename Schedule>
__device__ void scan_one_tile(const Span<typename Block::T>& span, const Pass<typename Block::T>& pass) {
    using T = typename Block::T;
    __shared__ uint ticket;
    __shared__ typename Block::Shared memory;
    __shared__ Wait<T> wait;
    const std::uint64_t count = true_count(span.bound, span.count), tiles = tiles_of<Block::TILE>(count);
    const uint tile = Schedule::take_tile(pass, tiles, ticket);
    if (tile >= tiles) return;
    Schedule::delay_tile(tile);
    T x[Block::ITEMS], sum;
    uint target = tile;
    do {
        load_tile<Block>(span.input, std::uint64_t{target} * Block::TILE, count, x);
        sum = Block::block_scan(memory, x, span.inclusive);
        publish_sum<Strategy, Schedule>(pass, span, tile, target, sum, wait);
        target = next_target(wait);
    } while (target != NO_TILE);
    store_tile<Block>(span.output, std::uint64_t{tile} * Block::TILE, count, wait.prefix_before, x);
    if (tile + 1 == tiles && threadIdx.x == 0 && span.total != nullptr)
        *span.total = Block::Monoid::combine(wait.prefix_before, sum);
}

// --- on the host -----------------------------------------------------------------------------------------

/// The scratch of single passes, kept between runs.
template <typename T>
class PassScratch {
  public:
    /// `first_epoch` is for tests of the epochs' wrap-around.
    explicit PassScratch(uint first_epoch = 1) : epoch_(first_epoch) {}

    void reserve(std::uint64_t tiles) {
        if (tiles <= tiles_.count()) return;
        if (tickets_.count() == 0) tickets_ = DeviceArray<uint>(TICKETS);  // either may fail
        tiles_ = DeviceArray<Descriptor<T>>(tiles);
        cleared_ = false;
    }

    /// Returns the scratch of the next run, which must be submitted to the stream.
    Pass<T> next(cudaStream_t stream) {
        if (epoch_ > LAST_EPOCH) {
            epoch_ = 1;
            cleared_ = false;
        }
        if (!cleared_) clear(stream);
        return {tiles_.data(), tickets_.data(), epoch_++};
    }

  private:
    /// No epoch is 0, so cleared words belong to no run.
    void clear(cudaStream_t stream) {
        check(cudaMemsetAsync(tiles_.data(), 0, tiles_.count() * sizeof(Descriptor<T>), stream),
              "cudaMemsetAsync");
        check(cudaMemsetAsync(tickets_.data(), 0, TICKETS * sizeof(uint), stream), "cudaMemsetAsync");
        cleared_ = true;
    }

    DeviceArray<Descriptor<T>> tiles_;
    DeviceArray<uint> tickets_;
    uint epoch_;
    bool cleared_ = false;
};

/// A scan in one pass. A strategy launches its kernel with one block for each tile of the bound.
template <typename Block>
class SinglePassScan : public DeviceScan {
  public:
    using T = typename Block::T;

    /// `first_epoch` is for tests of the epochs' wrap-around.
    explicit SinglePassScan(uint first_epoch = 1) : scratch_(first_epoch) {}

    void reserve(std::uint64_t bound) override { scratch_.reserve(tiles_of<Block::TILE>(bound)); }

    void run(cudaStream_t stream, const Elements& elements, Kind kind) override {
        reserve(elements.bound);
        const auto blocks = static_cast<uint>(tiles_of<Block::TILE>(elements.bound));
        launch(blocks, stream, span_of<T>(elements, kind), scratch_.next(stream));
    }

    /// Does nothing: the scratch must survive between runs.
    void poison_scratch(cudaStream_t, std::uint32_t) override {}

    std::uint64_t tile() const override { return Block::TILE; }

  private:
    virtual void launch(uint blocks, cudaStream_t stream, const Span<T>& span, const Pass<T>& pass) = 0;

    PassScratch<T> scratch_;
};

}  // namespace winnow::cuda
