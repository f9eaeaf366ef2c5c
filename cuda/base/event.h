// A CUDA event that owns itself.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

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

// Measures the stages of a compaction without waiting.

/// The events of the last few runs. Several are kept because an event that is recorded again loses its time,
/// and the GPU may be several runs behind.
class StepEvents {
  public:
    /// Notes the host's time, for begun(). Called before the hand-over, when the stream has no work, so the
    /// event passes at once. Never waits.
    void note_time(cudaStream_t stream);
    void begin(cudaStream_t stream);           // begins a run and opens the next slot
    void scanned_second(cudaStream_t stream);  // ends the second scan, which comes first but not in every run
    void scanned(cudaStream_t stream);
    void moved(cudaStream_t stream);

    /// Returns the state of the newest run's end: cudaSuccess, cudaErrorNotReady, or the error.
    cudaError_t newest() const;

    struct Milliseconds {
        std::optional<double> second_scan;
        double scan = 0, move = 0;

        double sum() const { return second_scan.value_or(0) + scan + move; }
    };
    /// Returns the times of the newest run that has succeeded.
    std::optional<Milliseconds> milliseconds() const;
    /// Returns when the newest run began, on the host's clock. Preconditions: it has succeeded, and
    /// note_time() was called before it began.
    std::chrono::steady_clock::time_point begun() const;

  private:
    struct Run {
        Event begin, scanned_second, scanned, moved;
        bool has_second = false;
    };
    static constexpr std::uint64_t RUNS = 4;

    const Run& run(std::uint64_t number) const { return runs_[number % RUNS]; }
    Run& current() { return runs_[(count_ - 1) % RUNS]; }

    std::array<Run, RUNS> runs_;
    std::uint64_t count_ = 0;  // number of runs begun
    Event noted_;
    std::chrono::steady_clock::time_point noted_at_;
};

}  // namespace winnow::cuda
