#include "cuda/bench/records.h"

#include "cuda/base/check.h"
#include "cuda/base/grid.h"

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

}  // namespace winnow::cuda
