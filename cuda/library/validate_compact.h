// The rules of the CUDA library's compactions.
#pragma once

#include "winnow/cuda_compact.h"

namespace winnow::library {

/// Error(bad_input) unless the request keeps to what its header says.
void validate(const CudaCompactRequest& request, VoteFormat format);

}  // namespace winnow::library
