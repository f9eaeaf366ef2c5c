// Holds one compactor to the sequential reference.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "compact/compactor.h"
#include "compact/reference.h"
#include "gl/buffer.h"
#include "shaders/shared.h"
#include "verify/inputs.h"

namespace winnow::verify {

/// Buffers are kept and grow with the sizes; guards and poisoned scratch as in ScanChecker.
class CompactChecker {
  public:
    /// `memory` outlives the checker.
    CompactChecker(gl::MemoryProvider& memory, std::uint32_t seed) : memory_(memory), seed_(seed) {}

    /// The first fault of `compactor` at `bound` votes in one sentence; empty if there is none. Without
    /// `ordered` the survivors may come in any order, but whole: a record's columns stay together.
    std::string find_fault(compact::Compactor& compactor, std::uint32_t bound, bool ordered = true);

    /// Bytes of GPU memory that a check of `bound` votes takes, scratch excepted.
    static std::uint64_t memory_bytes(std::uint32_t bound);

  private:
    /// One run.
    struct Case {
        Votes votes = Votes::random;
        std::uint32_t columns = 1;
        std::uint32_t capacity = 1;
        std::uint32_t first = 0;  // of the ring
        std::uint32_t count = 0;  // on the GPU; may be above the bound
    };
    using Image = std::vector<compact::Element>;

    static std::vector<Case> cases(std::uint32_t bound);
    static std::string describe(const Case& one);

    void prepare(std::uint32_t bound);
    std::string run(compact::Compactor& compactor, const Case& one);
    void upload(const Case& one, compact::VoteFormat format);
    std::span<const std::uint32_t> counted_votes(const Case& one) const;
    std::string submit(compact::Compactor& compactor, const Case& one);
    std::string compare(const Case& one) const;
    std::string compare_columns(const Case& one) const;
    Image survivors_of(const Case& one, std::uint32_t column) const;
    static std::string compare_column(const Image& found, Image expected, std::uint32_t column);

    gl::MemoryProvider& memory_;
    std::uint32_t seed_;
    std::uint32_t bound_ = 0;
    std::size_t runs_ = 0;
    gl::Buffer votes_buffer_, ring_, survivors_;
    std::array<gl::Buffer, shared::MAX_COLUMNS> sources_, destinations_;
    std::array<Image, shared::MAX_COLUMNS> images_;  // what the sources hold
    std::vector<std::uint32_t> votes_;               // a word each
    std::vector<std::uint32_t> stored_;              // as the compactor takes them, with guards
    bool ordered_ = true;
};

}  // namespace winnow::verify
