// What a scan (prefix sum) is, for every backend.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "gl/buffer.h"
#include "scan/catalogue.h"

namespace winnow::scan {

enum class Element { u32 };
enum class Operator { add };
enum class Kind {
    exclusive,  // output[i] = sum of input[0 .. i-1]; output[0] = 0
    inclusive,  // output[i] = sum of input[0 .. i]
};

/// Sums are exact modulo 2^32, so all backends agree to the bit.
struct Request {
    Element element = Element::u32;
    Operator op = Operator::add;
    Kind kind = Kind::exclusive;
    gl::Words input;
    gl::Words output;         // may be the input itself; other overlap is not allowed
    std::uint64_t bound = 0;  // elements: no more are read or written. 0 is allowed.
    gl::Word count;           // GPU location of the true count, clamped to bound; null: count = bound
    gl::Word total;           // GPU location that receives the sum of all; null: not wanted
    // Neither count nor total lies within the output, and they are not the same word.
};

/// One block scan and grid strategy on one backend. Scratch is kept between runs and grows on demand.
class Scan {
  public:
    virtual ~Scan() = default;

    /// Allocates the scratch for `bound` elements now, so that no run does. Error(bad_input) if it won't fit.
    virtual void reserve(std::uint64_t bound) = 0;

    /// The results are visible to the GL commands that follow. Throws Error(bad_input) before anything is
    /// touched if the request is beyond a limit of the device or of its buffers.
    virtual void run(const Request& request) = 0;

    /// Milliseconds of the last run's work on an API of the backend's own, without the hand-over; waits for
    /// it. Nullopt where GL's timers or the CPU's clock see the whole.
    virtual std::optional<double> own_milliseconds() { return std::nullopt; }

    /// Overwrites transient scratch with a pattern; for tests that prove nothing depends on it.
    virtual void poison_scratch(std::uint32_t word) = 0;
};

/// Throws Error(bad_input) unless the request keeps to the above, the ranges lie inside their buffers, and
/// all indices have 32 bits.
void validate(const Request& request);

}  // namespace winnow::scan
