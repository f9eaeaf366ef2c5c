// The buffers of a benchmark of compactors: sets of columns and votes that runs take in turn.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"
#include "measure/baseline.h"

namespace winnow::measure {

/// The votes of a case, and who survives.
struct CompactVotes {
    std::vector<std::uint32_t> words, bits;
    std::vector<std::uint32_t> survivors;  // indices, ascending
};

class CompactSets {
  public:
    /// Every record of every set has contents that say which record of which column it is. Throws
    /// Error(bad_input) before anything is allocated if they do not fit.
    CompactSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t columns,
                std::uint32_t records);
    CompactSets(const CompactSets&) = delete;

    /// Error(bad_input) if it does not fit.
    static void require_fit(const gl::Facts& facts, std::uint32_t columns, std::uint64_t records);

    void set_votes(const CompactVotes& votes) const;
    std::uint32_t columns() const { return columns_; }
    std::uint32_t records() const { return records_; }
    /// Read and written when all records are copied.
    std::uint64_t copy_bytes() const;

    /// What a run works on; no votes are chosen yet.
    CompactRun run(std::uint32_t run) const;
    /// Source and destination of each column.
    std::vector<BenchmarkPair> copies(std::uint32_t run) const;

    /// So that nobody is taken for right by what another has left.
    void poison() const;
    /// Whether the destinations of the first set hold the survivors, in their order or in any: looks at their
    /// number and at slices from the first to the last. One sentence; empty: yes.
    std::string fault(const CompactVotes& votes, bool in_order) const;
    /// Whether the number of survivors is right.
    static std::string count_fault(const CompactVotes& votes, std::uint32_t survivors);

  private:
    struct Set {
        std::vector<gl::Buffer> source, destination;
        gl::Buffer words, bits, ring, survivors;
        std::vector<compact::Column> columns;  // these; moving a vector does not move what it holds
    };
    static Set make_set(gl::MemoryProvider& memory, std::uint32_t columns, std::uint32_t records);
    void fill_sources() const;
    std::string slice_fault(const CompactVotes& votes, bool in_order, std::uint64_t first,
                            std::uint64_t count) const;

    std::uint32_t columns_, records_;
    std::vector<Set> sets_;
};

}  // namespace winnow::measure
