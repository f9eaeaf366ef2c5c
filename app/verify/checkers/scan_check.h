// The checker of scans: the cases, and the first fault of a scan in them. `winnow test` and the tests use it;
// the tests also check scans of other memory and other libraries, wrapped as a scan::Scan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "gl/buffer.h"
#include "scan/scan.h"
#include "verify/checkers/inputs.h"

namespace winnow::verify {

/// How many runs are made at one size.
enum class Thoroughness {
    full,   // every input, kind, place, count on the GPU and alignment
    brief,  // two runs; for sizes at which the rest would take too long
};

/// One run.
struct ScanCase {
    Input input = Input::random;
    scan::Kind kind = scan::Kind::exclusive;
    bool in_place = false;
    std::optional<std::uint32_t> count = std::nullopt;  // on the GPU; may be above the bound
    std::uint32_t input_shift = 0, output_shift = 0;    // elements by which the first is off every alignment
    bool wants_total = true;
    bool poisoned = true;  // otherwise the scratch keeps what the runs before left
};

/// The largest shift: one element less than the alignment of loads of four elements.
inline constexpr std::uint32_t max_shift = 3;

/// Returns the runs at `bound` elements, over all inputs or only `pattern`.
std::vector<ScanCase> scan_cases(std::uint64_t bound, Thoroughness depth, std::optional<Input> pattern);

/// Returns exclusive and inclusive scans, each into another buffer and in place.
std::vector<ScanCase> kinds_and_places(Input input);

/// The settings that all checks share.
struct ScanSetting {
    gl::MemoryProvider& memory;  // outlives the checkers
    std::uint32_t seed;
    std::optional<Input> pattern = {};  // the only input; empty: all inputs
};

/// Checks scans of one type of elements. Buffers are kept and grow with the sizes. Everything that a scan may
/// not write is filled with guard words and compared too; scratch is poisoned before a run.
template <typename T>
class ScanCheckerOf {
  public:
    explicit ScanCheckerOf(const ScanSetting& setting) : setting_(setting) {}

    std::string find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound,
                           std::span<const ScanCase> cases);

  private:
    void prepare(std::uint64_t bound, std::uint64_t tile);
    std::string run(scan::Scan& scan, const ScanCase& one);
    std::uint64_t count_of(const ScanCase& one) const;
    void upload(const ScanCase& one);
    void submit(scan::Scan& scan, const ScanCase& one);
    template <typename Result>
    std::string compare_elements(const ScanCase& one, Result& result);
    template <typename Result>
    std::string compare_words(const ScanCase& one, const Result& result) const;

    ScanSetting setting_;
    std::uint64_t bound_ = 0, image_size_ = 0;  // the scan's bound, and the buffers' size with guards
    std::uint64_t depth_ = 0;                   // most additions behind an element
    std::size_t runs_ = 0;
    gl::Buffer input_, output_, words_;
    std::vector<T> values_;                  // the elements of the current input
    std::optional<Input> values_of_;         // the input that values_ holds
    std::vector<T> input_image_, expected_;  // buffers as uploaded, and as they should become
};

/// Checks scans of any type.
class ScanChecker {
  public:
    explicit ScanChecker(const ScanSetting& setting)
        : setting_(setting), checkers_(setting, setting, setting, setting) {}

    /// Returns the first fault of `scan` at `bound` elements in one sentence, or an empty text if there is
    /// none. Integers must be right to the bit. Sums of floats must lie within scan::error_bound of what
    /// `choice` (resolved) does; sums of whole numbers that floats add exactly must be exact. The scan's
    /// scratch is reserved first.
    std::string find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound, Thoroughness depth);

    /// Checks these cases only. Nothing is reserved: the scan's scratch grows on demand.
    std::string find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound,
                           std::span<const ScanCase> cases);

    /// Returns the bytes of GPU memory that a check of `bound` elements takes, without the scratch.
    static std::uint64_t memory_bytes(std::uint64_t bound, Element element);

  private:
    ScanSetting setting_;
    std::tuple<ScanCheckerOf<std::uint32_t>, ScanCheckerOf<std::int32_t>, ScanCheckerOf<float>,
               ScanCheckerOf<std::uint64_t>>
        checkers_;
};

/// Returns the first fault of an exclusive scan of `input`, by the same rules, in a sentence, or an empty
/// text. Both spans have the same size. `depth`: most additions behind an element.
std::string scan_fault(ScanType type, std::span<const std::byte> input, std::span<const std::byte> output,
                       std::uint64_t depth);

}  // namespace winnow::verify
