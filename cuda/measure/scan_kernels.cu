#include "cuda/measure/scan_kernels.h"

#include <cstdint>

#include "cuda/base/cuda_error.h"
#include "cuda/base/grid.h"
#include "shaders/shared.h"

namespace winnow::cuda {
namespace {

constexpr unsigned ROWS = 4;  // 16-byte rows in flight per thread

/// Each block copies stretches of ROWS * blockDim.x rows; the words after the last whole row come last.
__global__ void copy_rows(const uint4* from, uint4* to, std::size_t rows, unsigned tail_words) {
    const std::size_t stretch = std::size_t{ROWS} * blockDim.x;
    for (std::size_t begin = blockIdx.x * stretch; begin < rows; begin += gridDim.x * stretch) {
        uint4 row[ROWS];
#pragma unroll
        for (unsigned r = 0; r < ROWS; ++r) {
            const std::size_t at = begin + r * blockDim.x + threadIdx.x;
            if (at < rows) row[r] = from[at];
        }
#pragma unroll
        for (unsigned r = 0; r < ROWS; ++r) {
            const std::size_t at = begin + r * blockDim.x + threadIdx.x;
            if (at < rows) to[at] = row[r];
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < tail_words) {
        const std::uint32_t* from_tail = reinterpret_cast<const std::uint32_t*>(from + rows);
        reinterpret_cast<std::uint32_t*>(to + rows)[threadIdx.x] = from_tail[threadIdx.x];
    }
}

}  // namespace

void copy(cudaStream_t stream, const std::byte* from, std::byte* to, std::size_t bytes) {
    constexpr unsigned threads = BLOCK_THREADS;
    const std::size_t rows = bytes / sizeof(uint4);
    const std::size_t stretch = std::size_t{ROWS} * threads;
    const unsigned blocks = grid_for((rows + stretch - 1) / stretch, resident_blocks(copy_rows, threads));
    copy_rows<<<blocks, threads, 0, stream>>>(
        reinterpret_cast<const uint4*>(from), reinterpret_cast<uint4*>(to), rows,
        static_cast<unsigned>(bytes % sizeof(uint4) / sizeof(std::uint32_t)));
    check_launch("copy_rows");
}

namespace {

template <typename T>
__global__ void naive_sums(const T* input, T* output, unsigned elements) {
    const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= elements) return;
    T sum = 0;
    for (unsigned i = 0; i < index; ++i) sum += input[i];
    output[index] = sum;
}

template <typename T>
void launch(cudaStream_t stream, const void* input, void* output, unsigned elements) {
    const unsigned blocks = (elements + shared::NAIVE_THREADS - 1) / shared::NAIVE_THREADS;
    naive_sums<T><<<blocks, shared::NAIVE_THREADS, 0, stream>>>(static_cast<const T*>(input),
                                                                static_cast<T*>(output), elements);
    check_launch("naive_sums");
}

}  // namespace

void naive_scan(cudaStream_t stream, Element element, const void* input, void* output,
                std::uint64_t elements) {
    const unsigned count = static_cast<unsigned>(elements);
    switch (element) {
        case Element::f32:
            return launch<float>(stream, input, output, count);
        case Element::u64:
            return launch<unsigned long long>(stream, input, output, count);
        case Element::i32:  // wraps around like unsigned sums, to the bit
        case Element::u32:
            return launch<unsigned>(stream, input, output, count);
    }
}

}  // namespace winnow::cuda
