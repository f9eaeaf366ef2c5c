#include "cuda/testing/fault.h"

#include "cuda/base/cuda_error.h"

namespace winnow::cuda {
namespace {

int runs_before_fault = 0;

__global__ void trap() {
    __trap();
}

void trap_when_due(cudaStream_t stream) {
    if (runs_before_fault-- > 0) return;
    before_move = nullptr;
    trap<<<1, 1, 0, stream>>>();
    check_launch("trap");
}

}  // namespace

void fail_next_launch_after(int runs) {
    runs_before_fault = runs;
    before_move = trap_when_due;
}

}  // namespace winnow::cuda
