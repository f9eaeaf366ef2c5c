// How CUDA reaches a GL buffer (directly, where CUDA made its memory, else through a registration), and the
// span in which CUDA may touch GL's buffers. It costs a switch between the GPU's two contexts (about
// 0.35 ms on an H200, however it is done), so there is one a step.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <vector>

#include "cuda/runtime.h"
#include "gl/buffer.h"

namespace winnow::cuda {

/// The buffer's registration with CUDA, made at the first call (about 40 ms a GiB) and kept as long as the
/// buffer. Throws CudaError if CUDA refuses.
cudaGraphicsResource_t registration_of(const gl::Buffer& buffer);

/// Where CUDA sees a buffer during a hand-over that includes it.
std::byte* device_address(const gl::Buffer& buffer);

/// From the constructor on, CUDA's work on the runtime's stream follows all GL commands issued before, whose
/// shader writes it sees. From finish() on, GL commands follow that work, whose writes they see.
class HandOver {
  public:
    /// Maps the fence and those of `buffers` that are not imported; null and repeated ones are skipped.
    /// Throws CudaError.
    HandOver(Runtime& runtime, std::span<const gl::Buffer* const> buffers);
    /// Gives back to GL in any case, as far as CUDA is able to.
    ~HandOver();
    HandOver(const HandOver&) = delete;
    HandOver& operator=(const HandOver&) = delete;

    /// Throws CudaError.
    void finish();
    /// Gives nothing back, since CUDA's work has failed: GL must not be made to wait for it.
    void abandon() { mapped_.clear(); }

    /// Device pointers into buffers of this hand-over; null for a null buffer.
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
