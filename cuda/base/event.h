// A CUDA event that owns itself.
#pragma once

#include <cuda_runtime_api.h>

namespace winnow::cuda {

class Event {
  public:
    Event();
    ~Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    void record(cudaStream_t stream);
    /// cudaSuccess once passed, cudaErrorNotReady before, else what failed in the stream. Never waits.
    cudaError_t query() const;
    void wait() const;

    /// Both must have passed.
    static double milliseconds(const Event& begin, const Event& end);

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace winnow::cuda
