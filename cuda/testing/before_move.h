// The hook through which tests reach into a compaction.
#pragma once

#include <cuda_runtime_api.h>

namespace winnow::cuda {

/// Called in every run between the scan and the move, unless null; always null outside of tests.
extern void (*before_move)(cudaStream_t stream);

}  // namespace winnow::cuda
