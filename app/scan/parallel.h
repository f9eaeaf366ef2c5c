// The scan over processors: divide and conquer on the CPU's cores.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scan/catalogue.h"
#include "scan/scan.h"

namespace winnow::scan {

/// What the stages of a run left, for those who want to look.
template <typename T>
struct ParallelStages {
    std::vector<T> local;        // the output after the local scans, one subarray after the other
    std::vector<T> sums;         // over each subarray: the last elements of inclusive local scans
    std::vector<T> sums_before;  // their inclusive scan; element k is combined with subarray k + 1
};

/// The array is divided into as many subarrays as there are processors, as equal as possible; each is scanned
/// by its own thread; the sums of the subarrays are scanned by one; then each thread combines its subarray
/// with the sum before it. output.size() == input.size(); they may be the same memory. Returns the result
/// over all. `processors` 0: all that the machine has, but no more than pay off. Exact for integers, with the
/// same result as reference_scan_of; for floats the sums are associated differently for each number of
/// processors, with an error bound of its own (parallel_depth in error_bound.h). T is the type of an Element.
/// std::system_error if a thread cannot be started.
template <typename T>
T parallel_scan(Kind kind, Operator op, std::span<const T> input, std::span<T> output,
                unsigned processors = 0, ParallelStages<T>* stages = nullptr);

/// How many subarrays parallel_scan makes of `length` elements.
unsigned subarrays_of(std::uint64_t length, unsigned processors);

}  // namespace winnow::scan
