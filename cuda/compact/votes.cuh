// Votes as a warp reads them: one word of bits for each of its rows, in the lane of the row's number.
#pragma once

#include "cuda/compact/tuning.h"
#include "cuda/scan/common.cuh"

namespace winnow::cuda {

using SumOfWords = Monoid<uint, Operator::add>;

constexpr uint SECTION = SECTION_ROWS * WARP;  // records of a warp
static_assert(SECTION_ROWS <= WARP, "each row's word has a lane");

/// The votes of records [i, i + 32) as bits; none from the count on. `i` is a multiple of 32.
inline __device__ uint stored_votes(const uint* votes, uint i, uint count) {
    if (i >= count) return 0;
    const uint left = count - i, word = votes[i / WARP];
    return left < WARP ? word & ((1u << left) - 1) : word;
}

struct VoteBits {
    static __device__ uint row_words(const uint* votes, uint begin, uint count) {
        return lane() < SECTION_ROWS ? stored_votes(votes, begin + lane() * WARP, count) : 0;
    }
};

struct VoteWords {
    static __device__ uint row_words(const uint* votes, uint begin, uint count) {
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

}  // namespace winnow::cuda
