// Memory made by CUDA, exported, and imported into OpenGL. Both sides access it at full speed, and CUDA
// reaches it without mapping; a HandOver is only needed for the order.
#pragma once

#include <cstddef>
#include <memory>

#include "gl/buffer.h"
#include "gl/context.h"

namespace winnow::cuda {

/// Returns null if the GL context or the driver cannot share memory this way. Precondition: the device is
/// current.
std::unique_ptr<gl::MemoryProvider> make_imported_memory(const gl::Facts& facts, int device);

/// Returns the address of the buffer's memory in CUDA, or null if it was not made by an imported provider.
std::byte* imported_address(const gl::Buffer& buffer);

}  // namespace winnow::cuda
