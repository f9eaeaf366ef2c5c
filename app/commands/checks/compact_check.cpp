#include "commands/checks/compact_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <thread>

namespace winnow::commands {
namespace {

using compact::Element;

constexpr std::uint64_t word = sizeof(std::uint32_t);
constexpr std::uint32_t spare = 7;             // capacity beyond the votes, in some cases
constexpr std::uint32_t guard_elements = 257;  // behind every column: more than a work group
constexpr std::uint64_t guard_votes = 64;      // words on both sides
constexpr Element guard_element{guard_word, guard_word, guard_word, guard_word};

// The ring's words, and the survivors' word, each with guards around it.
constexpr std::uint32_t first_index = 3, count_index = 6, ring_words = 12;
constexpr std::uint32_t survivors_index = 5, survivors_words = 12;

std::uint64_t column_elements(std::uint32_t bound) {
    return std::uint64_t{bound} + spare + guard_elements;
}

std::vector<std::uint32_t> guarded(std::uint32_t size) {
    return std::vector<std::uint32_t>(size, guard_word);
}

}  // namespace

std::uint64_t CompactChecker::memory_bytes(std::uint32_t bound) {
    return 2 * shared::MAX_COLUMNS * column_elements(bound) * sizeof(Element) +
           (bound + 2 * guard_votes) * word;
}

std::vector<CompactChecker::Case> CompactChecker::cases(std::uint32_t bound) {
    const std::uint32_t roomy = bound + spare, tight = std::max(bound, 1u);
    const std::array<std::pair<std::uint32_t, std::uint32_t>, 4> rings{{
        {tight, 0},                  // full, from the start
        {tight, tight / 2},          // full, wrapping round
        {roomy, roomy - 1},          // wraps after the first
        {roomy, roomy - bound / 2},  // wraps in the middle (at the capacity itself where bound is below 2)
    }};
    std::vector<Case> list;
    for (const Votes votes : vote_patterns)
        for (const auto& [capacity, first] : rings) {
            const auto columns = static_cast<std::uint32_t>(list.size() % shared::MAX_COLUMNS) + 1;
            list.push_back({votes, columns, capacity, first % capacity, bound});
        }
    for (const std::uint32_t count : {0u, bound / 2, bound - std::min(bound, 1u), bound + 1, 0xFFFFFFFFu})
        for (const Votes votes : {Votes::all, Votes::random})
            list.push_back({votes, 2, roomy, roomy / 3, count});
    return list;
}

std::string CompactChecker::describe(const Case& one) {
    return fmt::format("{}, {} columns, ring of {} from {}, count {}", name_of(one.votes), one.columns,
                       one.capacity, one.first, one.count);
}

std::string CompactChecker::find_fault(compact::Compactor& compactor, std::uint32_t bound) {
    prepare(bound);
    compactor.reserve(bound);
    for (const Case& one : cases(bound))
        if (const std::string fault = run(compactor, one); !fault.empty())
            return fmt::format("{}: {}", describe(one), fault);
    return {};
}

void CompactChecker::prepare(std::uint32_t bound) {
    bound_ = bound;
    const std::uint64_t elements = column_elements(bound), bytes = elements * sizeof(Element);
    for (std::uint32_t c = 0; c < shared::MAX_COLUMNS; ++c) {
        images_[c].resize(elements);
        for (std::uint64_t i = 0; i < elements; ++i)
            images_[c][i] = {random_word(seed_ + c, i), static_cast<std::uint32_t>(i), c,
                             ~static_cast<std::uint32_t>(i)};
        if (bytes > sources_[c].bytes()) {
            sources_[c] = memory_.allocate(bytes, "test: source column");
            destinations_[c] = memory_.allocate(bytes, "test: destination column");
        }
        sources_[c].write_all(std::span(images_[c]));
    }
    const std::uint64_t votes_bytes = (bound + 2 * guard_votes) * word;
    if (votes_bytes > votes_buffer_.bytes()) votes_buffer_ = memory_.allocate(votes_bytes, "test: votes");
    if (ring_.empty()) ring_ = memory_.allocate(ring_words * word, "test: ring");
    if (survivors_.empty()) survivors_ = memory_.allocate(survivors_words * word, "test: survivors");
}

std::string CompactChecker::run(compact::Compactor& compactor, const Case& one) {
    upload(one);
    compactor.poison_scratch(poisons[runs_++ % poisons.size()]);
    if (std::string fault = submit(compactor, one); !fault.empty()) return fault;
    return compare(one);
}

void CompactChecker::upload(const Case& one) {
    votes_.assign(bound_ + 2 * guard_votes, guard_word);
    fill_votes(one.votes, seed_, std::span(votes_).subspan(guard_votes, bound_));
    votes_buffer_.write_all(std::span(votes_));
    auto ring = guarded(ring_words);
    ring[first_index] = one.first;
    ring[count_index] = one.count;
    ring_.write_all(std::span(ring));
    const auto survivors = guarded(survivors_words);
    survivors_.write_all(std::span(survivors));
    const Image guards(images_[0].size(), guard_element);
    for (std::uint32_t c = 0; c < one.columns; ++c) destinations_[c].write_all(std::span(guards));
}

std::string CompactChecker::submit(compact::Compactor& compactor, const Case& one) {
    std::vector<compact::Column> columns;
    for (std::uint32_t c = 0; c < one.columns; ++c) columns.push_back({&sources_[c], &destinations_[c]});
    compact::Request request;
    request.votes = {&votes_buffer_, guard_votes};
    request.columns = columns;
    request.capacity = one.capacity;
    request.bound = bound_;
    request.first = {&ring_, first_index};
    request.count = {&ring_, count_index};
    request.survivors = {&survivors_, survivors_index};
    compactor.run(request);
    while (compactor.progress() == compact::Progress::pending) std::this_thread::yield();
    return compactor.failure();
}

std::string CompactChecker::compare(const Case& one) const {
    const std::uint32_t count = std::min(one.count, bound_);
    const auto begin = votes_.begin() + static_cast<std::ptrdiff_t>(guard_votes);
    auto expected = guarded(survivors_words);
    expected[survivors_index] = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), 0u);
    const auto found = survivors_.read_all<std::uint32_t>(survivors_words);
    if (found[survivors_index] != expected[survivors_index])
        return fmt::format("{} survived, should be {}", found[survivors_index], expected[survivors_index]);
    if (found != expected) return "a word beside the number of survivors was written";
    if (votes_buffer_.read_all<std::uint32_t>(votes_.size()) != votes_) return "the votes were changed";
    for (std::uint32_t c = 0; c < one.columns; ++c)
        if (std::string fault = compare_column(one, c); !fault.empty()) return fault;
    return {};
}

/// The survivors in order, and behind them nothing that the compactor wrote.
std::string CompactChecker::compare_column(const Case& one, std::uint32_t column) const {
    const Image& source = images_[column];
    const std::uint32_t count = std::min(one.count, bound_);
    Image expected = compact::reference_compact(std::span(source).first(one.capacity), one.first,
                                                std::span(votes_).subspan(guard_votes, count));
    const std::size_t survivors = expected.size();
    expected.resize(source.size(), guard_element);
    const auto found = destinations_[column].read_all<Element>(source.size());
    const auto [f, e] = std::mismatch(found.begin(), found.end(), expected.begin());
    if (f != found.end()) {
        const auto at = static_cast<std::size_t>(f - found.begin());
        if (at >= survivors)
            return fmt::format("column {} was written {} elements behind the survivors", column,
                               at - survivors + 1);
        return fmt::format("survivor {} of column {} is not the element that the reference has there", at,
                           column);
    }
    if (sources_[column].read_all<Element>(source.size()) != source)
        return fmt::format("source column {} was changed", column);
    return {};
}

}  // namespace winnow::commands
