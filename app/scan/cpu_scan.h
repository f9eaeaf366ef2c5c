// The sequential reference as a backend: reads back, scans and uploads. It is the exception to the rule that
// nothing is read back.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "scan/catalogue.h"
#include "scan/scan.h"

namespace winnow::scan {

// The scan on the CPU's cores, by divide and conquer.

/// The intermediate results of a run, for tests and lessons.
template <typename T>
struct ParallelStages {
    std::vector<T> local;        // the output after the local scans, subarray by subarray
    std::vector<T> sums;         // sum of each subarray: the last element of its inclusive local scan
    std::vector<T> sums_before;  // the inclusive scan of sums; element k is combined with subarray k + 1
};

/// Divides the array into as many subarrays as there are processors, as equal as possible; each thread scans
/// one; one thread scans the sums of the subarrays; then each thread combines its subarray with the sum
/// before it. output.size() == input.size(); they may be the same memory. Returns the result over all
/// elements. `processors` 0 uses all of the machine, but no more than pay off. For integers the result equals
/// that of reference_scan_of; for floats the association of the sums depends on the number of processors,
/// with its own error bound (parallel_depth in error_bound.h). T is the type of an Element. If a thread
/// cannot be started, the calling thread does its work.
template <typename T>
T parallel_scan(Kind kind, Operator op, std::span<const T> input, std::span<T> output,
                unsigned processors = 0, ParallelStages<T>* stages = nullptr);

/// Returns how many subarrays parallel_scan makes of `length` elements.
unsigned subarrays_of(std::uint64_t length, unsigned processors);

std::unique_ptr<Scan> make_cpu_scan(ScanType type = {});

/// The reference scan on all cores (parallel_scan), for comparison.
std::unique_ptr<Scan> make_parallel_cpu_scan(ScanType type = {});

}  // namespace winnow::scan
