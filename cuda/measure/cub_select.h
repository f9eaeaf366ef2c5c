// CUB's compaction of flagged records. Its headers are seen by one translation unit alone.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "shaders/shared.h"

namespace winnow::cuda {

/// Whole records, of `columns` (1 to MOST_PEER_COLUMNS) elements each, and the bytes that say who survives.
/// All pointers are device memory; `count` is below 2^31.
struct FlaggedRecords {
    std::uint32_t columns = 0;
    std::uint64_t count = 0;
    shared::uvec4* records = nullptr;
    shared::uvec4* packed = nullptr;  // unused where records are packed in place
    const std::uint8_t* flags = nullptr;
    std::uint32_t* survivors = nullptr;  // one word
};

/// cub::DeviceSelect::Flagged from records to packed. With `scratch` null it only sets `scratch_bytes` to
/// what it needs. Throws CudaError.
void cub_select(cudaStream_t stream, void* scratch, std::size_t& scratch_bytes,
                const FlaggedRecords& records);

}  // namespace winnow::cuda
