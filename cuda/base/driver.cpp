#include "cuda/base/driver.h"

#include <string_view>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include "cuda/base/cuda_error.h"

namespace winnow::cuda {
namespace {

template <typename Function>
void look_up(void* library, const char* name, Function& function, std::string& absence) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (!function && absence.empty())
        absence = fmt::format("the NVIDIA driver is too old: it has no {}; update the driver", name);
}

Driver load() {
    Driver d;
    void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);  // the runtime uses it too
    if (!library) {
        d.absence = "no NVIDIA driver is installed: libcuda.so.1 was not found";
        return d;
    }
    look_up(library, "cuGetErrorName", d.get_error_name, d.absence);
    look_up(library, "cuDeviceGetAttribute", d.device_get_attribute, d.absence);
    look_up(library, "cuMemGetAllocationGranularity", d.mem_get_allocation_granularity, d.absence);
    look_up(library, "cuMemCreate", d.mem_create, d.absence);
    look_up(library, "cuMemRelease", d.mem_release, d.absence);
    look_up(library, "cuMemExportToShareableHandle", d.mem_export_to_shareable_handle, d.absence);
    look_up(library, "cuMemAddressReserve", d.mem_address_reserve, d.absence);
    look_up(library, "cuMemAddressFree", d.mem_address_free, d.absence);
    look_up(library, "cuMemMap", d.mem_map, d.absence);
    look_up(library, "cuMemUnmap", d.mem_unmap, d.absence);
    look_up(library, "cuMemSetAccess", d.mem_set_access, d.absence);
    return d;
}

/// Returns the text of a version that CUDA encodes as 1000 major + 10 minor.
std::string version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

}  // namespace

const Driver& driver() {
    static const Driver table = load();
    return table;
}

void check(CUresult status, const char* what, const char* file, int line) {
    if (status == CUDA_SUCCESS) return;
    const char* name = nullptr;
    driver().get_error_name(status, &name);
    // Only running out of memory is told apart from other errors, in both lists of error codes.
    const cudaError_t code =
        status == CUDA_ERROR_OUT_OF_MEMORY ? cudaErrorMemoryAllocation : cudaErrorUnknown;
    throw CudaError(code,
                    fmt::format("CUDA: {} failed: {} at {}:{}", what, name ? name : "unknown error",
                                std::string_view(file).substr(std::string_view(file).rfind('/') + 1), line));
}

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
