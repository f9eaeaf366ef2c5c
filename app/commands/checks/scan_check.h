// Holds one scan to the sequential reference.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "commands/checks/pattern.h"
#include "gl/buffer.h"
#include "scan/scan.h"

namespace winnow::commands {

/// How much is compared at one size.
enum class Depth {
    full,   // every input, kind, place, count on the GPU and alignment
    brief,  // random inputs only; for sizes at which the rest would take too long
};

/// Buffers are kept and grow with the sizes. Everything that a scan may not write is filled with guard words
/// and compared too; scratch is poisoned before each run.
class ScanChecker {
  public:
    /// `memory` outlives the checker.
    ScanChecker(gl::MemoryProvider& memory, std::uint32_t seed) : memory_(memory), seed_(seed) {}

    /// The first fault of `scan` at `bound` elements in one sentence; empty if there is none.
    std::string find_fault(scan::Scan& scan, std::uint64_t bound, Depth depth);

    /// Bytes of GPU memory that a check of `bound` elements takes, scratch excepted.
    static std::uint64_t memory_bytes(std::uint64_t bound);

  private:
    /// One run.
    struct Case {
        Input input = Input::random;
        scan::Kind kind = scan::Kind::exclusive;
        bool in_place = false;
        std::optional<std::uint32_t> count = std::nullopt;  // on the GPU; may be above the bound
        std::uint32_t input_shift = 0, output_shift = 0;    // words: first elements off every alignment
        bool wants_total = true;
        bool poisoned = true;
    };
    static std::vector<Case> cases(std::uint64_t bound, Depth depth);
    static std::string describe(const Case& one, std::uint64_t bound);

    void prepare(std::uint64_t bound);
    std::string run(scan::Scan& scan, const Case& one);
    std::uint64_t count_of(const Case& one) const;
    void upload(const Case& one);
    void submit(scan::Scan& scan, const Case& one);
    std::string compare_elements(const Case& one) const;
    std::string compare_words(const Case& one, std::uint32_t total) const;

    gl::MemoryProvider& memory_;
    std::uint32_t seed_;
    std::uint64_t bound_ = 0;
    std::size_t runs_ = 0;
    gl::Buffer input_, output_, words_;
    std::vector<std::uint32_t> values_;                  // the elements of the current input
    std::optional<Input> values_of_;                     // what values_ holds
    std::vector<std::uint32_t> input_image_, expected_;  // buffers as they are uploaded, and should become
};

}  // namespace winnow::commands
