#include "cuda/bench/index_list.h"

#include "cuda/base/check.h"
#include "cuda/base/grid.h"
#include "cuda/scan/common.cuh"

namespace winnow::cuda {
namespace {

constexpr uint ALIVE = 0, DEAD = 1, COUNTS = 2;

/// All lanes of a warp call it; those with `wants` append.
__device__ void append(uint* list, uint* list_count, uint value, bool wants) {
    const uint lanes = __ballot_sync(ALL_LANES, wants);
    if (lanes == 0) return;
    uint first = 0;
    if (lane() == 0) first = atomicAdd(list_count, static_cast<uint>(__popc(lanes)));
    first = __shfl_sync(ALL_LANES, first, 0);
    if (wants) list[first + __popc(lanes & ((1u << lane()) - 1))] = value;
}

__global__ void update_lists(IndexLists lists) {
    const uint i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool here = i < lists.count;
    const uint index = here ? lists.alive[i] : 0;
    const bool survives = here && (lists.votes[index / WARP] >> index % WARP & 1) != 0;
    append(lists.alive_out, &lists.counts[ALIVE], index, survives);
    append(lists.dead, &lists.counts[DEAD], index, here && !survives);
}

__global__ void fill_indices(uint* indices, uint count) {
    const uint i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) indices[i] = i;
}

uint blocks_for(uint count) {
    return (count + BLOCK_THREADS - 1) / BLOCK_THREADS;
}

}  // namespace

void update_index_lists(cudaStream_t stream, const IndexLists& lists) {
    check(cudaMemsetAsync(lists.counts, 0, COUNTS * sizeof *lists.counts, stream), "cudaMemsetAsync");
    if (lists.count == 0) return;
    update_lists<<<blocks_for(lists.count), BLOCK_THREADS, 0, stream>>>(lists);
    check_launch("update_lists");
}

void fill_with_indices(cudaStream_t stream, std::uint32_t* indices, std::uint32_t count) {
    if (count == 0) return;
    fill_indices<<<blocks_for(count), BLOCK_THREADS, 0, stream>>>(indices, count);
    check_launch("fill_indices");
}

}  // namespace winnow::cuda
