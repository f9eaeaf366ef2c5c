#include "cuda/base/event.h"

#include "cuda/base/cuda_error.h"

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

void StepEvents::note_time(cudaStream_t stream) {
    noted_.record(stream);
    noted_at_ = std::chrono::steady_clock::now();
}

void StepEvents::begin(cudaStream_t stream) {
    ++count_;
    current().has_second = false;
    current().begin.record(stream);
}

void StepEvents::scanned_second(cudaStream_t stream) {
    current().has_second = true;
    current().scanned_second.record(stream);
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

std::chrono::steady_clock::time_point StepEvents::begun() const {
    const std::chrono::duration<double, std::milli> since(Event::milliseconds(noted_, run(count_ - 1).begin));
    return noted_at_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(since);
}

std::optional<StepEvents::Milliseconds> StepEvents::milliseconds() const {
    for (std::uint64_t back = 1; back <= RUNS && back <= count_; ++back) {
        const Run& candidate = run(count_ - back);
        if (candidate.moved.query() != cudaSuccess) continue;
        Milliseconds stages;
        const Event& ready = candidate.has_second ? candidate.scanned_second : candidate.begin;
        if (candidate.has_second) stages.second_scan = Event::milliseconds(candidate.begin, ready);
        stages.scan = Event::milliseconds(ready, candidate.scanned);
        stages.move = Event::milliseconds(candidate.scanned, candidate.moved);
        return stages;
    }
    return std::nullopt;
}

}  // namespace winnow::cuda
