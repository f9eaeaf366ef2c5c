#include "verify/checkers/scan_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "gl/buffer.h"
#include "scan/error_bound.h"
#include "scan/reference_scan.h"

namespace winnow::verify {
namespace {

using scan::Kind;

std::vector<Input> wanted_inputs(std::optional<Input> pattern) {
    if (pattern) return {*pattern};
    std::vector<Input> all;
    for (const auto& row : inputs) all.push_back(row.value);
    return all;
}

void add_alignments(std::vector<ScanCase>& list, Input input) {
    for (std::uint32_t shift = 1; shift <= max_shift; ++shift) {
        list.push_back({.input = input,
                        .kind = Kind::inclusive,
                        .input_shift = shift,
                        .output_shift = max_shift - shift});
        list.push_back({.input = input, .kind = Kind::exclusive, .in_place = true, .output_shift = shift});
    }
}

void add_counts(std::vector<ScanCase>& list, Input input, std::uint64_t bound) {
    const auto n = static_cast<std::uint32_t>(bound);
    for (const std::uint32_t count : {0u, 1u, n / 2, n - std::min(n, 1u), n, n + 1, 0xFFFFFFFFu})
        for (const bool in_place : {false, true})
            list.push_back({.input = input,
                            .kind = in_place ? Kind::exclusive : Kind::inclusive,
                            .in_place = in_place,
                            .count = count});
}

}  // namespace

std::vector<ScanCase> kinds_and_places(Input input) {
    std::vector<ScanCase> list;
    for (const Kind kind : {Kind::exclusive, Kind::inclusive})
        for (const bool in_place : {false, true})
            list.push_back({.input = input, .kind = kind, .in_place = in_place});
    return list;
}

std::vector<ScanCase> scan_cases(std::uint64_t bound, Thoroughness depth, std::optional<Input> pattern) {
    const Input input = pattern.value_or(Input::random);
    if (depth == Thoroughness::brief)
        return {{.input = input, .kind = Kind::exclusive},
                {.input = input,
                 .kind = Kind::inclusive,
                 .in_place = true,
                 .count = static_cast<std::uint32_t>(bound - std::min<std::uint64_t>(bound, 1))}};
    std::vector<ScanCase> list;
    for (const Input wanted : wanted_inputs(pattern)) {
        const auto cases = kinds_and_places(wanted);
        list.insert(list.end(), cases.begin(), cases.end());
    }
    list.push_back({.input = input, .poisoned = false});
    list.push_back({.input = input, .wants_total = false});
    add_alignments(list, input);
    add_counts(list, input, bound);
    return list;
}

namespace {

/// Returns the beginning of a fault's sentence.
std::string describe(const ScanCase& one, std::uint64_t bound) {
    std::string text = fmt::format("{}{}, {} input", one.kind == Kind::exclusive ? "exclusive" : "inclusive",
                                   one.in_place ? " in place" : "", name_of(one.input));
    if (one.count) text += fmt::format(", count {} on the GPU under the bound {}", *one.count, bound);
    if (one.input_shift + one.output_shift > 0)
        text += fmt::format(", first elements {} and {} off", one.input_shift, one.output_shift);
    if (!one.wants_total) text += ", no total wanted";
    if (!one.poisoned) text += ", repeated";
    return text;
}

constexpr std::uint64_t guard_before = 64;   // elements in front of the first
constexpr std::uint64_t guard_behind = 64;   // behind the last, besides a tile, to catch writes too far
constexpr std::uint64_t usual_tile = 16384;  // at most, for estimates

// Indices of the words that a request points at; each has guards around it.
constexpr std::uint32_t total_word = 8;
constexpr std::uint32_t count_word = 16;
constexpr std::uint32_t request_words = 24;

std::uint64_t image_elements(std::uint64_t bound, std::uint64_t tile) {
    return guard_before + max_shift + bound + tile + guard_behind;
}

/// Values are compared by their bits, so that a NaN equals itself and 0 differs from -0.
template <typename T>
auto bits_of(T value) {
    using Bits = std::conditional_t<sizeof(T) == gl::word_bytes, std::uint32_t, std::uint64_t>;
    return std::bit_cast<Bits>(value);
}

template <typename T>
T guard() {
    T value;
    for (std::size_t at = 0; at < sizeof value; at += gl::word_bytes)
        std::memcpy(reinterpret_cast<std::byte*>(&value) + at, &guard_word, gl::word_bytes);
    return value;
}

template <typename T>
std::string text_of(T value) {
    if constexpr (std::is_floating_point_v<T>) return fmt::format("{:.9g}", value);
    return fmt::format("{:#x}", bits_of(value));
}

/// Says where two images first differ, and how far that is from the elements.
template <typename T>
std::string first_difference(std::string_view what, const std::vector<T>& found,
                             const std::vector<T>& expected, std::uint64_t first, std::uint64_t count) {
    const auto [f, e] = std::mismatch(found.begin(), found.end(), expected.begin(),
                                      [](T a, T b) { return bits_of(a) == bits_of(b); });
    if (f == found.end()) return {};
    const auto at = static_cast<std::uint64_t>(f - found.begin());
    const std::string values = fmt::format("is {}, should be {}", text_of(*f), text_of(*e));
    if (at < first) return fmt::format("the {} was written {} elements before its first", what, first - at);
    if (at >= first + count)
        return fmt::format("the {} was written {} elements behind its last: {}", what, at - first - count + 1,
                           values);
    return fmt::format("element {} of the {} {}", at - first, what, values);
}

template <typename T>
gl::Words words_at(const gl::Buffer& buffer, std::uint64_t element) {
    return {&buffer, element * (sizeof(T) / gl::word_bytes)};
}

/// Holds the result of a scan value by value, where it must be right to the bit.
template <typename T, Operator op>
class ExactResult {
  public:
    void add(T value) { value_ = scan::combine(op, value_, value); }
    bool accepts(T found) const { return bits_of(found) == bits_of(value_); }
    T value() const { return value_; }

