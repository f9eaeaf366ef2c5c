// Definitions that all compactions share: columns, votes and their ranks, and the one kernel that packs. In
// it a block packs a tile, and each of its warps packs a section of the tile. A compaction (staged, bits,
// fused, atomic) defines how the votes are stored, and how to find the number of records before a section's
// survivors (its placing).
#pragma once

#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "cuda/base/cuda_error.h"
#include "cuda/compact/device_compaction.h"
#include "cuda/scan/common.cuh"

namespace winnow::cuda {

using SumOfWords = Monoid<uint, Operator::add>;

// --- tuning ----------------------------------------------------------------------------------------------
// Loads and stores have no cache hints: with streaming hints, 16 M records of 48 bytes, half of them
// surviving, took 1.1 times as long on an H200.

constexpr uint COMPACT_THREADS = 256;
constexpr uint COMPACT_BLOCKS = 4;  // the least number per multiprocessor, which bounds the registers
/// Rows of 32 records that a warp packs: each has one word of votes, and each word has one lane of the warp.
constexpr uint SECTION_ROWS = 8;
/// The number of 16-byte loads that a thread has in flight before its first store.
constexpr uint LOADS_IN_FLIGHT = 6;
/// True: a warp's stores begin at multiples of 512 bytes of the destination. Then nothing is loaded before
/// the section's place is known. False: the first loads are in flight during the wait for earlier tiles.
constexpr bool ALIGNED_STORES = true;

constexpr uint SECTION = SECTION_ROWS * WARP;      // records per warp
constexpr uint SECTIONS = COMPACT_THREADS / WARP;  // sections per tile
constexpr uint COMPACT_TILE = SECTIONS * SECTION;  // records per block
static_assert(SECTION_ROWS <= WARP, "each row's word has a lane");
static_assert(COMPACT_THREADS % WARP == 0 && SECTIONS <= WARP, "one warp scans the sums of all");

// --- columns ---------------------------------------------------------------------------------------------

/// The columns: a ring to read from, and memory to pack into. The arrays have exactly COLUMNS pointers;
/// std::array cannot be used in a kernel's arguments.
template <uint COLUMNS>
struct Columns {
    const uint4* source[COLUMNS];
    uint4* destination[COLUMNS];
    uint capacity;  // elements of each column
};

/// More columns than a thread holds of a record, which are moved one after the other.
struct ManyColumns : Columns<MAX_DEVICE_COLUMNS> {
    uint count;
};

template <typename All>
All columns_of(const DeviceRequest& request) {
    All columns{};
    for (uint c = 0; c < request.column_count; ++c) {
        columns.source[c] = reinterpret_cast<const uint4*>(request.columns[c].source);
        columns.destination[c] = reinterpret_cast<uint4*>(request.columns[c].destination);
    }
    columns.capacity = request.capacity;
    return columns;
}

/// Returns (a + b) mod capacity. Precondition: both are at most the capacity and one is less.
inline __device__ uint ring_place(uint a, uint b, uint capacity) {
    const uint index = a + b;
    return index < capacity ? index : index - capacity;
}

// --- votes: one word of bits for each row of a section, in the lane of the row's number ------------------

/// The votes by logical index, and the place of the ring's first index.
struct Input {
    const uint* votes;
    const uint* first;  // null: first = 0
    const uint* count;  // null: count = bound
    uint bound;

    __device__ uint true_count() const { return count != nullptr ? min(*count, bound) : bound; }
    __device__ uint first_of_ring(uint capacity) const { return first != nullptr ? *first % capacity : 0; }
};

inline Input input_of(const DeviceRequest& request) {
    return {request.votes, request.first, request.count, request.bound};
}

/// Returns the votes of records [i, i + 32) as bits; bits from the count on are 0. `i` is a multiple of 32.
inline __device__ uint stored_votes(const uint* votes, uint i, uint count) {
    if (i >= count) return 0;
    const uint left = count - i, word = votes[i / WARP];
    return left < WARP ? word & ((1u << left) - 1) : word;
}

/// The format with one bit per vote.
struct VoteBits {
    static __device__ uint collect_votes(const uint* votes, uint begin, uint count) {
        return lane() < SECTION_ROWS ? stored_votes(votes, begin + lane() * WARP, count) : 0;
    }
};

/// The format with one word per vote.
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

/// The ranks within a section. Lane r has the votes of row r and the number of survivors in the rows before
/// it.
struct Ranks {
    uint word;
    uint before;
    uint sum;  // of the whole section, in every lane
};

inline __device__ Ranks rank_votes(uint word) {
    const uint here = __popc(word), scanned = warp_scan<SumOfWords>(here);
    return {word, scanned - here, __shfl_sync(ALL_LANES, scanned, WARP - 1)};
}

inline __device__ uint section() {
    return threadIdx.x / WARP;
}

/// The survivors of a tile, from the view of one of its sections.
struct TileSums {
    uint before;  // in the sections before this one
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
// A warp first lists its section's survivors and then moves them by the list, so that every lane has a record
// to move even if few survive, and neighbouring lanes store to neighbouring places.

/// The places of the survivors in the section, in order.
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

/// The records that a warp moves at once: all their loads are in flight before the first store.
template <uint COLUMNS>
struct Batch {
    static constexpr uint RECORDS = COLUMNS < LOADS_IN_FLIGHT ? LOADS_IN_FLIGHT / COLUMNS : 1;  // per lane
    static constexpr uint SIZE = RECORDS * WARP;

