#include "cuda/base/device_array.h"

#include "cuda/base/cuda_error.h"
#include "cuda/base/grid.h"
#include "shaders/shared.h"

namespace winnow::cuda {
namespace {

__global__ void fill_words(std::uint32_t* words, std::uint64_t count, std::uint32_t word) {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
        words[i] = word;
}

}  // namespace

void fill(cudaStream_t stream, std::uint32_t* words, std::uint64_t count, std::uint32_t word) {
    if (count == 0) return;
    constexpr std::uint32_t threads = shared::PARTICLE_THREADS;
    const std::uint32_t blocks =
        grid_for((count + threads - 1) / threads, resident_blocks(fill_words, threads));
    fill_words<<<blocks, threads, 0, stream>>>(words, count, word);
    check_launch("fill_words");
}

}  // namespace winnow::cuda
