#include "cuda/compact/step_events.h"

namespace winnow::cuda {

void StepEvents::begin(cudaStream_t stream) {
    ++count_;
    current().begin.record(stream);
}

void StepEvents::scanned(cudaStream_t stream) {
    current().scanned.record(stream);
}

void StepEvents::moved(cudaStream_t stream) {
    current().moved.record(stream);
}

cudaError_t StepEvents::newest() const {
    return count_ == 0 ? cudaSuccess : run(count_ - 1).moved.query();
}

std::optional<StepEvents::Milliseconds> StepEvents::milliseconds() const {
    for (std::uint64_t back = 1; back <= RUNS && back <= count_; ++back) {
        const Run& candidate = run(count_ - back);
        if (candidate.moved.query() != cudaSuccess) continue;
        return Milliseconds{Event::milliseconds(candidate.begin, candidate.scanned),
                            Event::milliseconds(candidate.scanned, candidate.moved)};
    }
    return std::nullopt;
}

}  // namespace winnow::cuda
