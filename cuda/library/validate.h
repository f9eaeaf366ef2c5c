// What a request of the public header must keep to, checked without a device.
#pragma once

#include "winnow/cuda_scan.h"

namespace winnow::library {

/// Throws Error(bad_input) unless the request for elements of the type keeps to the header's rules. Whether
/// the pointers are device memory is not asked.
void validate(const CudaScanRequest& request, ScanType type);

}  // namespace winnow::library
