#include "cuda/measure/records.h"

#include "cuda/base/cuda_error.h"
#include "cuda/base/grid.h"
#include "cuda/scan/common.cuh"

namespace winnow::cuda {
namespace {

inline __device__ std::uint64_t thread_index() {
    return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

inline __device__ std::uint64_t threads() {
    return std::uint64_t{gridDim.x} * blockDim.x;
}

__global__ void gather_column(const uint4* column, uint4* records, std::uint64_t count, unsigned columns) {
    for (std::uint64_t i = thread_index(); i < count; i += threads()) records[i * columns] = column[i];
}

__global__ void words_to_bytes(const std::uint32_t* words, std::uint8_t* bytes, std::uint64_t count) {
    for (std::uint64_t i = thread_index(); i < count; i += threads()) bytes[i] = words[i] != 0;
}

template <typename Kernel>
unsigned blocks_for(Kernel kernel, std::uint64_t count) {
    return grid_for((count + BLOCK_THREADS - 1) / BLOCK_THREADS, resident_blocks(kernel, BLOCK_THREADS));
}

}  // namespace

void gather_records(cudaStream_t stream, const DeviceRequest& request, shared::uvec4* records) {
    for (std::uint32_t c = 0; c < request.column_count; ++c) {
        gather_column<<<blocks_for(gather_column, request.bound), BLOCK_THREADS, 0, stream>>>(
            reinterpret_cast<const uint4*>(request.columns[c].source), reinterpret_cast<uint4*>(records + c),
            request.bound, request.column_count);
        check_launch("gather_column");
    }
}

void votes_to_bytes(cudaStream_t stream, const DeviceRequest& request, std::uint8_t* bytes) {
    words_to_bytes<<<blocks_for(words_to_bytes, request.bound), BLOCK_THREADS, 0, stream>>>(
        request.votes, bytes, request.bound);
    check_launch("words_to_bytes");
}

namespace {

constexpr uint ALIVE = 0, DEAD = 1, COUNTS = 2;

/// All lanes of a warp call it; the lanes with `wants` append.
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

uint blocks_of(uint count) {
    return (count + BLOCK_THREADS - 1) / BLOCK_THREADS;
}

}  // namespace

void update_index_lists(cudaStream_t stream, const IndexLists& lists) {
    check(cudaMemsetAsync(lists.counts, 0, COUNTS * sizeof *lists.counts, stream), "cudaMemsetAsync");
    if (lists.count == 0) return;
    update_lists<<<blocks_of(lists.count), BLOCK_THREADS, 0, stream>>>(lists);
    check_launch("update_lists");
}

void fill_with_indices(cudaStream_t stream, std::uint32_t* indices, std::uint32_t count) {
    if (count == 0) return;
    fill_indices<<<blocks_of(count), BLOCK_THREADS, 0, stream>>>(indices, count);
    check_launch("fill_indices");
}

}  // namespace winnow::cuda
