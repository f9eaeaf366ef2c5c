// What a scan (prefix sum) is, for every backend.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/buffer.h"
#include "scan/catalogue.h"

namespace winnow::scan {

using Kind = ScanKind;

/// Integer sums are exact modulo 2^32 or 2^64, so all backends agree to the bit. The identities: 0 for add;
/// for min the type's largest value (infinity for f32), for max its least. min and max of NaN are
/// unspecified. Places are counted in 32-bit words for every type; those of u64 elements must be even.
struct Request {
    Kind kind = Kind::exclusive;
    gl::Words input;
    gl::Words output;         // may be the input itself; other overlap is not allowed
    std::uint64_t bound = 0;  // elements: no more are read or written. 0 is allowed.
    gl::Word count;           // GPU location of the true count, clamped to bound; null: count = bound
    gl::Word total;           // GPU location that receives the result over all (u64: two words)
    // Neither count nor total lies within the output, and they are not the same word.
};

/// One block scan and grid strategy on one backend, for one type. Scratch is kept between runs and grows on
/// demand.
class Scan {
  public:
    virtual ~Scan() = default;

    virtual ScanType type() const = 0;
    /// Elements of a tile, the unit in which the work is divided; 1 where there are no tiles.
    virtual std::uint64_t tile() const = 0;

    /// Allocates the scratch for `bound` elements now, so that no run does. Error(bad_input) if it won't fit.
    virtual void reserve(std::uint64_t bound) = 0;

    /// The results are visible to the GL commands that follow. Throws Error(bad_input) before anything is
    /// touched if the request is beyond a limit of the device or of its buffers.
    virtual void run(const Request& request) = 0;

    /// Overwrites scratch that need not survive between runs; for tests that prove nothing depends on it.
    virtual void poison_scratch(std::uint32_t word) = 0;
};

/// Throws Error(bad_input) unless the request for elements of the type keeps to the above, the ranges lie
/// inside their buffers, and all indices have 32 bits.
void validate(const Request& request, ScanType type);

}  // namespace winnow::scan
