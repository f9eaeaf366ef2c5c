// The cases of `bench sort`: their buffers and the check of their results.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"
#include "measure/baseline.h"
#include "measure/glsl_baselines.h"
#include "sort/radix_sort.h"

namespace winnow::measure {

/// Returns the mask of the bits that order: the lowest `key_bits`, 1 to 32.
constexpr std::uint32_t key_mask(std::uint32_t key_bits) {
    return ~0u >> (32 - key_bits);
}

class SortSets {
  public:
    /// Fills the sets with random keys; the value of a pair is its place. Throws Error(bad_input) before
    /// anything is allocated if they do not fit.
    SortSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t seed, std::uint32_t elements);
    SortSets(const SortSets&) = delete;

    /// Throws Error(bad_input) if a set does not fit.
    static void require_fit(const gl::Facts& facts, std::uint64_t elements);

    std::uint32_t elements() const { return static_cast<std::uint32_t>(keys_.size()); }
    const std::vector<std::uint32_t>& keys() const { return keys_; }
    /// Returns the bytes read and written when all pairs are copied.
    std::uint64_t copy_bytes() const;

    /// Restores the run's unsorted pairs and makes them visible to what follows. Not part of any measured
    /// time.
    void restore(std::uint32_t run, const BenchPrograms& programs) const;
    /// Returns the request for our sort, which works in place on the pairs that restore() left.
    sort::Request request(std::uint32_t run, std::uint32_t key_bits) const;
    /// Returns the run for a baseline, which sorts the unsorted input into the run's pairs.
    SortRun run(std::uint32_t run) const;
    std::vector<BenchmarkPair> copies(std::uint32_t run) const;

    /// Overwrites the results, so that no sort passes with the results of another.
    void poison() const;
    /// Checks that the pairs of the first set are sorted by the lowest bits of their keys, and equal keys in
    /// the order of their places. Returns one sentence, or an empty text if they are.
    std::string fault(std::uint32_t key_bits) const;

  private:
    struct Set {
        gl::Buffer keys, values, scratch_keys, scratch_values;
    };
    const Set& set(std::uint32_t run) const { return sets_[run % sets_.size()]; }

    std::vector<std::uint32_t> keys_;
    gl::Buffer input_keys_, input_values_;
    std::vector<Set> sets_;
};

}  // namespace winnow::measure
