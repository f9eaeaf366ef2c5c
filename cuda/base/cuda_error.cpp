#include "cuda/base/cuda_error.h"

#include <string_view>

namespace winnow::cuda {
namespace {

ExitStatus status_of(cudaError_t code) {
    return code == cudaErrorMemoryAllocation ? ExitStatus::bad_input : ExitStatus::check_failed;
}

std::string_view file_name(std::string_view path) {
    return path.substr(path.find_last_of('/') + 1);
}

}  // namespace

CudaError::CudaError(cudaError_t code, const std::string& message)
    : Error(status_of(code), message), code_(code) {}

std::string describe(cudaError_t code) {
    return fmt::format("{} ({})", cudaGetErrorName(code), cudaGetErrorString(code));
}

void check(cudaError_t status, const char* what, const char* file, int line) {
    if (status == cudaSuccess) return;
    cudaGetLastError();
    throw CudaError(
        status, fmt::format("CUDA: {} failed: {} at {}:{}", what, describe(status), file_name(file), line));
}

}  // namespace winnow::cuda
