// Memory made by CUDA, exported, and imported into OpenGL: full speed on either side, and no map is needed to
// reach it, only the ordering of a HandOver.
#pragma once

#include <cstddef>
#include <memory>

#include "gl/buffer.h"
#include "gl/context.h"

namespace winnow::cuda {

/// Null where the GL context or the driver cannot share memory this way. The device is current.
std::unique_ptr<gl::MemoryProvider> make_imported_memory(const gl::Facts& facts, int device);

/// Where CUDA sees the buffer's memory, or null if it was not made by an imported provider.
std::byte* imported_address(const gl::Buffer& buffer);

}  // namespace winnow::cuda
