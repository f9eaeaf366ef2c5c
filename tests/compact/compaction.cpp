#include "compact/compaction.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <random>
#include <string>

#include "shaders/shared.h"

namespace winnow::compact::test {
namespace {

bool survives(Who who, std::uint32_t i, std::uint32_t count, std::mt19937& random) {
    switch (who) {
        case Who::all:
            return true;
        case Who::none:
            return false;
        case Who::first:
            return i == 0;
        case Who::last:
            return i + 1 == count;
        case Who::alternating:
            return i % 2 == 1;
        case Who::random:
            return random() % 2 == 1;
        case Who::all_but_one:
            return i != count / 3;
        case Who::few:
            return random() % 50 == 0;
        case Who::clustered:
            return i / 300 % 2 == 0;
    }
    return false;
}

/// Sorts whole records: row i of the columns is one.
std::vector<Elements> sorted_records(const std::vector<Elements>& columns, std::size_t count) {
    std::vector<std::vector<Element>> records(count);
    for (std::size_t i = 0; i < count; ++i)
        for (const Elements& column : columns) records[i].push_back(column[i]);
    std::sort(records.begin(), records.end());
    return records;
}

}  // namespace

Elements make_elements(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    Elements elements(count);
    for (Element& element : elements)
        for (std::uint32_t& word : element) word = static_cast<std::uint32_t>(random());
    return elements;
}

gl::Buffer upload(const Elements& elements, const char* label) {
    gl::Buffer buffer = gl::plain_memory()->allocate(elements.size() * sizeof(Element), label);
    buffer.write_all(std::span(elements));
    return buffer;
}

Words make_votes(Who who, std::uint32_t count) {
    std::mt19937 random(17);
    Words votes(count);
    for (std::uint32_t i = 0; i < count; ++i) votes[i] = survives(who, i, count, random) ? 1 : 0;
    return votes;
}

Words stored_votes(const Case& c, VoteFormat format) {
    Words votes = c.votes;
    votes.resize(std::max(c.bound, c.count) + 3, 1);
    if (format == VoteFormat::bits) {
        Words bits(vote_words(format, votes.size()), 0);
        votes.resize(bits.size() * shared::VOTES_PER_WORD, 1);
        for (std::size_t i = 0; i < votes.size(); ++i)
            bits[i / shared::VOTES_PER_WORD] |= votes[i] << i % shared::VOTES_PER_WORD;
        votes = bits;
    }
    votes.insert(votes.begin(), Case::votes_first, 0xFFFFFFFF);
    return votes;
}

Columns::Columns(std::uint32_t all, std::uint32_t columns) : capacity(all) {
    for (std::uint32_t i = 0; i < columns; ++i) {
        sources.push_back(make_elements(capacity, i));
        befores.push_back(make_elements(capacity + guard_elements, 100 + i));
        from.push_back(upload(sources[i], "test source"));
        to.push_back(upload(befores[i], "test destination"));
    }
}

std::vector<Column> Columns::requested() const {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < from.size(); ++i) columns.push_back({&from[i], &to[i]});
    return columns;
}

void Columns::expect(std::vector<Elements> expected, bool ordered) const {
    const std::size_t survivors = expected.front().size();
    std::vector<Elements> found;
    for (std::size_t i = 0; i < to.size(); ++i) {
        SCOPED_TRACE("column " + std::to_string(i));
        found.push_back(to[i].read_all<Element>(capacity + guard_elements));
        const auto end = found[i].begin() + static_cast<std::ptrdiff_t>(survivors);
        EXPECT_TRUE(
            std::equal(end, found[i].end(), befores[i].begin() + static_cast<std::ptrdiff_t>(survivors)));
        if (ordered) {
            EXPECT_TRUE(std::equal(found[i].begin(), end, expected[i].begin()));
        }
    }
    if (!ordered) {
        EXPECT_TRUE(sorted_records(found, survivors) == sorted_records(expected, survivors));
    }
}

void Columns::expect_sources_untouched() const {
    for (std::size_t i = 0; i < from.size(); ++i)
        EXPECT_TRUE(from[i].read_all<Element>(capacity) == sources[i]) << "column " << i;
}

Numbers::Numbers(const Words& numbers) : before_(first, poison) {
    before_.insert(before_.end(), numbers.begin(), numbers.end());
    before_.push_back(poison);
    words_ = winnow::test::upload(before_, "test numbers");
    total_ = winnow::test::upload({poison, poison, poison}, "test total");
}

void Numbers::expect_scanned(std::uint32_t count) const {
    Words expected = before_;
    const auto begin = expected.begin() + first, end = begin + count;
    const std::uint32_t total = std::accumulate(begin, end, 0u);
    std::exclusive_scan(begin, end, begin, 0u);
    EXPECT_EQ(winnow::test::first_difference(expected, words_.read_all<std::uint32_t>(expected.size())), "");
    EXPECT_EQ(total_.read_all<std::uint32_t>(3), (Words{poison, total, poison}));
}

void expect_compacted(Compactor& compactor, const Case& c, std::uint32_t columns, bool ordered) {
    const Columns data(c.capacity, columns);
    const auto requested = data.requested();
    const Words votes = stored_votes(c, compactor.vote_format());
    const gl::Buffer votes_buffer = winnow::test::upload(votes, "test votes");
    const Words pool{poison, c.first, c.count, poison};
    const gl::Buffer pool_buffer = winnow::test::upload(pool, "test pool");
    const gl::Buffer out = winnow::test::upload({poison, poison, poison}, "test survivors");

    Request request;
    request.votes = {&votes_buffer, Case::votes_first};
    request.columns = requested;
    request.capacity = c.capacity;
    request.bound = c.bound;
    request.first = {&pool_buffer, 1};
    request.count = {&pool_buffer, 2};
    request.survivors = {&out, 1};
    const Numbers numbers(c.numbers.value_or(Words{}));
    if (c.numbers) request.second_scan = numbers.requested();
    compactor.run(request);
    EXPECT_NE(compactor.progress(), Progress::failed) << compactor.failure();

    const Words living(c.votes.begin(), c.votes.begin() + c.living());
    const auto survivors = static_cast<std::uint32_t>(std::count(living.begin(), living.end(), 1u));
    EXPECT_EQ(out.read_all<std::uint32_t>(3), (Words{poison, survivors, poison}));
    std::vector<Elements> expected;
    for (const Elements& source : data.sources)
        expected.push_back(reference_compact(source, c.first, living));
    data.expect(expected, ordered);
    data.expect_sources_untouched();
    EXPECT_EQ(votes_buffer.read_all<std::uint32_t>(votes.size()), votes);
    EXPECT_EQ(pool_buffer.read_all<std::uint32_t>(4), pool);
    if (c.numbers) numbers.expect_scanned(c.living());
}

}  // namespace winnow::compact::test
