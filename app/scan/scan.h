// The interface of a scan (prefix sum) for every backend.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "gl/buffer.h"
#include "scan/catalogue.h"

namespace winnow::scan {

using Kind = ScanKind;

/// One run of a scan. Integer sums are exact modulo 2^32 or 2^64, so all backends agree to the bit. The
/// identity is 0 for add, the type's largest value (infinity for f32) for min, and its smallest for max. min
/// and max of NaN are unspecified. Places are counted in 32-bit words for every type; those of u64 elements
/// must be even.
struct Request {
    Kind kind = Kind::exclusive;
    gl::Words input;
    gl::Words output;         // may be the input itself; any other overlap is an error
    std::uint64_t bound = 0;  // the most elements that are read or written; may be 0
    gl::Word count;           // GPU location of the true count, clamped to bound; null: count = bound
    gl::Word total;           // GPU location that receives the result over all elements (u64: two words)
    // Neither count nor total may lie within the output, and they must not be the same word.
};

/// One block scan and grid strategy on one backend, for one type. Scratch is kept between runs and grows on
/// demand.
class Scan {
  public:
    virtual ~Scan() = default;

    virtual ScanType type() const = 0;
    /// Returns the elements per tile, the unit in which the work is divided; 1 if there are no tiles.
    virtual std::uint64_t tile() const = 0;

    /// Allocates the scratch for `bound` elements now, so that no run has to. Throws Error(bad_input) if it
    /// does not fit.
    virtual void reserve(std::uint64_t bound) = 0;

    /// Submits the scan. The results are visible to the GL commands that follow. Throws Error(bad_input),
    /// before any buffer is touched, if the request exceeds a limit of the device or of its buffers.
    virtual void run(const Request& request) = 0;

    /// Overwrites scratch that need not survive between runs, for tests that nothing depends on it.
    virtual void poison_scratch(std::uint32_t word) = 0;
};

/// Throws Error(bad_input) unless the request keeps the rules above for elements of the type, its ranges lie
/// inside their buffers, and all indices fit into 32 bits.
void validate(const Request& request, ScanType type);

// A scan that another API than OpenGL computes, so that its runs can be followed without waiting for them.

/// A Scan whose runs are computed outside OpenGL is also one of these.
class ForeignScan {
  public:
    virtual ~ForeignScan() = default;

    /// Submits the scan like Scan::run(), but from now on no GL command may touch the request's buffers until
    /// finished() has returned a time. Precondition: the last run that was begun has finished.
    virtual void begin(const Request& request) = 0;

    /// Returns the milliseconds of the run that was begun, without the hand-over, once it has succeeded: then
    /// its results are visible to the GL commands that follow. nullopt: it still runs. Never waits, and never
    /// makes GL wait for work that may fail. Throws Error(check_failed) if the run has failed.
    virtual std::optional<double> finished() = 0;
};

}  // namespace winnow::scan