  private:
    T value_ = scan::identity<T>(op);
};

/// Holds the result of a scan of floats, which may differ from the exact sum by its bound.
class RoundedResult {
  public:
    explicit RoundedResult(std::uint64_t depth) : depth_(depth) {}

    void add(float value) {
        sum_ += value;
        magnitudes_ += std::abs(value);
        ++elements_;
        whole_ = whole_ && value == std::trunc(value);
    }
    bool accepts(float found) const { return std::abs(found - sum_) <= bound(); }  // never a NaN
    float value() const { return static_cast<float>(sum_); }

  private:
    /// Whole numbers are added exactly in any order while no sum needs more bits than a float has.
    double bound() const {
        constexpr double max_exact = 0x1p24;
        if (whole_ && magnitudes_ <= max_exact) return 0;
        return scan::error_bound(Operator::add, depth_, elements_, magnitudes_);
    }

    std::uint64_t depth_, elements_ = 0;
    double sum_ = 0, magnitudes_ = 0;
    bool whole_ = true;
};

/// Calls f with the result of a scan of no elements.
template <typename T, typename F>
std::string with_result(Operator op, std::uint64_t depth, F&& f) {
    if constexpr (std::is_floating_point_v<T>)
        if (op == Operator::add) return f(RoundedResult(depth));
    return scan::with_operator(op, [&](auto constant) { return f(ExactResult<T, constant>()); });
}

/// Returns the index of the first element of `output` that no scan of `input` may leave there. If there is
/// none, `result` is afterwards the result over all elements; otherwise it is what the element should be.
template <typename T, typename Result>
std::optional<std::size_t> first_wrong(Kind kind, std::span<const T> input, std::span<const T> output,
                                       Result& result) {
    for (std::size_t i = 0; i < input.size(); ++i) {
        if (kind == Kind::inclusive) result.add(input[i]);
        if (!result.accepts(output[i])) return i;
        if (kind == Kind::exclusive) result.add(input[i]);
    }
    return {};
}

template <typename T>
std::span<const T> typed(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

}  // namespace

template <typename T>
std::string ScanCheckerOf<T>::find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound,
                                         std::span<const ScanCase> cases) {
    prepare(bound, scan.tile());
    depth_ = std::is_floating_point_v<T> ? scan::depth_of(choice, scan.tile(), bound) : 0;
    for (const ScanCase& one : cases)
        if (const std::string fault = run(scan, one); !fault.empty())
            return fmt::format("{}: {}", describe(one, bound), fault);
    return {};
}

template <typename T>
void ScanCheckerOf<T>::prepare(std::uint64_t bound, std::uint64_t tile) {
    bound_ = bound;
    image_size_ = image_elements(bound, tile);
    values_.resize(bound);
    values_of_.reset();
    const std::uint64_t bytes = image_size_ * sizeof(T);
    if (bytes > input_.bytes()) {
        input_ = setting_.memory.allocate(bytes, "test: scan input");
        output_ = setting_.memory.allocate(bytes, "test: scan output");
    }
    if (words_.empty())
        words_ = setting_.memory.allocate(request_words * gl::word_bytes, "test: scan count and total");
}

template <typename T>
std::uint64_t ScanCheckerOf<T>::count_of(const ScanCase& one) const {
    return one.count ? std::min<std::uint64_t>(*one.count, bound_) : bound_;
}

template <typename T>
std::string ScanCheckerOf<T>::run(scan::Scan& scan, const ScanCase& one) {
    // The values differ from size to size, so that no run passes with the results of another.
    const std::uint32_t seed = setting_.seed + static_cast<std::uint32_t>(bound_);
    if (values_of_ != one.input) fill<T>(one.input, seed, values_);
    values_of_ = one.input;
    upload(one);
    if (one.poisoned) scan.poison_scratch(poisons[runs_++ % poisons.size()]);
    submit(scan, one);
    return with_result<T>(scan.type().op, depth_, [&](auto result) {
        std::string fault = compare_elements(one, result);
        return fault.empty() ? compare_words(one, result) : fault;
    });
}

/// Sets `expected_` to the output as it is uploaded: all guards, or the input where the scan is in place.
template <typename T>
void ScanCheckerOf<T>::upload(const ScanCase& one) {
    const auto place = [&](std::vector<T>& image, std::uint32_t shift) {
        std::copy(values_.begin(), values_.end(),
                  image.begin() + static_cast<std::ptrdiff_t>(guard_before + shift));
    };
    expected_.assign(image_size_, guard<T>());
    input_image_.assign(image_size_, guard<T>());
    place(input_image_, one.input_shift);
    if (one.in_place) place(expected_, one.output_shift);
    input_.write_all(std::span(input_image_));
    output_.write_all(std::span(expected_));
    std::vector<std::uint32_t> request(request_words, guard_word);
    if (one.count) request[count_word] = *one.count;
    words_.write_all(std::span(request));
}

template <typename T>
void ScanCheckerOf<T>::submit(scan::Scan& scan, const ScanCase& one) {
    scan::Request request;
    request.kind = one.kind;
    request.output = words_at<T>(output_, guard_before + one.output_shift);
    request.input = one.in_place ? request.output : words_at<T>(input_, guard_before + one.input_shift);
    request.bound = bound_;
    if (one.count) request.count = {&words_, count_word};
    if (one.wants_total) request.total = {&words_, total_word};
    scan.run(request);
}

template <typename T>
template <typename Result>
std::string ScanCheckerOf<T>::compare_elements(const ScanCase& one, Result& result) {
    const std::uint64_t count = count_of(one), first = guard_before + one.output_shift;
    const auto output = output_.read_all<T>(expected_.size());
    const auto elements = std::span(output).subspan(first, count);
    if (const auto at = first_wrong<T>(one.kind, std::span(values_).first(count), elements, result))
        return fmt::format("element {} of the output is {}, should be {}", *at, text_of(elements[*at]),
                           text_of(result.value()));
    std::copy(elements.begin(), elements.end(), expected_.begin() + static_cast<std::ptrdiff_t>(first));
    std::string fault = first_difference("output", output, expected_, first, count);
    if (!fault.empty() || one.in_place) return fault;
    const auto input = input_.read_all<T>(input_image_.size());
    return first_difference("input", input, input_image_, guard_before + one.input_shift, bound_);
}

template <typename T>
template <typename Result>
std::string ScanCheckerOf<T>::compare_words(const ScanCase& one, const Result& result) const {
    const auto found = words_.read_all<std::uint32_t>(request_words);
    T total;
    std::memcpy(&total, &found[total_word], sizeof total);
    if (one.wants_total && !result.accepts(total))
        return fmt::format("the total is {}, should be {}", text_of(total), text_of(result.value()));
    std::vector<std::uint32_t> expected(request_words, guard_word);
    if (one.count) expected[count_word] = *one.count;
    if (one.wants_total) std::memcpy(&expected[total_word], &total, sizeof total);
    return found == expected ? "" : "a word beside the total was written";
}

std::string ScanChecker::find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound,
                                    Thoroughness depth) {
    scan.reserve(bound);
    return find_fault(scan, choice, bound, scan_cases(bound, depth, setting_.pattern));
}

std::string ScanChecker::find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound,
                                    std::span<const ScanCase> cases) {
    return scan::with_type(scan.type().element, [&](auto zero) {
        return std::get<ScanCheckerOf<decltype(zero)>>(checkers_).find_fault(scan, choice, bound, cases);
    });
}

std::uint64_t ScanChecker::memory_bytes(std::uint64_t bound, Element element) {
    return 2 * image_elements(bound, usual_tile) * bytes_of(element);
}

std::string scan_fault(ScanType type, std::span<const std::byte> input, std::span<const std::byte> output,
                       std::uint64_t depth) {
    return scan::with_type(type.element, [&](auto zero) {
        using T = decltype(zero);
        const auto results = typed<T>(output);
        return with_result<T>(type.op, depth, [&](auto result) -> std::string {
            const auto at = first_wrong<T>(Kind::exclusive, typed<T>(input), results, result);
            if (!at) return {};
            return fmt::format("element {} is {}, expected {}", *at, results[*at], result.value());
        });
    });
}

template class ScanCheckerOf<std::uint32_t>;
template class ScanCheckerOf<std::int32_t>;
template class ScanCheckerOf<float>;
template class ScanCheckerOf<std::uint64_t>;

}  // namespace winnow::verify
