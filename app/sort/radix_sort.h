// A stable radix sort in GLSL whose digits are placed by a scan.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/program.h"
#include "scan/scan.h"

namespace winnow::sort {

/// What one variant is tuned to.
struct RadixVariant {
    std::uint32_t threads = 0;        // of a work group, a power of two, at least one a digit
    std::uint32_t keys = 0;           // that one thread holds
    std::uint32_t digit_bits = 0;     // of which the sorted 16 or 32 are a multiple
    std::uint32_t subgroup_size = 0;  // ranks by subgroups' ballots; 0: by each thread's own counters

    std::uint64_t tile() const { return std::uint64_t{threads} * keys; }
    std::uint32_t digits() const { return 1u << digit_bits; }
    /// The defines of all programs of the sort; scan::with_pass() adds which it is.
    gl::Defines defines() const;
};

/// As tuned for this device.
RadixVariant radix_variant(const gl::Facts& facts);

/// Keys and values of 32 bits each, beside each other.
struct Pairs {
    gl::Words keys, values;
};

struct Request {
    Pairs pairs;              // sorted by rising keys; equal keys keep their order
    Pairs scratch;            // as many words again, overwritten: the digits' passes go to and fro
    std::uint64_t bound = 0;  // pairs: no more are read or written. 0 is allowed.
    gl::Word count;           // GPU location of the true count, clamped to bound; null: count = bound
    std::uint32_t first_bit = 0, bits = 32;  // of the keys, those that order: 16 or 32 of them
    // The four ranges do not overlap, and the count lies in none of them.
};

/// Least significant digit first (Satish, Harris and Garland, "Designing Efficient Sorting Algorithms for
/// Manycore GPUs", 2009). Each digit: count it in every tile, scan the counts in the order (digit, tile),
/// rank within the tile and move. Between, and for how many tiles there are, nothing is read back.
class RadixSort {
  public:
    /// `scan` is of u32 sums. `facts` and `shaders` outlive the sort.
    RadixSort(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan);
    /// Makes one variant, for tests and tuning.
    RadixSort(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan,
              const RadixVariant& variant);

    /// Pairs of a tile, the unit in which the work is divided.
    std::uint64_t tile() const { return variant_.tile(); }

    /// Allocates the scratch for `bound` pairs now, so that no run does. Error(bad_input) if it won't fit.
    void reserve(std::uint64_t bound);

    /// The result is visible to the GL commands that follow. Error(bad_input) before anything is touched if
    /// the request does not keep to the above, or is beyond a limit of the device or of its buffers.
    void run(const Request& request);

    /// Overwrites the scratch, for tests that prove nothing depends on it.
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
    gl::Buffer counts_;  // how often each digit comes in each tile; then what lies before
};

/// Throws Error(bad_input) unless the request keeps to the above, with its ranges inside their buffers.
void validate(const Request& request);

}  // namespace winnow::sort
