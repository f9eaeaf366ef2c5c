// The words that the Lab's teaching kernels share: their input, the operator, and the trace to which they
// copy an array after every step. A kernel has all the barriers that it needs without that copy.
#pragma once

#include "shaders/shared.h"

namespace winnow::cuda {

using shared::LAB_LANES;
using shared::LAB_THREADS;
using shared::uint;

/// The argument of a teaching kernel. Each thread has a copy.
struct Lab {
    const int* values;            // n of them
    shared::LabTrace* trace;      // zero before the kernel runs
    int* scanned;                 // n words: the blocks' scans in memory, P
    int* sums;                    // a word for each block: S
    shared::LabTile* tiles;       // zero before the kernel runs; only kernels in one pass use them
    shared::LabHistory* history;  // the same
    uint n;                       // elements with the padding, at most LAB_LANES, or items of all tiles
    uint threads;                 // that divide the elements among them, or elements of a block
    uint op;                      // LAB_ADD or another
    int identity;                 // of the operator
    uint row = 0;                 // the next row of the trace

    /// Counts itself. Words are unsigned while they are added or multiplied, so that results wrap around.
    __device__ int combine(int left, int right) const {
        atomicAdd(&trace->operations, 1u);
        const uint a = static_cast<uint>(left), b = static_cast<uint>(right);
        switch (op) {
            case shared::LAB_ADD:
                return static_cast<int>(a + b);
            case shared::LAB_MULTIPLY:
                return static_cast<int>(a * b);
            case shared::LAB_MIN:
                return left < right ? left : right;
            case shared::LAB_MAX:
                return left < right ? right : left;
            case shared::LAB_LAST:
                return right != 0 ? right : left;
            case shared::LAB_FIRST_NONZERO:
                return left != 0 ? left : right;
            case shared::LAB_SUBTRACT:
                return static_cast<int>(a - b);
        }
        return left;
    }

    /// Copies the first `count` words of an array to the next row of the trace, from word `first` on. All
    /// threads of the block must call it.
    __device__ void record_at(uint first, const int* array, uint count) {
        __syncthreads();
        if (row < shared::LAB_ROWS) {
            for (uint at = threadIdx.x; at < count; at += LAB_THREADS)
                trace->words[row * LAB_LANES + first + at] = array[at];
            if (threadIdx.x == 0) atomicMax(&trace->lengths[row], first + count);
        }
        ++row;
        if (threadIdx.x == 0) atomicMax(&trace->rows, row);
        __syncthreads();
    }

    __device__ void record(const int* array, uint count) { record_at(0, array, count); }
};

}  // namespace winnow::cuda
