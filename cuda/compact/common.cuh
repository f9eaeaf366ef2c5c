// The common words of all compactions: columns, votes and their ranks, and the one kernel that packs. In it a
// block packs a tile, and each of its warps a section of the tile. A compaction (staged, bits, fused, atomic)
// says how the votes are stored, and how many records lie before a section's survivors (its placing).
#pragma once

#include <cstdint>
#include <stdexcept>

#include "cuda/base/check.h"
#include "cuda/compact/device_compaction.h"
#include "cuda/scan/common.cuh"

namespace winnow::cuda {

using SumOfWords = Monoid<uint, Operator::add>;

// --- tuning ----------------------------------------------------------------------------------------------
// Loads and stores have no hints for the caches: with streaming ones 16 M records of 48 bytes, half of them
// surviving, took 1.1 times as long on an H200.

constexpr uint COMPACT_THREADS = 256;
constexpr uint COMPACT_BLOCKS = 4;  // a multiprocessor shall hold at least; that bounds the registers
/// Rows of 32 records that a warp packs: one word of votes each, and one lane of the warp for each word.
constexpr uint SECTION_ROWS = 8;
/// Loads of 16 bytes that a thread has on their way before it stores the first.
constexpr uint LOADS_IN_FLIGHT = 6;
/// True: a warp's stores begin at whole 512 bytes of the destination. Then nothing is loaded before the
/// section's place is known; else the first loads are on their way while the tiles before are waited for.
constexpr bool ALIGNED_STORES = true;

constexpr uint SECTION = SECTION_ROWS * WARP;      // records of a warp
constexpr uint SECTIONS = COMPACT_THREADS / WARP;  // of a tile
constexpr uint COMPACT_TILE = SECTIONS * SECTION;  // records of a block
static_assert(SECTION_ROWS <= WARP, "each row's word has a lane");
static_assert(COMPACT_THREADS % WARP == 0 && SECTIONS <= WARP, "one warp scans the sums of all");

// --- columns ---------------------------------------------------------------------------------------------

/// The records' columns: a ring to read from, and memory to pack into. Exactly COLUMNS pointers, since a
/// kernel's arguments hold no std::array.
template <uint COLUMNS>
struct Columns {
    const uint4* source[COLUMNS];
    uint4* destination[COLUMNS];
    uint capacity;  // of each
};

template <uint COLUMNS>
Columns<COLUMNS> columns_of(const DeviceRequest& request) {
    Columns<COLUMNS> columns{};
    for (uint c = 0; c < COLUMNS; ++c) {
        columns.source[c] = reinterpret_cast<const uint4*>(request.columns[c].source);
        columns.destination[c] = reinterpret_cast<uint4*>(request.columns[c].destination);
    }
    columns.capacity = request.capacity;
    return columns;
}

/// (a + b) mod capacity, if both are at most the capacity and one is less.
inline __device__ uint ring_place(uint a, uint b, uint capacity) {
    const uint index = a + b;
    return index < capacity ? index : index - capacity;
}

// --- votes: one word of bits for each row of a section, in the lane of the row's number ------------------

/// The votes by logical index, and where the records begin in the ring.
struct Input {
    const uint* votes;
    const uint* first;  // null: 0
    const uint* count;  // null: bound
    uint bound;

