#include "verify/checkers/compact_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "gl/buffer.h"
#include "scan/reference_scan.h"

namespace winnow::verify {
namespace {

constexpr std::uint32_t spare = 7;             // capacity beyond the votes, in some cases
constexpr std::uint32_t guard_elements = 257;  // behind every column: more than a work group
constexpr std::uint64_t guard_votes = 64;      // words on both sides, at least
constexpr std::uint64_t alignments = 4;        // votes begin at each offset below this, in turn
constexpr std::uint64_t first_number = 3, guard_numbers = 1;
constexpr compact::Element guard_element{guard_word, guard_word, guard_word, guard_word};

// Indices of the ring's words and of the results' words; each word has guards around it.
constexpr std::uint32_t first_index = 3, count_index = 6, ring_words = 12;
constexpr std::uint32_t survivors_index = 5, total_index = 8, result_words = 12;

constexpr std::size_t place_word = 0;  // this word of an element says where it lies in the source

std::uint64_t column_bytes(std::uint64_t capacity) {
    return (capacity + guard_elements) * sizeof(compact::Element);
}

std::uint64_t votes_bytes(std::uint64_t bound) {
    return (bound + 2 * guard_votes + alignments) * gl::word_bytes;
}

std::vector<std::uint32_t> guarded(std::size_t size) {
    return std::vector<std::uint32_t>(size, guard_word);
}

/// Compares all bytes at once, because comparing element by element takes far longer than the GPU does.
bool are_same(const std::vector<compact::Element>& a, const std::vector<compact::Element>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(compact::Element)) == 0);
}

/// Sorts the first `count` records, of which each column holds a part, by the places in the source that they
/// name.
void sort_records(std::vector<std::vector<compact::Element>>& columns, std::size_t count) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order(count);  // place, and index now
    for (std::uint32_t i = 0; i < count; ++i) order[i] = {columns.front()[i][place_word], i};
    std::sort(order.begin(), order.end());
    for (auto& column : columns) {
        const auto before = column;
        for (std::size_t i = 0; i < count; ++i) column[i] = before[order[i].second];
    }
}

std::string describe(const CompactCase& one) {
    return fmt::format("{}, {} columns{}, ring of {} from {}, count {}{}", name_of(one.votes), one.columns,
                       one.planes > 1 ? fmt::format(" and {} planes", one.planes) : "", one.capacity,
                       one.first, one.count, one.second_scan ? ", with a second scan" : "");
}

constexpr std::uint32_t all_planes[] = {2, 3, shared::MAX_PLANES};
constexpr std::uint32_t max_votes_in_planes = 1u << 20;  // more would only take more memory

constexpr Votes usual_votes[] = {Votes::none,      Votes::all,         Votes::only_first,
                                 Votes::only_last, Votes::alternating, Votes::random};

}  // namespace

std::vector<CompactCase> compact_cases(std::uint32_t bound, bool takes_second_scan) {
    const std::uint32_t roomy = bound + spare, tight = std::max(bound, 1u);
    const std::array<std::pair<std::uint32_t, std::uint32_t>, 4> rings{{
        {tight, 0},                  // full, from the start
        {tight, tight / 2},          // full, wrapping round
        {roomy, roomy - 1},          // wraps after the first
        {roomy, roomy - bound / 2},  // wraps in the middle (at the capacity itself where bound is below 2)
    }};
    std::vector<CompactCase> list;
    for (const Votes votes : usual_votes)
        for (const auto& [capacity, first] : rings) {
            const auto columns = static_cast<std::uint32_t>(list.size() % shared::MAX_COLUMNS) + 1;
            list.push_back({votes, columns, capacity, first % capacity, bound});
        }
    for (const std::uint32_t count : {0u, bound / 2, bound - std::min(bound, 1u), bound + 1, 0xFFFFFFFFu})
        for (const Votes votes : {Votes::all, Votes::random})
            list.push_back({votes, 2, roomy, roomy / 3, count});
    if (bound <= max_votes_in_planes)
        for (const std::uint32_t planes : all_planes)
            for (const std::uint32_t columns : {1u, shared::MAX_PARTICLE_COLUMNS})
                for (const Votes votes : {Votes::all, Votes::random})
                    list.push_back({.votes = votes,
                                    .columns = columns,
                                    .capacity = roomy,
                                    .first = roomy / 3,
                                    .count = bound,
                                    .planes = planes});
    if (takes_second_scan)
        for (const std::uint32_t count : {bound / 2, bound + 1})
            list.push_back({Votes::random, 1, roomy, roomy / 3, count, true});
    return list;
}

std::uint64_t CompactChecker::memory_bytes(std::uint32_t bound) {
    const std::uint64_t in_planes = bound <= max_votes_in_planes ? shared::MAX_PLANES - 1 : 0;
    return 2 * (shared::MAX_COLUMNS + in_planes) * column_bytes(std::uint64_t{bound} + spare) +
           2 * votes_bytes(bound);
}

