// The exception for a failed CUDA call.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "base/error.h"

namespace winnow::cuda {

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

}  // namespace winnow::cuda
