// CUB's algorithms as baselines: scan, compaction of flagged records and radix sort. Only one translation
// unit includes CUB's headers.
#pragma once

#include <cuda_runtime_api.h>
#include <cstddef>
#include <cstdint>

#include "scan/catalogue.h"
#include "shaders/shared.h"

namespace winnow::cuda {

/// cub::DeviceScan, exclusive: ExclusiveSum for add, ExclusiveScan for min and max. `elements` is below 2^31.
/// If `scratch` is null, it only sets `scratch_bytes` to the needed size. Throws CudaError.
void cub_exclusive_scan(cudaStream_t stream, ScanType type, void* scratch, std::size_t& scratch_bytes,
                        const void* input, void* output, std::uint64_t elements);

/// Whole records of `columns` (1 to MAX_BASELINE_COLUMNS) elements each, and a byte per record, 1 if it
/// survives. All pointers are device memory; `count` is below 2^31.
struct FlaggedRecords {
    std::uint32_t columns = 0;
    std::uint64_t count = 0;
    shared::uvec4* records = nullptr;
    shared::uvec4* packed = nullptr;  // unused if records are packed in place
    const std::uint8_t* flags = nullptr;
    std::uint32_t* survivors = nullptr;  // one word
};

/// cub::DeviceSelect::Flagged from records to packed. If `scratch` is null, it only sets `scratch_bytes` to
/// the needed size. Throws CudaError.
void cub_select(cudaStream_t stream, void* scratch, std::size_t& scratch_bytes,
                const FlaggedRecords& records);

/// Device memory of `count` words each; `count` is below 2^31.
struct KeyedWords {
    const std::uint32_t* keys = nullptr;
    const std::uint32_t* values = nullptr;
    std::uint32_t* sorted_keys = nullptr;
    std::uint32_t* sorted_values = nullptr;
    std::uint64_t count = 0;
    std::uint32_t key_bits = 32;
};

/// cub::DeviceRadixSort::SortPairs by the lowest key_bits. If `scratch` is null, it only sets `scratch_bytes`
/// to the needed size. Throws CudaError.
void cub_sort_pairs(cudaStream_t stream, void* scratch, std::size_t& scratch_bytes, const KeyedWords& words);

}  // namespace winnow::cuda
