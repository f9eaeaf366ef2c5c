// What benchmarks of scans work on, and whether what comes out is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scan/catalogue.h"
#include "verify/input.h"

namespace winnow::measure {

/// The elements as bytes. Random integers fill their type; random floats lie in [-1, 1).
std::vector<std::byte> make_input(verify::Input input, std::uint32_t seed, Element element,
                                  std::uint64_t count);

/// Compares an exclusive scan with the reference: integers, least and greatest exactly; sums of floats with
/// the sum in double precision, within scan::error_bound of `depth` additions one after the other. Returns
/// the first fault in a sentence, or nothing.
std::string scan_fault(ScanType type, std::span<const std::byte> input, std::span<const std::byte> output,
                       std::uint64_t depth);

/// The exclusive scan in host memory, by one processor or by all. Both spans have the same size.
void scan_sequentially(ScanType type, std::span<const std::byte> input, std::span<std::byte> output);
void scan_in_parallel(ScanType type, std::span<const std::byte> input, std::span<std::byte> output);

}  // namespace winnow::measure