std::string CompactChecker::find_fault(compact::Compactor& compactor, std::uint32_t bound, bool ordered) {
    compactor.reserve(bound);
    return find_fault(compactor, bound, compact_cases(bound, compactor.takes_second_scan()), ordered);
}

std::string CompactChecker::find_fault(compact::Compactor& compactor, std::uint32_t bound,
                                       std::span<const CompactCase> cases, bool ordered) {
    ordered_ = ordered;
    prepare(bound, cases);
    for (const CompactCase& one : cases)
        if (const std::string fault = run(compactor, one); !fault.empty())
            return fmt::format("{}: {}", describe(one), fault);
    return {};
}

void CompactChecker::prepare(std::uint32_t bound, std::span<const CompactCase> cases) {
    bound_ = bound;
    std::array<std::uint64_t, shared::MAX_COLUMNS> elements{};
    bool second_scan = false;
    for (const CompactCase& one : cases) {
        for (std::uint32_t c = 0; c < one.columns; ++c)
            elements[c] = std::max(elements[c], std::uint64_t{one.capacity} * one.planes_of(c));
        second_scan |= one.second_scan;
    }
    const auto make = [&](gl::Buffer& buffer, std::uint64_t bytes, const char* label) {
        if (bytes > buffer.bytes()) buffer = memory_.allocate(bytes, label);
    };
    for (std::uint32_t c = 0; c < elements.size() && elements[c] > 0; ++c) {
        images_[c] = make_column(c, elements[c] + guard_elements);
        make(sources_[c], column_bytes(elements[c]), "test: source column");
        make(destinations_[c], column_bytes(elements[c]), "test: destination column");
        staging_.write_all(sources_[c], images_[c]);
    }
    make(votes_buffer_, votes_bytes(bound), "test: votes");
    make(ring_, ring_words * gl::word_bytes, "test: ring");
    make(results_, result_words * gl::word_bytes, "test: survivors and total");
    if (second_scan)
        make(numbers_buffer_, (first_number + bound + guard_numbers) * gl::word_bytes, "test: numbers");
}

std::string CompactChecker::run(compact::Compactor& compactor, const CompactCase& one) {
    first_vote_ = guard_votes + runs_ % alignments;
    upload(one, compactor.vote_format());
    if (one.poisoned) compactor.poison_scratch(poisons[runs_ % poisons.size()]);
    ++runs_;
    if (std::string fault = submit(compactor, one); !fault.empty()) return fault;
    return compare(one);
}

void CompactChecker::upload(const CompactCase& one, compact::VoteFormat format) {
    const auto put = [&](const gl::Buffer& buffer, const auto& words) { staging_.write_all(buffer, words); };
    votes_ = make_votes(one.votes, seed_, bound_);
    stored_ = stored_votes(votes_, format);
    stored_.insert(stored_.begin(), first_vote_, guard_word);
    stored_.resize(votes_bytes(bound_) / gl::word_bytes, guard_word);
    put(votes_buffer_, stored_);
    ring_words_ = guarded(ring_words);
    ring_words_[first_index] = one.first;
    ring_words_[count_index] = one.count;
    put(ring_, ring_words_);
    put(results_, guarded(result_words));
    if (one.second_scan) {
        numbers_ = random_words(bound_, seed_ + 1);
        numbers_.insert(numbers_.begin(), first_number, guard_word);
        numbers_.insert(numbers_.end(), guard_numbers, guard_word);
        put(numbers_buffer_, numbers_);
    }
    for (std::uint32_t c = 0; c < one.columns; ++c)
        put(destinations_[c], Image(images_[c].size(), guard_element));
}

std::string CompactChecker::submit(compact::Compactor& compactor, const CompactCase& one) {
    std::vector<compact::Column> columns;
    for (std::uint32_t c = 0; c < one.columns; ++c)
        columns.push_back({&sources_[c], &destinations_[c], one.planes_of(c)});
    compact::Request request;
    request.votes = {&votes_buffer_, first_vote_};
    request.columns = columns;
    request.capacity = one.capacity;
    request.bound = bound_;
    request.first = {&ring_, first_index};
    request.count = {&ring_, count_index};
    request.survivors = {&results_, survivors_index};
    if (one.second_scan) request.second_scan = {{&numbers_buffer_, first_number}, {&results_, total_index}};
    compactor.run(request);
    wait(compactor);
    return compactor.failure();
}

std::string CompactChecker::compare(const CompactCase& one) {
    if (std::string fault = compare_results(one); !fault.empty()) return fault;
    if (staging_.read_all<std::uint32_t>(votes_buffer_, stored_.size()) != stored_)
        return "the votes were changed";
    if (staging_.read_all<std::uint32_t>(ring_, ring_words) != ring_words_)
        return "the ring's words were changed";
    std::string fault = one.second_scan ? compare_numbers(one) : "";
    return fault.empty() ? compare_columns(one) : fault;
}

