// The forms in which others want records and votes: whole records one after another, and a byte for each
// vote.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "cuda/compact/device_compaction.h"

namespace winnow::cuda {

/// Columns of a record that the peers have a struct for: 64 bytes.
constexpr std::uint32_t MOST_PEER_COLUMNS = 4;

/// Column c of record i becomes element i * columns + c of `records`. The ring begins at 0.
void gather_records(cudaStream_t stream, const DeviceRequest& request, shared::uvec4* records);

/// Vote i of the request, in words, becomes byte i: 0 or 1.
void votes_to_bytes(cudaStream_t stream, const DeviceRequest& request, std::uint8_t* bytes);

}  // namespace winnow::cuda
