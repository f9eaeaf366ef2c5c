// A deliberate fault for tests of CUDA's failure, and the hook through which it reaches into a compaction.
#pragma once

#include <cuda_runtime_api.h>

namespace winnow::cuda {

/// Called in every run between the scan and the move, unless null; always null outside of tests.
extern void (*before_move)(cudaStream_t stream);

/// Makes a compactor's run number `runs` from now (0: the next) launch a kernel that traps. Afterwards CUDA
/// cannot be used in this process.
void fail_next_launch_after(int runs);

}  // namespace winnow::cuda
