// The compactions that are measured, their votes and their buffers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compact/compactor.h"
#include "gl/buffer.h"
#include "gl/context.h"
#include "measure/baseline.h"
#include "measure/measure.h"

namespace winnow::measure {

/// Records that are measured with several votes, one after another.
struct CompactGroup {
    std::uint32_t columns = 0;
    std::uint32_t records = 0;
    struct Votes {
        VoteSpread spread = VoteSpread::random;
        std::uint32_t percent = 0;  // that survive
        bool operator==(const Votes&) const = default;
    };
    std::vector<Votes> votes;
    bool operator==(const CompactGroup&) const = default;
};

/// By default 16 M records of 48 and of 64 bytes (65,536 where a CPU renders), every share of survivors at
/// random and 50 % in clusters; with --all, 1 M to 64 M records of 16 to 64 bytes, every share and both
/// spreads. What the options name takes the place of either.
std::vector<CompactGroup> compact_groups(const CompactBenchChoice& options, bool software);

/// One word a vote: about so many per cent are 1, at 0 and 100 exactly. Random: each by itself. Clustered:
/// runs of vote_cluster records live or die together.
std::vector<std::uint32_t> make_votes(VoteSpread spread, std::uint32_t percent, std::uint32_t seed,
                                      std::uint64_t records);
inline constexpr std::uint64_t vote_cluster = 1024;

/// The indices of those that survive, ascending.
std::vector<std::uint32_t> survivors_of(std::span<const std::uint32_t> votes);

/// The votes as they are stored, every 32-byte sector of each column that holds a survivor read once, and the
/// survivors written: bytes. The records begin at the start of their columns.
std::uint64_t compact_bound_bytes(std::span<const std::uint32_t> votes, compact::VoteFormat format,
                                  std::uint32_t columns);

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

    /// The request of a run; no votes are chosen yet.
    CompactRun run(std::uint32_t run) const;
    /// Source and destination of each column.
    std::vector<BenchmarkPair> copies(std::uint32_t run) const;

    /// So that nobody is taken for right by what another has left.
    void poison() const;
    /// Checks that the destinations of the first set hold the survivors, in their order or in any: looks at
    /// their number and at slices from the first to the last. One sentence; empty: yes.
    std::string fault(const CompactVotes& votes, bool in_order) const;
    /// Checks the number of survivors alone.
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
