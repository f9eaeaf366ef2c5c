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
    /// Returns cudaSuccess once the event has passed, cudaErrorNotReady before, otherwise the error of the
    /// stream. Never waits.
    cudaError_t query() const;
    void wait() const;

    /// Returns the time between two events. Precondition: both have passed.
    static double milliseconds(const Event& begin, const Event& end);

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace winnow::cuda
