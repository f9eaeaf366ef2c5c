// A section: the records that one warp packs. It lists its survivors first and moves them by the list, so
// that every lane has a record to move however few survive, and neighbouring lanes store side by side.
#pragma once

#include <cstdint>

#include "cuda/compact/columns.cuh"
#include "cuda/compact/votes.cuh"

namespace winnow::cuda {

/// Who survives of a section. In lane r: row r's votes, and how many survive in the rows before it.
struct Survivors {
    uint word;
    uint before;
    uint sum;  // of the section, in every lane
};

inline __device__ Survivors count_survivors(uint word) {
    const uint here = __popc(word), scanned = warp_scan<SumOfWords>(here);
    return {word, scanned - here, __shfl_sync(ALL_LANES, scanned, WARP - 1)};
}

/// The survivors' places in the section, in order.
using List = std::uint16_t[SECTION];
static_assert(SECTION <= 1u << 16, "a place fits a list's entry");

inline __device__ void list_survivors(const Survivors& survivors, List& list) {
    const uint before_me = (1u << lane()) - 1;
#pragma unroll
    for (uint r = 0; r < SECTION_ROWS; ++r) {
        const uint word = __shfl_sync(ALL_LANES, survivors.word, r);
        const uint before = __shfl_sync(ALL_LANES, survivors.before, r);
        if (word >> lane() & 1)
            list[before + __popc(word & before_me)] = static_cast<std::uint16_t>(r * WARP + lane());
    }
    __syncwarp();
}

/// What a warp moves at once: all its loads are on their way before the first store.
template <uint COLUMNS>
struct Batch {
    static constexpr uint RECORDS =
        COLUMNS < LOADS_IN_FLIGHT ? LOADS_IN_FLIGHT / COLUMNS : 1;  // of each lane
    static constexpr uint SIZE = RECORDS * WARP;

    uint4 record[RECORDS][COLUMNS];

    /// Survivors `begin` to begin + SIZE of the list, as far as they exist: `begin` may lie before the first.
    /// `start` is the section's place in the ring.
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

    /// Survivor s goes to `before` + s.
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
    /// Those before the first come out as very large.
    static __device__ uint mine(int begin, uint k) {
        return static_cast<uint>(begin) + k * WARP + lane();
    }
};

}  // namespace winnow::cuda
