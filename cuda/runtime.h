// What everything that one CUDA suite makes has in common: the device, the stream, the fence, and whether
// CUDA still works.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include "gl/buffer.h"
#include "gl/context.h"

namespace winnow::cuda {

/// Belongs to one GL context, on whose GPU it works. Kept alive by all that was made with it.
class Runtime {
  public:
    /// Makes the device current and starts CUDA on it. Throws CudaError if it does not come up.
    Runtime(const gl::Facts& facts, int device);
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    const gl::Facts& facts() const { return facts_; }
    int device() const { return device_; }
    cudaStream_t stream() const { return stream_; }

    /// Mapping and unmapping these 4 bytes is what orders GL's work and CUDA's (HandOver does it).
    const gl::Buffer& fence() const { return fence_; }

    /// Memory that GL and CUDA share, or null where GL cannot import it.
    gl::MemoryProvider* imported_memory() const { return imported_.get(); }
    /// imported_memory() if there is one, else plain GL memory, to be registered.
    gl::MemoryProvider& scratch_memory() const { return imported_ ? *imported_ : *plain_; }

    /// Set by the first failure on the device; for ever, since CUDA does not recover within a process.
    const std::string& failure() const { return failure_; }
    void set_failed(std::string sentence);

  private:
    const gl::Facts& facts_;
    int device_ = 0;
    cudaStream_t stream_ = nullptr;
    std::unique_ptr<gl::MemoryProvider> plain_, imported_;
    gl::Buffer fence_;
    std::string failure_;
};

}  // namespace winnow::cuda
