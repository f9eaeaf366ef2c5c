#include "commands/checks/scan_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "scan/reference.h"
#include "shaders/shared.h"

namespace winnow::commands {
namespace {

constexpr std::uint64_t word = sizeof(std::uint32_t);
constexpr std::uint64_t guard_before = 64;                      // words in front of the elements
constexpr std::uint64_t guard_behind = shared::SCAN_TILE + 64;  // a whole tile written too far is seen
constexpr std::uint32_t most_shift = 3;                         // off the alignment of 16-byte loads

// The words that a request points at, each with guards around it.
constexpr std::uint32_t total_index = 8;
constexpr std::uint32_t count_index = 16;
constexpr std::uint32_t request_words = 24;

std::uint64_t image_words(std::uint64_t bound) {
    return guard_before + most_shift + bound + guard_behind;
}

/// Where two images first differ, in words on how far that is from the elements.
std::string first_difference(std::string_view what, std::span<const std::uint32_t> found,
                             std::span<const std::uint32_t> expected, std::uint64_t first,
                             std::uint64_t count) {
    const auto [f, e] = std::mismatch(found.begin(), found.end(), expected.begin());
    if (f == found.end()) return {};
    const auto at = static_cast<std::uint64_t>(f - found.begin());
    const std::string values = fmt::format("is {:#x}, should be {:#x}", *f, *e);
    if (at < first)
        return fmt::format("the {} was written {} words before its first element", what, first - at);
    if (at >= first + count)
        return fmt::format("the {} was written {} words behind its last element: {}", what,
                           at - first - count + 1, values);
    return fmt::format("element {} of the {} {}", at - first, what, values);
}

}  // namespace

std::uint64_t ScanChecker::memory_bytes(std::uint64_t bound) {
    return 2 * image_words(bound) * word;
}

std::vector<ScanChecker::Case> ScanChecker::cases(std::uint64_t bound, Depth depth) {
    using scan::Kind;
    if (depth == Depth::brief)
        return {{.kind = Kind::exclusive},
                {.kind = Kind::inclusive, .in_place = true, .count = static_cast<std::uint32_t>(bound - 1)}};
    std::vector<Case> list;
    for (const auto& input : inputs)
        for (const Kind kind : {Kind::exclusive, Kind::inclusive})
            for (const bool in_place : {false, true})
                list.push_back({.input = input.value, .kind = kind, .in_place = in_place});
    list.push_back({.poisoned = false});  // over what the runs before left in the scratch
    list.push_back({.wants_total = false});
    for (std::uint32_t shift = 1; shift <= most_shift; ++shift) {
        list.push_back({.kind = Kind::inclusive, .input_shift = shift, .output_shift = most_shift - shift});
        list.push_back({.kind = Kind::exclusive, .in_place = true, .output_shift = shift});
    }
    const auto n = static_cast<std::uint32_t>(bound);
    for (const std::uint32_t count : {0u, 1u, n / 2, n - std::min(n, 1u), n, n + 1, 0xFFFFFFFFu})
        for (const bool in_place : {false, true})
            list.push_back(
                {.kind = in_place ? Kind::exclusive : Kind::inclusive, .in_place = in_place, .count = count});
    return list;
}

std::string ScanChecker::describe(const Case& one, std::uint64_t bound) {
    std::string text =
        fmt::format("{}{}, {} input", one.kind == scan::Kind::exclusive ? "exclusive" : "inclusive",
                    one.in_place ? " in place" : "", name_of(one.input));
    if (one.count) text += fmt::format(", count {} on the GPU under the bound {}", *one.count, bound);
    if (one.input_shift + one.output_shift > 0)
        text += fmt::format(", first elements {} and {} words off", one.input_shift, one.output_shift);
    if (!one.wants_total) text += ", no total wanted";
    if (!one.poisoned) text += ", repeated";
    return text;
}

std::string ScanChecker::find_fault(scan::Scan& scan, std::uint64_t bound, Depth depth) {
    prepare(bound);
    scan.reserve(bound);
    for (const Case& one : cases(bound, depth))
        if (const std::string fault = run(scan, one); !fault.empty())
            return fmt::format("{}: {}", describe(one, bound), fault);
    return {};
}

void ScanChecker::prepare(std::uint64_t bound) {
    bound_ = bound;
    values_.resize(bound);
    values_of_.reset();
    const std::uint64_t bytes = image_words(bound) * word;
    if (bytes > input_.bytes()) {
        input_ = memory_.allocate(bytes, "test: scan input");
        output_ = memory_.allocate(bytes, "test: scan output");
    }
    if (words_.empty()) words_ = memory_.allocate(request_words * word, "test: scan count and total");
}

std::uint64_t ScanChecker::count_of(const Case& one) const {
    return one.count ? std::min<std::uint64_t>(*one.count, bound_) : bound_;
}

std::string ScanChecker::run(scan::Scan& scan, const Case& one) {
    if (values_of_ != one.input) fill_input(one.input, seed_, values_);
    values_of_ = one.input;
    upload(one);
    if (one.poisoned) scan.poison_scratch(poisons[runs_++ % poisons.size()]);
    submit(scan, one);

    const std::uint64_t count = count_of(one), first = guard_before + one.output_shift;
    const std::uint32_t total = scan::reference_scan(one.kind, std::span(values_).first(count),
                                                     std::span(expected_).subspan(first, count));
    if (std::string fault = compare_elements(one); !fault.empty()) return fault;
    return compare_words(one, total);
}

/// Leaves in `expected_` the output as it is uploaded: all guards, or the input where the scan is in place.
void ScanChecker::upload(const Case& one) {
    const auto place = [&](std::vector<std::uint32_t>& image, std::uint32_t shift) {
        std::copy(values_.begin(), values_.end(),
                  image.begin() + static_cast<std::ptrdiff_t>(guard_before + shift));
    };
    expected_.assign(image_words(bound_), guard_word);
    input_image_.assign(image_words(bound_), guard_word);
    place(input_image_, one.input_shift);
    if (one.in_place) place(expected_, one.output_shift);
    input_.write_all(std::span(input_image_));
    output_.write_all(std::span(expected_));
    std::vector<std::uint32_t> request(request_words, guard_word);
    if (one.count) request[count_index] = *one.count;
    words_.write_all(std::span(request));
}

void ScanChecker::submit(scan::Scan& scan, const Case& one) {
    scan::Request request;
    request.kind = one.kind;
    request.output = {&output_, guard_before + one.output_shift};
    request.input = one.in_place ? request.output : gl::Words{&input_, guard_before + one.input_shift};
    request.bound = bound_;
    if (one.count) request.count = {&words_, count_index};
    if (one.wants_total) request.total = {&words_, total_index};
    scan.run(request);
}

std::string ScanChecker::compare_elements(const Case& one) const {
    const auto output = output_.read_all<std::uint32_t>(expected_.size());
    std::string fault =
        first_difference("output", output, expected_, guard_before + one.output_shift, count_of(one));
    if (!fault.empty() || one.in_place) return fault;
    const auto input = input_.read_all<std::uint32_t>(input_image_.size());
    return first_difference("input", input, input_image_, guard_before + one.input_shift, bound_);
}

std::string ScanChecker::compare_words(const Case& one, std::uint32_t total) const {
    std::vector<std::uint32_t> expected(request_words, guard_word);
    if (one.count) expected[count_index] = *one.count;
    if (one.wants_total) expected[total_index] = total;
    const auto found = words_.read_all<std::uint32_t>(request_words);
    if (found == expected) return {};
    if (one.wants_total && found[total_index] != total)
        return fmt::format("the total is {:#x}, should be {:#x}", found[total_index], total);
    return "a word beside the total was written";
}

}  // namespace winnow::commands
