// How far a scan of floats may lie from the exact result.
//
// Each addition rounds its result by at most half an epsilon of it. A result that k additions in a row have
// led to is therefore off by at most ((1 + epsilon/2)^k - 1) * sum|x|, whatever the order of the additions
// (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2), which is below
// epsilon * k * sum|x| while k < 2^24; of the sequential sum at any length (Jeannerod and Rump, Improved
// Error Bounds for Inner Products in Floating-Point Arithmetic, 2013). Inputs exist that come to nearly half
// of the bound. k is the depth: the longest chain of additions behind an element. Depths are counted from the
// networks; what a kernel adds to its network is estimated from above. Flushing of denormal numbers is not
// included: inputs near 1e-38 may exceed the bound.
#pragma once

#include <cstdint>

#include "scan/catalogue.h"

namespace winnow::scan {

/// Elements that a thread of any kernel takes one after the other, at most.
inline constexpr std::uint64_t most_items_per_thread = 64;

/// Additions one after the other behind any element of `length`, at most. `choice` is resolved; `tile` is
/// Scan::tile(). Tiles of one element are the sequential reference, whatever the choice.
std::uint64_t depth_of(ScanChoice choice, std::uint64_t tile, std::uint64_t length);

/// Of parallel_scan with so many subarrays: a whole subarray in sequence, the sums, one addition.
std::uint64_t parallel_depth(std::uint64_t length, unsigned subarrays);

/// |result - reference| is not above this, of an f32 scan with add; `magnitudes` is the sum of |x| over the
/// elements in the result, and the reference their sum in double, one after the other (so its own rounding is
/// included, as `elements` additions of doubles). min and max round nothing: their bound is 0.
double error_bound(Operator op, std::uint64_t depth, std::uint64_t elements, double magnitudes);

}  // namespace winnow::scan
