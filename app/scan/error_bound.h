// The error bounds of float scans against the exact result.
//
// Each addition rounds its result by at most half an epsilon of it. The result of a chain of k additions is
// therefore off by at most ((1 + epsilon/2)^k - 1) * sum|x|, in any order of the additions (Higham, Accuracy
// and Stability of Numerical Algorithms, 2002, section 4.2). This is below epsilon * k * sum|x| while k <
// 2^24, and for the sequential sum at any length (Jeannerod and Rump, Improved Error Bounds for Inner
// Products in Floating-Point Arithmetic, 2013). Some inputs reach nearly half of the bound. k is the depth:
// the longest chain of additions behind an element. Depths are counted from the networks; what a kernel adds
// to its network is estimated from above. Flushing of denormal numbers is not included: inputs near 1e-38 may
// exceed the bound.
#pragma once

#include <cstdint>

#include "scan/catalogue.h"

namespace winnow::scan {

/// The most elements that a thread of any kernel takes in sequence.
inline constexpr std::uint64_t max_items_per_thread = 64;

/// Returns an upper bound of the longest chain of additions behind any of `length` elements. `choice` is
/// resolved; `tile` is Scan::tile(). Tiles of one element stand for the sequential reference, for any choice.
std::uint64_t depth_of(ScanChoice choice, std::uint64_t tile, std::uint64_t length);

/// Returns the depth of parallel_scan with `subarrays` subarrays: a whole subarray in sequence, the sums, one
/// addition.
std::uint64_t parallel_depth(std::uint64_t length, unsigned subarrays);

/// Returns the bound of |result - reference| for an f32 scan with add. `magnitudes` is the sum of |x| over
/// the elements in the result. The reference is their sum in double, in sequence; its own rounding is
/// included, as `elements` additions of doubles. min and max round nothing: their bound is 0.
double error_bound(Operator op, std::uint64_t depth, std::uint64_t elements, double magnitudes);

}  // namespace winnow::scan
