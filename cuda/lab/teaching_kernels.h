// The Lab's teaching kernels in CUDA.
#pragma once

#include <cuda_runtime_api.h>

#include "lab/teaching_kernels.h"

namespace winnow::cuda {

/// Executes the task's kernel on the current device and waits for it. Throws CudaError if that fails.
lab::KernelRecording run_teaching_kernel(cudaStream_t stream, const lab::KernelTask& task);
/// The same for a kernel in one pass.
lab::KernelTrace trace_teaching_kernel(cudaStream_t stream, const lab::KernelTask& task);

}  // namespace winnow::cuda
