// The hand-over and the timing of everything that is measured with CUDA events.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "cuda/base/event.h"
#include "cuda/memory/hand_over.h"
#include "cuda/runtime.h"
#include "measure/baseline.h"

namespace winnow::cuda {

/// Times the runs of a batch together, between two events within one hand-over. The cache sweep before the
/// first event keeps the GPU busy while the runs are queued.
class BatchClock {
  public:
    explicit BatchClock(std::shared_ptr<Runtime> runtime);

    Runtime& runtime() const { return *runtime_; }

    using Submit = std::function<void(cudaStream_t stream, const HandOver& hand_over)>;
    /// Returns the milliseconds of the GPU work that `submit` submits. The hand-over includes `buffers`; null
    /// ones are skipped.
    double time(std::vector<const gl::Buffer*> buffers, const measure::CacheSweep& sweep,
                const Submit& submit);

  private:
    std::shared_ptr<Runtime> runtime_;
    Event begin_, end_;
};

}  // namespace winnow::cuda
