#include "cuda/absence.h"

#include <cuda_runtime_api.h>

#include "cuda/base/cuda_error.h"
#include "cuda/base/driver.h"

namespace winnow::cuda {
namespace {

/// A version as CUDA encodes it: 1000 major + 10 minor.
std::string version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace

std::string absence() {
    int driver_version = 0, runtime_version = 0, count = 0;
    cudaDriverGetVersion(&driver_version);
    cudaRuntimeGetVersion(&runtime_version);
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaSuccess && count > 0) return driver().absence;
    cudaGetLastError();
    if (driver_version == 0)
        return "no NVIDIA driver is installed (libcuda.so.1 was not found); install one to use CUDA";
    if (status == cudaErrorInsufficientDriver)
        return fmt::format("the NVIDIA driver supports CUDA {}, this program needs {}; update the driver",
                           version_text(driver_version), version_text(runtime_version));
    if (status == cudaSuccess || status == cudaErrorNoDevice)
        return "the NVIDIA driver finds no CUDA device; see what nvidia-smi says";
    return fmt::format("CUDA does not start: {}; see what nvidia-smi says", describe(status));
}

}  // namespace winnow::cuda