    __device__ uint true_count() const { return count != nullptr ? min(*count, bound) : bound; }
    __device__ uint first_of_ring(uint capacity) const { return first != nullptr ? *first % capacity : 0; }
};

inline Input input_of(const DeviceRequest& request) {
    return {request.votes, request.first, request.count, request.bound};
}

/// The votes of records [i, i + 32) as bits; none from the count on. `i` is a multiple of 32.
inline __device__ uint stored_votes(const uint* votes, uint i, uint count) {
    if (i >= count) return 0;
    const uint left = count - i, word = votes[i / WARP];
    return left < WARP ? word & ((1u << left) - 1) : word;
}

/// A vote is stored as a bit.
struct VoteBits {
    static __device__ uint collect_votes(const uint* votes, uint begin, uint count) {
        return lane() < SECTION_ROWS ? stored_votes(votes, begin + lane() * WARP, count) : 0;
    }
};

/// A vote is stored as a word.
struct VoteWords {
    static __device__ uint collect_votes(const uint* votes, uint begin, uint count) {
        uint vote[SECTION_ROWS], mine = 0;
#pragma unroll
        for (uint r = 0; r < SECTION_ROWS; ++r) {
            const uint i = begin + r * WARP + lane();
            vote[r] = i < count ? votes[i] : 0;
        }
#pragma unroll
        for (uint r = 0; r < SECTION_ROWS; ++r) {
            const uint word = __ballot_sync(ALL_LANES, vote[r] != 0);
            if (lane() == r) mine = word;
        }
        return mine;
    }
};

// --- ranks: how many survive before a record -------------------------------------------------------------

/// The ranks within a section. In lane r: row r's votes, and how many survive in the rows before it.
struct Ranks {
    uint word;
    uint before;
    uint sum;  // of the section, in every lane
};

inline __device__ Ranks rank_votes(uint word) {
    const uint here = __popc(word), scanned = warp_scan<SumOfWords>(here);
    return {word, scanned - here, __shfl_sync(ALL_LANES, scanned, WARP - 1)};
}

inline __device__ uint section() {
    return threadIdx.x / WARP;
}

/// The survivors of a tile, as each of its sections sees them.
struct TileSums {
    uint before;  // in the sections before it
    uint tile;    // in all sections
};

inline __device__ TileSums scan_sections(uint (&sums)[SECTIONS], uint sum) {
    if (lane() == 0) sums[section()] = sum;
    __syncthreads();
    const uint scanned = warp_scan<SumOfWords>(lane() < SECTIONS ? sums[lane()] : 0);
    return {__shfl_sync(ALL_LANES, shifted<SumOfWords>(scanned), section()),
            __shfl_sync(ALL_LANES, scanned, SECTIONS - 1)};
}

// --- the move --------------------------------------------------------------------------------------------
// A warp lists its section's survivors first and moves them by the list, so that every lane has a record to
// move however few survive, and neighbouring lanes store side by side.

/// The survivors' places in the section, in order.
using List = std::uint16_t[SECTION];
static_assert(SECTION <= 1u << 16, "a place fits a list's entry");

inline __device__ void list_survivors(const Ranks& ranks, List& list) {
    const uint before_me = (1u << lane()) - 1;
#pragma unroll
    for (uint r = 0; r < SECTION_ROWS; ++r) {
        const uint word = __shfl_sync(ALL_LANES, ranks.word, r);
        const uint before = __shfl_sync(ALL_LANES, ranks.before, r);
        if (word >> lane() & 1)
            list[before + __popc(word & before_me)] = static_cast<std::uint16_t>(r * WARP + lane());
    }
    __syncwarp();
}

/// The records that a warp moves at once: all its loads are on their way before the first store.
template <uint COLUMNS>
struct Batch {
    static constexpr uint RECORDS =
        COLUMNS < LOADS_IN_FLIGHT ? LOADS_IN_FLIGHT / COLUMNS : 1;  // of each lane
    static constexpr uint SIZE = RECORDS * WARP;

    uint4 record[RECORDS][COLUMNS];

    /// Loads the survivors `begin` to begin + SIZE of the list, as far as they exist: `begin` may lie before
    /// the first. `start` is the section's place in the ring.
    __device__ void load(const Columns<COLUMNS>& columns, const List& list, int begin, uint sum, uint start) {
#pragma unroll
        for (uint k = 0; k < RECORDS; ++k) {
            const uint s = mine(begin, k);
            if (s >= sum) continue;
            const uint from = ring_place(start, list[s], columns.capacity);
#pragma unroll
            for (uint c = 0; c < COLUMNS; ++c) record[k][c] = columns.source[c][from];
        }
    }

    /// Stores survivor s at `before` + s.
    __device__ void store(const Columns<COLUMNS>& columns, int begin, uint sum, uint before) const {
#pragma unroll
        for (uint k = 0; k < RECORDS; ++k) {
            const uint s = mine(begin, k), to = before + s;
            if (s >= sum || to >= columns.capacity) continue;  // beyond: the votes were not 0 and 1
#pragma unroll
            for (uint c = 0; c < COLUMNS; ++c) columns.destination[c][to] = record[k][c];
        }
    }

