// Thrust's compaction in place, as a baseline. Only one translation unit includes Thrust's headers.
#pragma once

#include <memory>

#include "cuda/measure/cub.h"

namespace winnow::cuda {

/// thrust::remove_if with the flags as its stencil: stable, in place. Keeps the memory that Thrust asks for,
/// so that later runs allocate none.
class ThrustRemove {
  public:
    ThrustRemove();
    ~ThrustRemove();

    /// Returns the number of survivors, for which Thrust waits for the GPU. Throws CudaError.
    std::uint32_t run(cudaStream_t stream, const FlaggedRecords& records);

  private:
    class Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace winnow::cuda
