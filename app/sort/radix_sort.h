// A stable radix sort in GLSL that places each digit by a scan.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/program.h"
#include "scan/scan.h"

namespace winnow::sort {

/// One variant of the sort: its tuning.
struct RadixVariant {
    std::uint32_t threads = 0;        // per work group: a power of two, at least one per digit
    std::uint32_t keys = 0;           // keys per thread
    std::uint32_t digit_bits = 0;     // a divisor of the sorted 16 or 32 bits
    std::uint32_t subgroup_size = 0;  // for ranking by subgroup ballots; 0: each thread has its own counters

    std::uint64_t tile() const { return std::uint64_t{threads} * keys; }
    std::uint32_t digits() const { return 1u << digit_bits; }
    /// Returns the defines that all programs of the sort share.
    gl::Defines defines() const;
};

/// Returns the variant tuned for this device.
RadixVariant radix_variant(const gl::Facts& facts);

/// Keys and values, 32 bits each, in two parallel arrays.
struct Pairs {
    gl::Words keys, values;
};

struct Request {
    Pairs pairs;              // sorted by ascending keys; equal keys keep their order
    Pairs scratch;            // as many words again, overwritten: the passes alternate between both
    std::uint64_t bound = 0;  // the most pairs that are read or written; may be 0
    gl::Word count;           // GPU location of the true count, clamped to bound; null: count = bound
    std::uint32_t first_bit = 0, bits = 32;  // the 16 or 32 bits of the keys to sort by
    // The four ranges must not overlap, and the count must lie in none of them.
};

/// Sorts by the least significant digit first (Satish, Harris and Garland, "Designing Efficient Sorting
/// Algorithms for Manycore GPUs", 2009). For each digit: count it in every tile, scan the counts in the order
/// (digit, tile), rank the pairs within the tile and move them. Nothing is read back in between, not even the
/// number of tiles.
class RadixSort {
  public:
    /// `scan` scans u32 sums. `facts` and `shaders` must outlive the sort.
    RadixSort(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan);
    /// Makes one variant, for tests and tuning.
    RadixSort(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan,
              const RadixVariant& variant);

    /// Returns the pairs per tile, the unit in which the work is divided.
    std::uint64_t tile() const { return variant_.tile(); }

    /// Allocates the scratch for `bound` pairs now, so that no run has to. Throws Error(bad_input) if it does
    /// not fit.
    void reserve(std::uint64_t bound);

    /// Submits the sort. The result is visible to the GL commands that follow. Throws Error(bad_input),
    /// before any buffer is touched, if the request breaks the rules above or exceeds a limit of the device
    /// or of its buffers.
    void run(const Request& request);

    /// Overwrites the scratch, for tests that nothing depends on it.
    void poison_scratch(std::uint32_t word);

  private:
    std::uint64_t counters(std::uint64_t bound) const;
    void plan(const Request& request);
    void sort_digit(const Request& request, const Pairs& from, const Pairs& to, std::uint32_t shift);
    void bind(const gl::Program& program, const Pairs& from, std::uint32_t shift) const;

    const gl::Facts& facts_;
    RadixVariant variant_;
    std::unique_ptr<scan::Scan> scan_;
    gl::Program plan_program_, count_program_, move_program_;
    gl::Buffer plan_;    // one shared::SortPlan
    gl::Buffer counts_;  // the count of each digit in each tile; then their exclusive scan
};

/// Throws Error(bad_input) unless the request keeps the rules above and its ranges lie inside their buffers.
void validate(const Request& request);

}  // namespace winnow::sort
