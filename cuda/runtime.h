// The state that all objects of one CUDA suite share: the device, the stream, the fence, and CUDA's failure.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include "compact/suite.h"
#include "gl/buffer.h"
#include "gl/context.h"

namespace winnow::cuda {

// The CUDA devices of this machine, and the one that a GL context can work with.

/// The CUDA device of the current GL context, or a sentence that says why there is none and what to do.
struct Match {
    int device = -1;
    std::string reason;  // empty: there is a device
};
Match match_context(const gl::Facts& facts);

/// Returns 0 if absence() has a reason.
int device_count();

BackendDevice describe_device(int device);

/// Belongs to one GL context, on whose GPU it works. All objects made with it keep it alive.
class Runtime {
  public:
    /// Makes the device current and starts CUDA on it. Throws CudaError if that fails.
    Runtime(const gl::Facts& facts, int device);
    ~Runtime();
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    const gl::Facts& facts() const { return facts_; }
    int device() const { return device_; }
    cudaStream_t stream() const { return stream_; }

    /// Mapping and unmapping these 4 bytes orders the work of GL and CUDA (see HandOver).
    const gl::Buffer& fence() const { return fence_; }

    /// Returns memory that GL and CUDA share, or null if GL cannot import it.
    gl::MemoryProvider* imported_memory() const { return imported_.get(); }
    /// Returns imported_memory() if there is one, otherwise plain GL memory, which needs a registration.
    gl::MemoryProvider& scratch_memory() const { return imported_ ? *imported_ : *plain_; }

    /// The first failure on the device. It stays forever, because CUDA does not recover within a process.
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
