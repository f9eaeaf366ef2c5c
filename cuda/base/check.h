// Checks of CUDA calls and launches. Every one is checked, also in release builds.
#pragma once

#include <cuda_runtime_api.h>

namespace winnow::cuda {

/// Throws CudaError (base/cuda_error.h) with `what`, the error and the place, unless `status` is success. A
/// recoverable error is cleared, so that the next check does not report it again.
void check(cudaError_t status, const char* what, const char* file = __builtin_FILE(),
           int line = __builtin_LINE());

/// Checks the kernel that was just launched.
inline void check_launch(const char* kernel, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
    check(cudaGetLastError(), kernel, file, line);
}

}  // namespace winnow::cuda