  private:
    /// The number of this lane's k-th survivor. Numbers before the first come out as very large.
    static __device__ uint mine(int begin, uint k) {
        return static_cast<uint>(begin) + k * WARP + lane();
    }
};

// --- placing: how many records lie before a section's survivors ------------------------------------------
// A placing offers
//   Shared          the shared memory that it needs
//   take_tile       returns the tile that the block packs
//   publish_sum     tells others a section's sum, as early as can be, and returns a Published
//   prefix_before   takes that Published, and returns how many records lie before the section's survivors in
//   the destination; it is
//                   asked as late as can be
// All threads of a block call each of them once.

inline __host__ __device__ uint compact_tiles(uint records) {
    return static_cast<uint>(tiles_of<COMPACT_TILE>(records));
}

/// The tile that a block packs.
struct Tile {
    const uint* votes;
    uint count;   // of all votes
    uint tiles;   // that they fill
    uint number;  // of this one

    __device__ uint section_begin() const { return number * COMPACT_TILE + section() * SECTION; }
};

/// The votes have been scanned: each of the offsets stands for so many RECORDS.
template <uint RECORDS>
struct ByOffsets {
    struct Shared {};
    struct Published {};
    const uint* offsets;

    __device__ uint take_tile(uint) const { return blockIdx.x; }
    __device__ Published publish_sum(Shared&, const Tile&, uint) const { return {}; }
    __device__ uint prefix_before(Shared&, const Tile& tile, Published) const {
        const uint begin = tile.section_begin();
        return begin < tile.count ? offsets[begin / RECORDS] : 0;
    }
};

// --- the kernel ------------------------------------------------------------------------------------------

template <uint COLUMNS, typename Votes, typename Placing>
__global__ void __launch_bounds__(COMPACT_THREADS, COMPACT_BLOCKS)
    compact_tile(Columns<COLUMNS> columns, Input input, Placing placing) {
    __shared__ typename Placing::Shared memory;
    __shared__ List lists[SECTIONS];
    Tile tile{input.votes, input.true_count(), 0, 0};
    tile.tiles = compact_tiles(tile.count);
    tile.number = placing.take_tile(tile.tiles);
    if (tile.number >= tile.tiles) return;
    const uint begin = tile.section_begin();
    const Ranks ranks = rank_votes(Votes::collect_votes(tile.votes, begin, tile.count));
    const auto published = placing.publish_sum(memory, tile, ranks.sum);
    List& list = lists[section()];
    list_survivors(ranks, list);
    const uint start = ring_place(input.first_of_ring(columns.capacity), begin, columns.capacity);
    Batch<COLUMNS> batch;
    uint before = 0;
    int next = 0;
    if constexpr (ALIGNED_STORES) {
        before = placing.prefix_before(memory, tile, published);
        next = -static_cast<int>(before % WARP);
    }
    batch.load(columns, list, next, ranks.sum, start);
    if constexpr (!ALIGNED_STORES) before = placing.prefix_before(memory, tile, published);
    for (;;) {
        batch.store(columns, next, ranks.sum, before);
        next += Batch<COLUMNS>::SIZE;
        if (next >= static_cast<int>(ranks.sum)) break;
        batch.load(columns, list, next, ranks.sum, start);
    }
}

// --- its launch ------------------------------------------------------------------------------------------

template <uint COLUMNS, typename Votes, typename Placing>
void launch_columns(cudaStream_t stream, const DeviceRequest& request, const Placing& placing) {
    compact_tile<COLUMNS, Votes><<<compact_tiles(request.bound), COMPACT_THREADS, 0, stream>>>(
        columns_of<COLUMNS>(request), input_of(request), placing);
    check_launch("compact_tile");
}

/// One block for each tile that the bound allows, and at least one.
template <typename Votes, typename Placing>
void launch_tiles(cudaStream_t stream, const DeviceRequest& request, const Placing& placing) {
    static_assert(shared::MAX_COLUMNS == 5, "one case for each number of columns");
    switch (request.column_count) {
        case 1:
            return launch_columns<1, Votes>(stream, request, placing);
        case 2:
            return launch_columns<2, Votes>(stream, request, placing);
        case 3:
            return launch_columns<3, Votes>(stream, request, placing);
        case 4:
            return launch_columns<4, Votes>(stream, request, placing);
        case 5:
            return launch_columns<5, Votes>(stream, request, placing);
        default:
            throw std::invalid_argument("a compaction moves 1 to MAX_COLUMNS columns");
    }
}

}  // namespace winnow::cuda
