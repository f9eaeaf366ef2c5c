// The cases of `bench compact`: record sizes, votes and buffers.
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

/// Records that are measured with several patterns of votes, one after another.
struct CompactGroup {
    std::uint32_t columns = 0;
    std::uint32_t records = 0;
    struct Votes {
        VoteSpread spread = VoteSpread::random;
        std::uint32_t percent = 0;  // of survivors
        bool operator==(const Votes&) const = default;
    };
    std::vector<Votes> votes;
    bool operator==(const CompactGroup&) const = default;
};

/// Returns the groups to measure. By default 16 M records of 48 and of 64 bytes (65,536 where a CPU renders),
/// with every share of survivors at random and 50 % in clusters. With --all, 1 M to 64 M records of 16 to 64
/// bytes, every share and both spreads. What the options name replaces the value in either list.
std::vector<CompactGroup> compact_groups(const CompactBenchChoice& options, bool software);

/// Returns one word per vote. About `percent` per cent of them are 1, at 0 and 100 exactly. Random: each vote
/// by itself. Clustered: runs of vote_cluster records live or die together.
std::vector<std::uint32_t> make_votes(VoteSpread spread, std::uint32_t percent, std::uint32_t seed,
                                      std::uint64_t records);
inline constexpr std::uint64_t vote_cluster = 1024;

/// Returns the indices of the survivors, ascending.
std::vector<std::uint32_t> survivors_of(std::span<const std::uint32_t> votes);

/// Returns the fewest bytes that must move: the votes as they are stored, every 32-byte sector of each column
/// that holds a survivor read once, and the survivors written. The records begin at the start of their
/// columns.
std::uint64_t compact_bound_bytes(std::span<const std::uint32_t> votes, compact::VoteFormat format,
                                  std::uint32_t columns);

/// The votes of a case and the survivors they select.
struct CompactVotes {
    std::vector<std::uint32_t> words, bits;
    std::vector<std::uint32_t> survivors;  // indices, ascending
};

class CompactSets {
  public:
    /// Fills every record of every set with contents that say which record of which column it is. Throws
    /// Error(bad_input) before anything is allocated if the sets do not fit.
    CompactSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t columns,
                std::uint32_t records);
    CompactSets(const CompactSets&) = delete;

    /// Throws Error(bad_input) if a set does not fit.
    static void require_fit(const gl::Facts& facts, std::uint32_t columns, std::uint64_t records);

    void set_votes(const CompactVotes& votes) const;
    std::uint32_t columns() const { return columns_; }
    std::uint32_t records() const { return records_; }
    /// Returns the bytes read and written when all records are copied.
    std::uint64_t copy_bytes() const;

    /// Returns the request of a run; its votes are not chosen yet.
    CompactRun run(std::uint32_t run) const;
    /// Returns source and destination of each column.
    std::vector<BenchmarkPair> copies(std::uint32_t run) const;

    /// Overwrites the destinations, so that no compactor passes with the results of another.
    void poison() const;
    /// Checks the number of survivors, and slices from the first to the last, in the destinations of the
    /// first set, in their order or in any. Returns one sentence, or an empty text if they are right.
    std::string fault(const CompactVotes& votes, bool in_order) const;
    /// Checks the number of survivors alone.
    static std::string count_fault(const CompactVotes& votes, std::uint32_t survivors);

  private:
    struct Set {
        std::vector<gl::Buffer> source, destination;
        gl::Buffer words, bits, ring, survivors;
        std::vector<compact::Column> columns;  // point to the buffers above, which moving a Set does not move
    };
    static Set make_set(gl::MemoryProvider& memory, std::uint32_t columns, std::uint32_t records);
    void fill_sources() const;
    std::string slice_fault(const CompactVotes& votes, bool in_order, std::uint64_t first,
                            std::uint64_t count) const;

    std::uint32_t columns_, records_;
    std::vector<Set> sets_;
};

}  // namespace winnow::measure
