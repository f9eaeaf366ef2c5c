// Checks of CUDA calls and launches. Every one is checked, also in release builds.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "base/error.h"

namespace winnow::cuda {

// The exception for a failed CUDA call.

/// A failed CUDA call. The status is bad_input if the device ran out of memory, otherwise check_failed.
class CudaError : public Error {
  public:
    CudaError(cudaError_t code, const std::string& message);
    cudaError_t code() const { return code_; }

  private:
    cudaError_t code_;
};

/// Returns the error's name and its description, for messages.
std::string describe(cudaError_t code);

/// Throws CudaError with `what`, the error and the place, unless `status` is success. A
/// recoverable error is cleared, so that the next check does not report it again.
void check(cudaError_t status, const char* what, const char* file = __builtin_FILE(),
           int line = __builtin_LINE());

/// Checks the kernel that was just launched.
inline void check_launch(const char* kernel, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) {
    check(cudaGetLastError(), kernel, file, line);
}

}  // namespace winnow::cuda
