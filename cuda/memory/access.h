// How CUDA reaches a GL buffer: directly, where CUDA made its memory, else through a registration.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "gl/buffer.h"

namespace winnow::cuda {

/// The buffer's registration with CUDA, made at the first call (about 40 ms a GiB) and kept as long as the
/// buffer. Throws CudaError if CUDA refuses.
cudaGraphicsResource_t registration_of(const gl::Buffer& buffer);

/// Where CUDA sees a buffer during a hand-over that includes it.
std::byte* device_address(const gl::Buffer& buffer);

}  // namespace winnow::cuda
