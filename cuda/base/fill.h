// Fills device memory with one word; for poisoning scratch.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace winnow::cuda {

void fill(cudaStream_t stream, std::uint32_t* words, std::uint64_t count, std::uint32_t word);

}  // namespace winnow::cuda
