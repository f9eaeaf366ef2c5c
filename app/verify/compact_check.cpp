#include "verify/compact_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "gl/buffer.h"

namespace winnow::verify {
namespace {

constexpr std::uint32_t spare = 7;             // capacity beyond the votes, in some cases
constexpr std::uint32_t guard_elements = 257;  // behind every column: more than a work group
constexpr std::uint64_t guard_votes = 64;      // words on both sides
constexpr compact::Element guard_element{guard_word, guard_word, guard_word, guard_word};

// The ring's words, and the survivors' word, each with guards around it.
constexpr std::uint32_t first_index = 3, count_index = 6, ring_words = 12;
constexpr std::uint32_t survivors_index = 5, survivors_words = 12;

constexpr std::size_t place_word = 1;  // of an element: where it lies in the source

std::uint64_t column_elements(std::uint32_t bound) {
    return std::uint64_t{bound} + spare + guard_elements;
}

std::vector<std::uint32_t> guarded(std::uint32_t size) {
    return std::vector<std::uint32_t>(size, guard_word);
}

/// All bytes at once: element by element takes far longer than the GPU does.
bool are_same(const std::vector<compact::Element>& a, const std::vector<compact::Element>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(compact::Element)) == 0;
}

/// As a compactor takes them; where there are bits behind the last vote, all are ones.
std::vector<std::uint32_t> stored(const std::vector<std::uint32_t>& votes, compact::VoteFormat format) {
    if (format == compact::VoteFormat::words) return votes;
    std::vector<std::uint32_t> words(compact::vote_words(format, votes.size()), 0xFFFFFFFF);
    for (std::size_t i = 0; i < votes.size(); ++i)
        if (votes[i] == 0) words[i / shared::VOTES_PER_WORD] &= ~(1u << i % shared::VOTES_PER_WORD);
    return words;
}

/// The first `count` records, of which each column holds a part, in the order of the places that they say
/// they come from.
void sort_records(std::vector<std::vector<compact::Element>>& columns, std::size_t count) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order(count);  // place, and index now
    for (std::uint32_t i = 0; i < count; ++i) order[i] = {columns.front()[i][place_word], i};
    std::sort(order.begin(), order.end());
    for (auto& column : columns) {
        const auto before = column;
        for (std::size_t i = 0; i < count; ++i) column[i] = before[order[i].second];
    }
}

}  // namespace

std::uint64_t CompactChecker::memory_bytes(std::uint32_t bound) {
    return 2 * shared::MAX_COLUMNS * column_elements(bound) * sizeof(compact::Element) +
           (bound + 2 * guard_votes) * gl::word_bytes;
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

std::string CompactChecker::find_fault(compact::Compactor& compactor, std::uint32_t bound, bool ordered) {
    ordered_ = ordered;
    prepare(bound);
    compactor.reserve(bound);
    for (const Case& one : cases(bound))
        if (const std::string fault = run(compactor, one); !fault.empty())
            return fmt::format("{}: {}", describe(one), fault);
    return {};
}

void CompactChecker::prepare(std::uint32_t bound) {
    bound_ = bound;
    const std::uint64_t elements = column_elements(bound), bytes = elements * sizeof(compact::Element);
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
    const std::uint64_t votes_bytes = (bound + 2 * guard_votes) * gl::word_bytes;
    if (votes_bytes > votes_buffer_.bytes()) votes_buffer_ = memory_.allocate(votes_bytes, "test: votes");
    if (ring_.empty()) ring_ = memory_.allocate(ring_words * gl::word_bytes, "test: ring");
    if (survivors_.empty())
        survivors_ = memory_.allocate(survivors_words * gl::word_bytes, "test: survivors");
}

std::string CompactChecker::run(compact::Compactor& compactor, const Case& one) {
    upload(one, compactor.vote_format());
    compactor.poison_scratch(poisons[runs_++ % poisons.size()]);
    if (std::string fault = submit(compactor, one); !fault.empty()) return fault;
    return compare(one);
}

void CompactChecker::upload(const Case& one, compact::VoteFormat format) {
    votes_.resize(bound_);
    fill_votes(one.votes, seed_, votes_);
    stored_ = stored(votes_, format);
    stored_.insert(stored_.begin(), guard_votes, guard_word);
    stored_.resize(bound_ + 2 * guard_votes, guard_word);
    votes_buffer_.write_all(std::span(stored_));
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
    wait(compactor);
    return compactor.failure();
}

std::span<const std::uint32_t> CompactChecker::counted_votes(const Case& one) const {
    return std::span(votes_).first(std::min(one.count, bound_));
}

std::string CompactChecker::compare(const Case& one) const {
    const auto votes = counted_votes(one);
    auto expected = guarded(survivors_words);
    expected[survivors_index] = std::accumulate(votes.begin(), votes.end(), 0u);
    const auto found = survivors_.read_all<std::uint32_t>(survivors_words);
    if (found[survivors_index] != expected[survivors_index])
        return fmt::format("{} survived, should be {}", found[survivors_index], expected[survivors_index]);
    if (found != expected) return "a word beside the number of survivors was written";
    if (votes_buffer_.read_all<std::uint32_t>(stored_.size()) != stored_) return "the votes were changed";
    return compare_columns(one);
}

std::string CompactChecker::compare_columns(const Case& one) const {
    std::vector<Image> found, expected;
    for (std::uint32_t c = 0; c < one.columns; ++c) {
        if (!are_same(sources_[c].read_all<compact::Element>(images_[c].size()), images_[c]))
            return fmt::format("source column {} was changed", c);
        found.push_back(destinations_[c].read_all<compact::Element>(images_[c].size()));
        expected.push_back(survivors_of(one, c));
    }
    if (!ordered_) {
        sort_records(found, expected.front().size());
        sort_records(expected, expected.front().size());
    }
    for (std::uint32_t c = 0; c < one.columns; ++c)
        if (std::string fault = compare_column(found[c], expected[c], c); !fault.empty()) return fault;
    return {};
}

CompactChecker::Image CompactChecker::survivors_of(const Case& one, std::uint32_t column) const {
    return compact::reference_compact(std::span(images_[column]).first(one.capacity), one.first,
                                      counted_votes(one));
}

/// The survivors in order, and behind them nothing that the compactor wrote.
std::string CompactChecker::compare_column(const Image& found, Image expected, std::uint32_t column) {
    const std::size_t survivors = expected.size();
    expected.resize(found.size(), guard_element);
    if (are_same(found, expected)) return {};
    const auto [f, e] = std::mismatch(found.begin(), found.end(), expected.begin());
    const auto at = static_cast<std::size_t>(f - found.begin());
    if (at >= survivors)
        return fmt::format("column {} was written {} elements behind the survivors", column,
                           at - survivors + 1);
    return fmt::format("survivor {} of column {} is not the element that the reference has there", at,
                       column);
}

}  // namespace winnow::verify