std::string CompactChecker::compare_results(const CompactCase& one) {
    const std::uint32_t count = counted(one);
    auto expected = guarded(result_words);
    expected[survivors_index] = std::accumulate(votes_.begin(), votes_.begin() + count, 0u);
    if (one.second_scan) {
        const auto first = numbers_.begin() + first_number;
        expected[total_index] = std::accumulate(first, first + count, 0u);
    }
    const auto found = staging_.read_all<std::uint32_t>(results_, result_words);
    if (found[survivors_index] != expected[survivors_index])
        return fmt::format("{} survived, should be {}", found[survivors_index], expected[survivors_index]);
    if (found[total_index] != expected[total_index])
        return fmt::format("the second scan's total is {:#x}, should be {:#x}", found[total_index],
                           expected[total_index]);
    return found == expected ? "" : "a word beside the results was written";
}

/// Compares the numbers of the second scan and the guards around them.
std::string CompactChecker::compare_numbers(const CompactCase& one) {
    std::vector<std::uint32_t> expected = numbers_;
    const std::span scanned = std::span(expected).subspan(first_number, counted(one));
    scan::reference_scan(scan::Kind::exclusive, scanned, scanned);
    const auto found = staging_.read_all<std::uint32_t>(numbers_buffer_, expected.size());
    const auto [f, e] = std::mismatch(found.begin(), found.end(), expected.begin());
    if (f == found.end()) return {};
    return fmt::format("word {} from the second scan's first number on is {:#x}, should be {:#x}",
                       f - found.begin() - static_cast<std::ptrdiff_t>(first_number), *f, *e);
}

std::string CompactChecker::compare_columns(const CompactCase& one) {
    std::vector<Image> whole, found, expected;
    for (std::uint32_t c = 0; c < one.columns; ++c) {
        if (!are_same(staging_.read_all<compact::Element>(sources_[c], images_[c].size()), images_[c]))
            return fmt::format("source column {} was changed", c);
        whole.push_back(staging_.read_all<compact::Element>(destinations_[c], images_[c].size()));
    }
    for (std::uint32_t k = 0; k < one.elements(); ++k) {
        expected.push_back(survivors_of(one, k));
        const std::uint32_t c = one.column_of(k);
        const auto begin =
            whole[c].begin() + static_cast<std::ptrdiff_t>(std::uint64_t{one.capacity} * (k - c));
        found.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(expected.back().size()));
    }
    const std::size_t survivors = expected.front().size();
    if (!ordered_) {
        sort_records(found, survivors);
        sort_records(expected, survivors);
    }
    for (std::uint32_t k = 0; k < one.elements(); ++k)
        if (std::string fault = compare_element(one, found[k], expected[k], k); !fault.empty()) return fault;
    for (std::uint32_t c = 0; c < one.columns; ++c)
        if (std::string fault = compare_guards(one, std::move(whole[c]), survivors, c); !fault.empty())
            return fault;
    return {};
}

CompactChecker::Image CompactChecker::survivors_of(const CompactCase& one, std::uint32_t element) const {
    const std::uint32_t column = one.column_of(element);
    const std::size_t begin = std::size_t{one.capacity} * (element - column);
    return compact::reference_compact(std::span(images_[column]).subspan(begin, one.capacity), one.first,
                                      std::span(votes_).first(counted(one)));
}

std::string CompactChecker::compare_element(const CompactCase& one, const Image& found, const Image& expected,
                                            std::uint32_t element) {
    if (are_same(found, expected)) return {};
    const auto at = std::mismatch(found.begin(), found.end(), expected.begin()).first - found.begin();
    const std::uint32_t column = one.column_of(element);
    return fmt::format("survivor {} of column {}{} is not the element that the reference has there", at,
                       column, element > column ? fmt::format(", plane {},", element - column) : "");
}

/// Compares what lies behind the survivors of each plane.
std::string CompactChecker::compare_guards(const CompactCase& one, Image found, std::size_t survivors,
                                           std::uint32_t column) {
    for (std::size_t plane = 0; plane < one.planes_of(column); ++plane)
        std::fill_n(found.begin() + static_cast<std::ptrdiff_t>(plane * one.capacity), survivors,
                    guard_element);
    const auto at = static_cast<std::size_t>(
        std::ranges::find_if(found, [](const auto& element) { return element != guard_element; }) -
        found.begin());
    if (at == found.size()) return {};
    const std::size_t plane = std::min<std::size_t>(at / one.capacity, one.planes_of(column) - 1);
    return fmt::format("column {} was written {} elements behind the survivors", column,
                       at - plane * one.capacity - survivors + 1);
}

}  // namespace winnow::verify
