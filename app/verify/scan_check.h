// The checker of scans: the cases, and the first fault of a scan in them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "gl/buffer.h"
#include "scan/scan.h"
#include "verify/inputs.h"

namespace winnow::verify {

/// How much is compared at one size.
enum class Depth {
    full,   // every input, kind, place, count on the GPU and alignment
    brief,  // two runs; for sizes at which the rest would take too long
};

/// One run.
struct ScanCase {
    Input input = Input::random;
    scan::Kind kind = scan::Kind::exclusive;
    bool in_place = false;
    std::optional<std::uint32_t> count = std::nullopt;  // on the GPU; may be above the bound
    std::uint32_t input_shift = 0, output_shift = 0;    // elements: the first ones off every alignment
    bool wants_total = true;
    bool poisoned = true;
};

/// The largest shift: one element less than loads of four of them are aligned to.
inline constexpr std::uint32_t most_shift = 3;

/// The runs at `bound` elements; of all inputs, or of the one pattern that is wanted.
std::vector<ScanCase> scan_cases(std::uint64_t bound, Depth depth, std::optional<Input> pattern);

/// What a fault's sentence begins with.
std::string describe(const ScanCase& one, std::uint64_t bound);

/// What all checks of a run have in common.
struct ScanSetting {
    gl::MemoryProvider& memory;  // outlives the checkers
    std::uint32_t seed;
    std::optional<Input> pattern = {};  // the only input; empty: all of them
};

/// Of one type of elements. Buffers are kept and grow with the sizes. Everything that a scan may not write is
/// filled with guard words and compared too; scratch is poisoned before each run.
template <typename T>
class ScanCheckerOf {
  public:
    explicit ScanCheckerOf(const ScanSetting& setting) : setting_(setting) {}

    std::string find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound, Depth depth);

    /// Bytes of GPU memory that a check of `bound` elements takes, scratch excepted.
    static std::uint64_t memory_bytes(std::uint64_t bound);

  private:
    /// What a float's result may be: the reference in double, more or less the bound. Nothing by default.
    struct Tolerance {
        double reference = 0, bound = -1;
        bool accepts(T found) const;
    };

    void prepare(std::uint64_t bound, std::uint64_t tile);
    std::string run(scan::Scan& scan, const ScanCase& one);
    std::uint64_t count_of(const ScanCase& one) const;
    void upload(const ScanCase& one);
    bool rounds() const { return std::is_floating_point_v<T> && op_ == Operator::add; }
    void submit(scan::Scan& scan, const ScanCase& one);
    Tolerance accept_rounding(const ScanCase& one, const std::vector<T>& output);
    std::string compare_elements(const ScanCase& one, const std::vector<T>& output) const;
    std::string compare_words(const ScanCase& one, T total, const Tolerance& tolerance) const;

    ScanSetting setting_;
    std::uint64_t bound_ = 0, image_size_ = 0;  // of the scan, and of the buffers with their guards
    Operator op_ = Operator::add;
    std::uint64_t depth_ = 0;  // additions behind an element, at most
    std::size_t runs_ = 0;
    gl::Buffer input_, output_, words_;
    std::vector<T> values_;                  // the elements of the current input
    std::optional<Input> values_of_;         // what values_ holds
    std::vector<T> input_image_, expected_;  // buffers as they are uploaded, and should become
};

/// Of any scan.
class ScanChecker {
  public:
    explicit ScanChecker(const ScanSetting& setting) : checkers_(setting, setting, setting, setting) {}

    /// The first fault of `scan` at `bound` elements in one sentence; empty if there is none. Integers must
    /// be right to the bit, sums of floats within scan::error_bound of what `choice` (resolved) does.
    std::string find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound, Depth depth);

    static std::uint64_t memory_bytes(std::uint64_t bound, Element element);

  private:
    std::tuple<ScanCheckerOf<std::uint32_t>, ScanCheckerOf<std::int32_t>, ScanCheckerOf<float>,
               ScanCheckerOf<std::uint64_t>>
        checkers_;
};

}  // namespace winnow::verify