    uint4 record[RECORDS][COLUMNS];

    /// Loads the survivors `begin` to begin + SIZE of the list, as far as they exist; `begin` may lie before
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
            if (s >= sum || to >= columns.capacity) continue;  // out of range only if votes are not 0 or 1
#pragma unroll
            for (uint c = 0; c < COLUMNS; ++c) columns.destination[c][to] = record[k][c];
        }
    }

  private:
    /// Returns the number of this lane's k-th survivor. Numbers before the first wrap around to very large
    /// ones.
    static __device__ uint mine(int begin, uint k) {
        return static_cast<uint>(begin) + k * WARP + lane();
    }
};

template <typename All>
struct BatchFor;
template <uint COLUMNS>
struct BatchFor<Columns<COLUMNS>> {
    using Type = Batch<COLUMNS>;
};
template <typename All>
using BatchOf = typename BatchFor<All>::Type;

// --- placing: how many records lie before a section's survivors ------------------------------------------
// A placing offers
//   Shared          the shared memory that it needs
//   take_tile       returns the tile that the block packs
//   publish_sum     publishes a section's sum as early as possible, and returns a Published
//   prefix_before   takes that Published, and returns the number of records before the section's survivors in
//                   the destination; called as late as possible
// All threads of a block call each function once.

inline __host__ __device__ uint compact_tiles(uint records) {
    return static_cast<uint>(tiles_of<COMPACT_TILE>(records));
}

/// The tile that a block packs.
struct Tile {
    const uint* votes;
    uint count;   // number of all votes
    uint tiles;   // number of all tiles
    uint number;  // index of this tile

    __device__ uint section_begin() const { return number * COMPACT_TILE + section() * SECTION; }
};

/// Reads the place from scanned votes: each offset stands for RECORDS records.
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

/// The section whose survivors a warp moves.
struct Section {
    uint sum;     // survivors
    uint start;   // its place in the ring
    uint before;  // survivors of all sections before it
};

template <uint COLUMNS>
__device__ void move_rest(const Columns<COLUMNS>& columns, const List& list, const Section& section,
                          Batch<COLUMNS>& batch, int next) {
    for (;;) {
        batch.store(columns, next, section.sum, section.before);
        next += Batch<COLUMNS>::SIZE;
        if (next >= static_cast<int>(section.sum)) break;
        batch.load(columns, list, next, section.sum, section.start);
    }
}

/// Column by column, each with as many loads in flight as there are of few columns.
__device__ inline void move_columns(const ManyColumns& all, const List& list, const Section& section) {
    for (uint c = 0; c < all.count; ++c) {
        const Columns<1> column{{all.source[c]}, {all.destination[c]}, all.capacity};
        Batch<1> batch;
        const int first = -static_cast<int>(section.before % WARP);
        batch.load(column, list, first, section.sum, section.start);
        move_rest(column, list, section, batch, first);
    }
}

template <typename All, typename Votes, typename Placing>
__global__ void __launch_bounds__(COMPACT_THREADS, COMPACT_BLOCKS)
    compact_tile(All columns, Input input, Placing placing) {
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
    if constexpr (std::is_same_v<All, ManyColumns>) {
        move_columns(columns, list, {ranks.sum, start, placing.prefix_before(memory, tile, published)});
    } else {
        BatchOf<All> batch;
        uint before = 0;
        int next = 0;
        if constexpr (ALIGNED_STORES) {
            before = placing.prefix_before(memory, tile, published);
            next = -static_cast<int>(before % WARP);
        }
        batch.load(columns, list, next, ranks.sum, start);
        if constexpr (!ALIGNED_STORES) before = placing.prefix_before(memory, tile, published);
        move_rest(columns, list, {ranks.sum, start, before}, batch, next);
    }
}

// --- its launch ------------------------------------------------------------------------------------------

template <typename Votes, typename All, typename Placing>
void launch(cudaStream_t stream, const DeviceRequest& request, const All& columns, const Placing& placing) {
    compact_tile<All, Votes>
        <<<compact_tiles(request.bound), COMPACT_THREADS, 0, stream>>>(columns, input_of(request), placing);
    check_launch("compact_tile");
}

template <uint COLUMNS, typename Votes, typename Placing>
void launch_columns(cudaStream_t stream, const DeviceRequest& request, const Placing& placing) {
    launch<Votes>(stream, request, columns_of<Columns<COLUMNS>>(request), placing);
}

/// Launches one block for each tile up to the bound, at least one.
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
            break;
    }
    if (request.column_count == 0 || request.column_count > MAX_DEVICE_COLUMNS)
        throw std::invalid_argument("a compaction moves 1 to MAX_DEVICE_COLUMNS columns");
    auto many = columns_of<ManyColumns>(request);
    many.count = request.column_count;
    launch<Votes>(stream, request, many, placing);
}

}  // namespace winnow::cuda
