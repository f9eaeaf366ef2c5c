// Every CUDA call and launch is checked, in release builds too.
#pragma once

#include <cuda_runtime_api.h>

namespace winnow::cuda {

/// Throws CudaError (base/cuda_error.h) naming `what` failed, the error and the place, unless `status` is
/// success. An error that can be recovered from does not stay behind for the next check.
void check(cudaError_t status, const char* what, const char* file = __builtin_FILE(),
           int line = __builtin_LINE());

/// The same for the kernel just launched.
inline void check_launch(const char* kernel, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
    check(cudaGetLastError(), kernel, file, line);
}

}  // namespace winnow::cuda
