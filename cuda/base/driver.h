// Driver calls that are looked up at run time, so that a program built with CUDA starts without a driver, and
// the check if CUDA can be used.
#pragma once

#include <cuda.h>
#include <string>

namespace winnow::cuda {

/// Virtual memory management, which the CUDA runtime does not offer.
struct Driver {
    decltype(&cuGetErrorName) get_error_name = nullptr;
    decltype(&cuDeviceGetAttribute) device_get_attribute = nullptr;
    decltype(&cuMemGetAllocationGranularity) mem_get_allocation_granularity = nullptr;
    decltype(&cuMemCreate) mem_create = nullptr;
    decltype(&cuMemRelease) mem_release = nullptr;
    decltype(&cuMemExportToShareableHandle) mem_export_to_shareable_handle = nullptr;
    decltype(&cuMemAddressReserve) mem_address_reserve = nullptr;
    decltype(&cuMemAddressFree) mem_address_free = nullptr;
    decltype(&cuMemMap) mem_map = nullptr;
    decltype(&cuMemUnmap) mem_unmap = nullptr;
    decltype(&cuMemSetAccess) mem_set_access = nullptr;

    std::string absence;  // why calls are missing; empty if all calls were found
};

/// Returns the calls, looked up once.
const Driver& driver();

/// Throws CudaError with `what` unless `status` is success.
void check(CUresult status, const char* what, const char* file = __builtin_FILE(),
           int line = __builtin_LINE());

/// Returns a sentence that says why this process cannot use CUDA and what to do; empty if it can. Needs no GL
/// context.
std::string absence();

}  // namespace winnow::cuda
