#include "verify/scan_check.h"

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
#include "scan/reference.h"

namespace winnow::verify {
namespace {

using scan::Kind;

std::vector<Input> wanted_inputs(std::optional<Input> pattern) {
    if (pattern) return {*pattern};
    std::vector<Input> all;
    for (const auto& row : inputs) all.push_back(row.value);
    return all;
}

void add_kinds_and_places(std::vector<ScanCase>& list, std::optional<Input> pattern) {
    for (const Input input : wanted_inputs(pattern))
        for (const Kind kind : {Kind::exclusive, Kind::inclusive})
            for (const bool in_place : {false, true})
                list.push_back({.input = input, .kind = kind, .in_place = in_place});
}

void add_alignments(std::vector<ScanCase>& list, Input input) {
    for (std::uint32_t shift = 1; shift <= most_shift; ++shift) {
        list.push_back({.input = input,
                        .kind = Kind::inclusive,
                        .input_shift = shift,
                        .output_shift = most_shift - shift});
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

std::vector<ScanCase> scan_cases(std::uint64_t bound, Depth depth, std::optional<Input> pattern) {
    const Input input = pattern.value_or(Input::random);
    if (depth == Depth::brief)
        return {{.input = input, .kind = Kind::exclusive},
                {.input = input,
                 .kind = Kind::inclusive,
                 .in_place = true,
                 .count = static_cast<std::uint32_t>(bound - std::min<std::uint64_t>(bound, 1))}};
    std::vector<ScanCase> list;
    add_kinds_and_places(list, pattern);
    list.push_back({.input = input, .poisoned = false});  // over what the runs before left in the scratch
    list.push_back({.input = input, .wants_total = false});
    add_alignments(list, input);
    add_counts(list, input, bound);
    return list;
}

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

namespace {

constexpr std::uint64_t guard_before = 64;   // elements in front of the first
constexpr std::uint64_t guard_behind = 64;   // and behind the last, and a tile: one written too far is seen
constexpr std::uint64_t usual_tile = 16384;  // at most, where an estimate will do

// The words that a request points at, each with guards around it.
constexpr std::uint32_t total_word = 8;
constexpr std::uint32_t count_word = 16;
constexpr std::uint32_t request_words = 24;

std::uint64_t image_elements(std::uint64_t bound, std::uint64_t tile) {
    return guard_before + most_shift + bound + tile + guard_behind;
}

/// Of the type's width: what is compared, so that a NaN equals itself and 0 is not -0.
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

/// Where two images first differ, in words on how far that is from the elements.
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

}  // namespace

template <typename T>
bool ScanCheckerOf<T>::Tolerance::accepts(T found) const {
    return std::abs(static_cast<double>(found) - reference) <= bound;
}

template <typename T>
std::uint64_t ScanCheckerOf<T>::memory_bytes(std::uint64_t bound) {
    return 2 * image_elements(bound, usual_tile) * sizeof(T);
}

template <typename T>
std::string ScanCheckerOf<T>::find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound,
                                         Depth depth) {
    prepare(bound, scan.tile());
    scan.reserve(bound);
    op_ = scan.type().op;
    depth_ = rounds() ? scan::depth_of(choice, scan.tile(), bound) : 0;
    for (const ScanCase& one : scan_cases(bound, depth, setting_.pattern))
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
    if (values_of_ != one.input) fill_input_of<T>(one.input, setting_.seed, values_);
    values_of_ = one.input;
    upload(one);
    if (one.poisoned) scan.poison_scratch(poisons[runs_++ % poisons.size()]);
    submit(scan, one);

    const std::uint64_t count = count_of(one), first = guard_before + one.output_shift;
    const T total = scan::reference_scan_of<T>(one.kind, op_, std::span(values_).first(count),
                                               std::span(expected_).subspan(first, count));
    const auto output = output_.read_all<T>(expected_.size());
    Tolerance tolerance;
    if (rounds()) tolerance = accept_rounding(one, output);
    if (std::string fault = compare_elements(one, output); !fault.empty()) return fault;
    return compare_words(one, total, tolerance);
}

/// Leaves in `expected_` the output as it is uploaded: all guards, or the input where the scan is in place.
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

/// Every result within its bound becomes what is expected, the others the nearest float. Returns what the
/// total may be.
template <typename T>
auto ScanCheckerOf<T>::accept_rounding(const ScanCase& one, const std::vector<T>& output) -> Tolerance {
    const std::uint64_t count = count_of(one), first = guard_before + one.output_shift;
    double sum = 0, magnitudes = 0;
    const auto tolerance = [&](std::uint64_t elements) {
        return Tolerance{sum, scan::error_bound(op_, depth_, elements, magnitudes)};
    };
    for (std::uint64_t i = 0; i < count; ++i) {
        const Tolerance before = tolerance(i);
        const auto value = static_cast<double>(values_[i]);
        sum += value;
        magnitudes += std::abs(value);
        const Tolerance wanted = one.kind == scan::Kind::exclusive ? before : tolerance(i + 1);
        const T found = output[first + i];
        expected_[first + i] = wanted.accepts(found) ? found : static_cast<T>(wanted.reference);
    }
    return tolerance(count);
}

template <typename T>
std::string ScanCheckerOf<T>::compare_elements(const ScanCase& one, const std::vector<T>& output) const {
    std::string fault =
        first_difference("output", output, expected_, guard_before + one.output_shift, count_of(one));
    if (!fault.empty() || one.in_place) return fault;
    const auto input = input_.read_all<T>(input_image_.size());
    return first_difference("input", input, input_image_, guard_before + one.input_shift, bound_);
}

template <typename T>
std::string ScanCheckerOf<T>::compare_words(const ScanCase& one, T total, const Tolerance& tolerance) const {
    const auto found = words_.read_all<std::uint32_t>(request_words);
    T found_total;
    std::memcpy(&found_total, &found[total_word], sizeof found_total);
    if (tolerance.accepts(found_total)) total = found_total;
    std::vector<std::uint32_t> expected(request_words, guard_word);
    if (one.count) expected[count_word] = *one.count;
    if (one.wants_total) std::memcpy(&expected[total_word], &total, sizeof total);
    if (found == expected) return {};
    if (one.wants_total && bits_of(found_total) != bits_of(total))
        return fmt::format("the total is {}, should be {}", text_of(found_total), text_of(total));
    return "a word beside the total was written";
}

std::string ScanChecker::find_fault(scan::Scan& scan, ScanChoice choice, std::uint64_t bound, Depth depth) {
    return scan::with_type(scan.type().element, [&](auto zero) {
        return std::get<ScanCheckerOf<decltype(zero)>>(checkers_).find_fault(scan, choice, bound, depth);
    });
}

std::uint64_t ScanChecker::memory_bytes(std::uint64_t bound, Element element) {
    return scan::with_type(element,
                           [&](auto zero) { return ScanCheckerOf<decltype(zero)>::memory_bytes(bound); });
}

template class ScanCheckerOf<std::uint32_t>;
template class ScanCheckerOf<std::int32_t>;
template class ScanCheckerOf<float>;
template class ScanCheckerOf<std::uint64_t>;

}  // namespace winnow::verify
