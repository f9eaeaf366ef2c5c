// What a failed CUDA call is to the rest of the program.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "base/error.h"

namespace winnow::cuda {

/// The status is bad_input when the device's memory did not suffice, check_failed otherwise.
class CudaError : public Error {
  public:
    CudaError(cudaError_t code, const std::string& message);
    cudaError_t code() const { return code_; }

  private:
    cudaError_t code_;
};

/// The error's name and what it means, as a person should read it.
std::string describe(cudaError_t code);

}  // namespace winnow::cuda
