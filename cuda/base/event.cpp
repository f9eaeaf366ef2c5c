#include "cuda/base/event.h"

#include "cuda/base/check.h"

namespace winnow::cuda {

Event::Event() {
    check(cudaEventCreate(&event_), "cudaEventCreate");
}

Event::~Event() {
    cudaEventDestroy(event_);
}

void Event::record(cudaStream_t stream) {
    check(cudaEventRecord(event_, stream), "cudaEventRecord");
}

cudaError_t Event::query() const {
    const cudaError_t status = cudaEventQuery(event_);
    if (status != cudaSuccess)
        cudaGetLastError();  // or "not ready" would look like an error of the next launch
    return status;
}

void Event::wait() const {
    check(cudaEventSynchronize(event_), "cudaEventSynchronize");
}

double Event::milliseconds(const Event& begin, const Event& end) {
    float elapsed = 0;
    check(cudaEventElapsedTime(&elapsed, begin.event_, end.event_), "cudaEventElapsedTime");
    return elapsed;
}

}  // namespace winnow::cuda
