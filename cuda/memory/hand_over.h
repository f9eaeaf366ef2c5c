// CUDA's access to GL buffers (direct if CUDA made the memory, otherwise through a registration), and the
// span in which CUDA may touch them. A hand-over costs a switch between the GPU's two contexts (about 0.35 ms
// on an H200, however it is done), so there is one per step.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <vector>

#include "cuda/runtime.h"
#include "gl/buffer.h"

namespace winnow::cuda {

/// Returns the buffer's registration with CUDA, made at the first call (about 40 ms per GiB) and kept as long
/// as the buffer. Throws CudaError if CUDA refuses.
cudaGraphicsResource_t registration_of(const gl::Buffer& buffer);

/// Returns the buffer's address in CUDA during a hand-over that includes it.
std::byte* device_address(const gl::Buffer& buffer);

/// From the constructor on, CUDA's work on the runtime's stream comes after all earlier GL commands and sees
/// what their shaders wrote. From finish() on, GL commands come after that work and see what it wrote.
class HandOver {
  public:
    /// Maps the fence and those of `buffers` that are not imported; null and repeated ones are skipped.
    /// Throws CudaError.
    HandOver(Runtime& runtime, std::span<const gl::Buffer* const> buffers);
    /// Unmaps what is still mapped, as far as CUDA can.
    ~HandOver();
    HandOver(const HandOver&) = delete;
    HandOver& operator=(const HandOver&) = delete;

    /// Ends the hand-over: unmaps the buffers. Throws CudaError.
    void finish();
    /// Unmaps nothing, because CUDA's work has failed: GL must not wait for it.
    void abandon() { mapped_.clear(); }

    /// Return device pointers into buffers of this hand-over; null for a null buffer.
    template <typename T>
    T* pointer(const gl::Buffer* buffer) const {
        return buffer ? reinterpret_cast<T*>(device_address(*buffer)) : nullptr;
    }
    std::uint32_t* pointer(gl::Words words) const { return offset(words.buffer, words.first); }
    std::uint32_t* pointer(gl::Word word) const { return offset(word.buffer, word.index); }

  private:
    std::uint32_t* offset(const gl::Buffer* buffer, std::uint64_t words) const {
        std::uint32_t* start = pointer<std::uint32_t>(buffer);
        return start ? start + words : nullptr;
    }

    Runtime& runtime_;
    std::vector<cudaGraphicsResource_t> mapped_;
};

}  // namespace winnow::cuda
