// The checker of compactors: the cases, and the first fault of a compactor in them. `winnow test` and the
// tests use it; the tests also check other libraries' compactors, wrapped as a compact::Compactor.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compact/compactor.h"
#include "compact/reference_compaction.h"
#include "gl/buffer.h"
#include "gl/staging.h"
#include "shaders/shared.h"
#include "verify/checkers/inputs.h"

namespace winnow::verify {

/// One run.
struct CompactCase {
    Votes votes = Votes::random;
    std::uint32_t columns = 1;
    std::uint32_t capacity = 1;
    std::uint32_t first = 0;   // first index of the ring; may be beyond the capacity
    std::uint32_t count = 0;   // on the GPU; may be above the bound
    bool second_scan = false;  // over random numbers
    bool poisoned = true;      // otherwise the scratch keeps what the runs before left
    std::uint32_t planes = 1;  // of the last column

    std::uint32_t elements() const { return columns + planes - 1; }  // of a record
    std::uint32_t column_of(std::uint32_t element) const { return std::min(element, columns - 1); }
    std::uint32_t planes_of(std::uint32_t column) const { return column + 1 == columns ? planes : 1; }
};

/// Returns the runs at `bound` votes.
std::vector<CompactCase> compact_cases(std::uint32_t bound, bool takes_second_scan);

/// Keeps its buffers, which grow with the sizes: a check that is repeated makes none. Guards and poisoned
/// scratch work as in ScanChecker.
class CompactChecker {
  public:
    /// `memory` outlives the checker.
    CompactChecker(gl::MemoryProvider& memory, std::uint32_t seed) : memory_(memory), seed_(seed) {}

    /// Returns the first fault of `compactor` at `bound` votes in one sentence, or an empty text if there is
    /// none. Without `ordered` the survivors may come in any order, but whole: a record's columns stay
    /// together. The compactor's scratch is reserved first.
    std::string find_fault(compact::Compactor& compactor, std::uint32_t bound, bool ordered = true);

    /// Checks these cases only, whose capacities are not below `bound`. Nothing is reserved: the compactor's
    /// scratch grows on demand.
    std::string find_fault(compact::Compactor& compactor, std::uint32_t bound,
                           std::span<const CompactCase> cases, bool ordered = true);

    /// Returns the bytes of GPU memory that a check of `bound` votes takes, without the scratch.
    static std::uint64_t memory_bytes(std::uint32_t bound);

  private:
    using Image = std::vector<compact::Element>;

    void prepare(std::uint32_t bound, std::span<const CompactCase> cases);
    std::string run(compact::Compactor& compactor, const CompactCase& one);
    void upload(const CompactCase& one, compact::VoteFormat format);
    std::uint32_t counted(const CompactCase& one) const { return std::min(one.count, bound_); }
    std::string submit(compact::Compactor& compactor, const CompactCase& one);
    std::string compare(const CompactCase& one);
    std::string compare_results(const CompactCase& one);
    std::string compare_numbers(const CompactCase& one);
    std::string compare_columns(const CompactCase& one);
    Image survivors_of(const CompactCase& one, std::uint32_t element) const;
    static std::string compare_element(const CompactCase& one, const Image& found, const Image& expected,
                                       std::uint32_t element);
    static std::string compare_guards(const CompactCase& one, Image found, std::size_t survivors,
                                      std::uint32_t column);

    gl::MemoryProvider& memory_;
    std::uint32_t seed_;
    std::uint32_t bound_ = 0;
    std::size_t runs_ = 0;
    gl::Staging staging_;
    gl::Buffer votes_buffer_, ring_, results_, numbers_buffer_;
    std::array<gl::Buffer, shared::MAX_COLUMNS> sources_, destinations_;
    std::array<Image, shared::MAX_COLUMNS> images_;  // what the sources hold
    std::vector<std::uint32_t> votes_;               // one word each
    std::vector<std::uint32_t> stored_, numbers_;    // as they are uploaded, with guards
    std::vector<std::uint32_t> ring_words_;          // as they are uploaded, with guards
    std::uint64_t first_vote_ = 0;                   // index in their buffer
    bool ordered_ = true;
};

}  // namespace winnow::verify
