// What benchmarks measure on a clock of its own: yardsticks, other people's scans, and scans whose API is not
// OpenGL. All of them are timed alike.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/error.h"
#include "gl/buffer.h"
#include "scan/catalogue.h"

namespace winnow {

struct BenchmarkPair {
    const gl::Buffer* input = nullptr;
    const gl::Buffer* output = nullptr;
};

/// Runs that are timed together.
struct BenchmarkBatch {
    std::span<const BenchmarkPair> runs;  // one run for each, right after another
    std::uint64_t elements = 0;           // of every run
    ScanType type;
    /// Copied `sweeps` times ahead of the runs and not timed: it turns out the caches, and meanwhile all the
    /// launches are queued, so that none is waited for.
    BenchmarkPair sweep;
    std::uint32_t sweeps = 0;
};

class BenchmarkPeer {
  public:
    virtual ~BenchmarkPeer() = default;
    virtual std::string name() const = 0;
    /// Whether it only copies: a yardstick that scans are divided by.
    virtual bool copies() const { return false; }
    /// Whether it does this; the reason is a sentence.
    virtual Availability offers(ScanType type, std::uint64_t elements) const = 0;
    /// Milliseconds of the GPU work of all runs together, from the first launch to the end of the last run.
    /// Precondition: it offers the batch. Throws Error(bad_input) if the elements exceed a buffer.
    virtual double run(const BenchmarkBatch& batch) = 0;
};

}  // namespace winnow
