// The cases of sorting, their buffers and the measurement.
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

/// The bits of a key that order, the lowest `key_bits`, 1 to 32.
constexpr std::uint32_t key_mask(std::uint32_t key_bits) {
    return ~0u >> (32 - key_bits);
}

class SortSets {
  public:
    /// Random keys; the value of a pair is its place. Error(bad_input) before anything is allocated if they
    /// do not fit.
    SortSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t seed, std::uint32_t elements);
    SortSets(const SortSets&) = delete;

    /// Error(bad_input) if it does not fit.
    static void require_fit(const gl::Facts& facts, std::uint64_t elements);

    std::uint32_t elements() const { return static_cast<std::uint32_t>(keys_.size()); }
    const std::vector<std::uint32_t>& keys() const { return keys_; }
    /// Read and written when all pairs are copied.
    std::uint64_t copy_bytes() const;

    /// The run's pairs as they were, visible to what follows. Not part of any time.
    void restore(std::uint32_t run, const BenchPrograms& programs) const;
    /// Ours, in place: sorts what restore() left.
    sort::Request request(std::uint32_t run, std::uint32_t key_bits) const;
    /// Theirs: sorts what is as it was into the run's pairs.
    SortRun run(std::uint32_t run) const;
    std::vector<BenchmarkPair> copies(std::uint32_t run) const;

    /// So that nobody is taken for right by what another has left.
    void poison() const;
    /// Whether the pairs of the first set are sorted by the lowest bits of their keys, equal keys in the
    /// order of their places. One sentence; empty: yes.
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
