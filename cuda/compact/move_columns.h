// The move of a compaction over CUDA memory: no OpenGL in it.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>

#include "shaders/shared.h"

namespace winnow::cuda {

/// Device memory of one compaction. Columns are 16-byte elements on 16 bytes.
struct Move {
    struct Column {
        const shared::uvec4* source = nullptr;  // a ring of `capacity` elements
        shared::uvec4* destination = nullptr;   // packed from its front
    };
    std::array<Column, shared::MAX_COLUMNS> columns{};
    std::uint32_t column_count = 0;  // 1 to MAX_COLUMNS
    std::uint32_t capacity = 0;
    std::uint32_t bound = 0;                 // of the count, at most capacity
    const std::uint32_t* votes = nullptr;    // `bound` words by logical index: 1 = survives
    const std::uint32_t* offsets = nullptr;  // their exclusive scan
    const std::uint32_t* first = nullptr;    // the ring's first index; null: 0
    const std::uint32_t* count = nullptr;    // clamped to bound; null: bound
};

/// Submits kernels that copy each survivor i from (first + i) mod capacity to offsets[i]; order is kept.
/// Throws CudaError.
void move_columns(cudaStream_t stream, const Move& move);

}  // namespace winnow::cuda
