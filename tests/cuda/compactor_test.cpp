// Every compactor on CUDA against the reference, on memory of either kind.
#include "cuda/compact/gl_compactor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <stdexcept>

#include "base/error.h"
#include "compact/reference.h"
#include "cuda/support.h"
#include "scan/reference.h"
#include "shaders/shared.h"

namespace winnow::test {
namespace {

using compact::Element;
using compact::Progress;

enum Word : std::uint32_t { FIRST, COUNT, SURVIVORS, TOTAL, WORDS };  // of the buffer that holds them

struct Case {
    std::uint32_t capacity = 0, first = 0, count = 0;
    Words votes;  // `bound` of them
    std::uint32_t columns = 3;
    bool second_scan = false;  // of random numbers
};

std::vector<Element> make_ring(std::uint32_t capacity, std::uint32_t seed) {
    const Words words = make_words(Pattern::random, std::size_t{capacity} * 4, seed);
    std::vector<Element> ring(capacity);
    for (std::size_t i = 0; i < ring.size(); ++i)
        ring[i] = {words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]};
    return ring;
}

struct Variant {
    const char* name;
    Compaction compaction;
    ScanChoice scan;
    bool imported = true;  // memory that CUDA made; else OpenGL's, registered
};

constexpr ScanChoice textbook{BlockScan::blelloch, GridStrategy::scan_then_propagate};
constexpr ScanChoice reducing{BlockScan::brent_kung_padded, GridStrategy::reduce_then_scan};
constexpr ScanChoice chained{BlockScan::automatic, GridStrategy::chained};

const Variant variants[] = {
    {"staged", Compaction::staged, {}},
    {"staged_registered", Compaction::staged, {}, false},
    {"staged_textbook", Compaction::staged, textbook},
    {"bits", Compaction::bits, {}},
    {"bits_reduce_then_scan", Compaction::bits, reducing},
    {"fused", Compaction::fused, {}},
    {"fused_registered", Compaction::fused, {}, false},
    {"fused_chained", Compaction::fused, chained},
    {"atomic", Compaction::atomic, {}},
};

/// As the compactor takes them. In the last word the bits beyond the votes are set, for nobody to heed.
Words in_format(VoteFormat format, const Words& votes) {
    if (format == VoteFormat::words) return votes;
    Words bits(vote_words(format, votes.size()), 0);
    for (std::size_t i = 0; i < votes.size(); ++i) bits[i / 32] |= votes[i] << i % 32;
    if (votes.size() % 32 != 0) bits.back() |= 0xFFFFFFFF << votes.size() % 32;
    return bits;
}

using Columns = std::vector<std::vector<Element>>;

/// The first `records` of every column, in the order of the first column's elements, all of which differ.
void sort_records(Columns& columns, std::size_t records) {
    std::vector<std::uint32_t> order(records);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return columns[0][a] < columns[0][b]; });
    for (std::vector<Element>& column : columns) {
        std::vector<Element> sorted(records);
        for (std::size_t i = 0; i < records; ++i) sorted[i] = column[order[i]];
        std::copy(sorted.begin(), sorted.end(), column.begin());
    }
}

class CompactorTest : public SharedTest, public ::testing::WithParamInterface<Variant> {
  protected:
    void SetUp() override {
        SharedTest::SetUp();
        if (IsSkipped()) return;
        plain_ = gl::plain_memory();
        provider_ = GetParam().imported ? runtime_->imported_memory() : plain_.get();
        if (!provider_) GTEST_SKIP() << "GL_EXT_memory_object_fd is absent or refused";
        compactor_ = std::make_unique<cuda::GlCompactor>(
            runtime_, cuda::make_device_compaction(GetParam().compaction, GetParam().scan),
            cuda::make_device_scan(GetParam().scan), GetParam().name);
    }
    void TearDown() override {
        compactor_.reset();
        SharedTest::TearDown();
    }

    gl::Buffer make(std::uint64_t bytes) { return provider_->allocate(bytes, "test"); }

    Progress wait() { return compact::wait(*compactor_); }

    void expect_compaction(const Case& c);
    static void expect_scanned(const compact::SecondScan& second, Words numbers, std::size_t alive);

    std::unique_ptr<gl::MemoryProvider> plain_;
    gl::MemoryProvider* provider_ = nullptr;
    std::unique_ptr<cuda::GlCompactor> compactor_;
};

/// `numbers`: as they were before.
void CompactorTest::expect_scanned(const compact::SecondScan& second, Words numbers, std::size_t alive) {
    const std::span scanned = std::span(numbers).first(alive);
    const std::uint32_t total = scan::reference_scan(scan::Kind::exclusive, scanned, scanned);
    EXPECT_EQ(first_difference(numbers, second.numbers.buffer->read_all<std::uint32_t>(
                                            numbers.size(), second.numbers.first * sizeof(std::uint32_t))),
              "");
    EXPECT_EQ(read_word(*second.total.buffer, second.total.index), total);
}

void CompactorTest::expect_compaction(const Case& c) {
    const Element untouched{guard_word, guard_word, guard_word, guard_word};
    const auto bound = static_cast<std::uint32_t>(c.votes.size());
    const std::size_t alive = std::min(c.count, bound);
    std::vector<gl::Buffer> sources, destinations;
    Columns rings, expected, actual;
    for (std::uint32_t i = 0; i < c.columns; ++i) {
        rings.push_back(make_ring(c.capacity, i));
        expected.push_back(compact::reference_compact(rings[i], c.first, std::span(c.votes).first(alive)));
        sources.push_back(make(c.capacity * sizeof(Element)));
        sources.back().write_all(std::span<const Element>(rings.back()));
        destinations.push_back(make(c.capacity * sizeof(Element)));
        destinations.back().fill(guard_word);
    }
    std::vector<compact::Column> columns;
    for (std::uint32_t i = 0; i < c.columns; ++i) columns.push_back({&sources[i], &destinations[i]});
    const Words formatted = in_format(compactor_->vote_format(), c.votes);
    gl::Buffer votes = make(std::max<std::size_t>(formatted.size(), 1) * 4), words = make(WORDS * 4);
    votes.write_all(std::span(formatted));
    const std::array<std::uint32_t, WORDS> before{c.first, c.count, poison_word, poison_word};
    words.write_all(std::span<const std::uint32_t>(before));

    compactor_->reserve(bound);
    compactor_->poison_scratch(poison_word);
    compact::Request request{{&votes, 0},     columns,         c.capacity,         bound,
                             {&words, FIRST}, {&words, COUNT}, {&words, SURVIVORS}};
    const Words counts = make_words(Pattern::random, std::size_t{bound} + 1);  // with one that is not read
    gl::Buffer numbers = make(counts.size() * sizeof(std::uint32_t));
    numbers.write_all(std::span(counts));
    if (c.second_scan) request.second_scan = {{&numbers, 0}, {&words, TOTAL}};
    compactor_->run(request);

    EXPECT_EQ(wait(), Progress::done) << compactor_->failure();

    const auto after = words.read_all<std::uint32_t>(WORDS);
    const std::size_t survivors = expected[0].size();
    EXPECT_EQ(after[SURVIVORS], survivors);
    for (std::uint32_t i = 0; i < c.columns; ++i) {
        EXPECT_TRUE(sources[i].read_all<Element>(c.capacity) == rings[i]) << "source " << i << " was written";
        actual.push_back(destinations[i].read_all<Element>(c.capacity));
        expected[i].resize(c.capacity, untouched);
    }
    if (!keeps_order(GetParam().compaction)) {
        sort_records(actual, survivors);
        sort_records(expected, survivors);
    }
    for (std::uint32_t i = 0; i < c.columns; ++i) EXPECT_TRUE(actual[i] == expected[i]) << "column " << i;
    EXPECT_EQ(after[FIRST], c.first);
    EXPECT_EQ(after[COUNT], c.count);
    if (c.second_scan) expect_scanned(*request.second_scan, counts, alive);
}

Words votes_of(std::size_t bound, std::uint32_t percent) {
    Words votes = make_words(Pattern::random, bound, percent);
    for (std::uint32_t& vote : votes) vote = vote % 100 < percent ? 1 : 0;
    return votes;
}

Words single_vote(std::size_t bound, std::size_t at) {
    Words votes(bound, 0);
    votes[at] = 1;
    return votes;
}

TEST_P(CompactorTest, KeepsWhomTheVotesKeep) {
    constexpr std::uint32_t capacity = 10007;
    for (const Words& votes :
         {Words(capacity, 0), Words(capacity, 1), single_vote(capacity, 0),
          single_vote(capacity, capacity - 1), make_words(Pattern::alternating, capacity),
          votes_of(capacity, 1), votes_of(capacity, 50), votes_of(capacity, 99)})
        expect_compaction({.capacity = capacity, .first = 0, .count = capacity, .votes = votes});
}

TEST_P(CompactorTest, ReadsTheSourceAsARing) {
    constexpr std::uint32_t capacity = 5000;
    for (const std::uint32_t first : {1u, 2500u, capacity - 1})
        for (const std::uint32_t count : {0u, 1u, 2u, 2500u, capacity - 1, capacity}) {
            SCOPED_TRACE(fmt::format("first {}, count {}", first, count));
            expect_compaction(
                {.capacity = capacity, .first = first, .count = count, .votes = votes_of(capacity, 70)});
        }
}

TEST_P(CompactorTest, ClampsTheCountToTheBound) {
    for (const std::uint32_t bound : {0u, 1u, 33u, 4095u, 4096u, 4097u})
        for (const std::uint32_t count : {bound, bound + 1, 0xFFFFFFFFu}) {
            SCOPED_TRACE(fmt::format("bound {}, count {}", bound, count));
            expect_compaction({.capacity = 5000, .first = 17, .count = count, .votes = votes_of(bound, 60)});
        }
}

TEST_P(CompactorTest, ScansNumbersBesideTheVotes) {
    constexpr std::uint32_t capacity = 20000;
    for (const std::uint32_t bound : {0u, 1u, 4095u, 4097u, capacity})
        for (const std::uint32_t count : {0u, 1u, bound, bound + 1}) {
            SCOPED_TRACE(fmt::format("bound {}, count {}", bound, count));
            expect_compaction({.capacity = capacity,
                               .first = 19999,
                               .count = count,
                               .votes = votes_of(bound, 60),
                               .second_scan = true});
        }
}

TEST_P(CompactorTest, ScansManyNumbersRunAfterRun) {
    constexpr std::uint32_t capacity = 1u << 21;
    for (const bool second : {true, false, true})
        expect_compaction({.capacity = capacity,
                           .first = 5,
                           .count = capacity - 3,
                           .votes = votes_of(capacity, 90),
                           .columns = 1,
                           .second_scan = second});
}

TEST_P(CompactorTest, MovesAnyNumberOfColumns) {
    for (std::uint32_t columns = 1; columns <= shared::MAX_COLUMNS; ++columns) {
        SCOPED_TRACE(columns);
        expect_compaction({.capacity = 3001,
                           .first = 3000,
                           .count = 3001,
                           .votes = votes_of(3001, 90),
                           .columns = columns});
    }
}

TEST_P(CompactorTest, MovesMany) {
    constexpr std::uint32_t capacity = 1u << 21;
    expect_compaction(
        {.capacity = capacity, .first = capacity / 3, .count = capacity, .votes = votes_of(capacity, 90)});
}

TEST_P(CompactorTest, MovesMoreThan64Mi) {
    constexpr std::uint32_t capacity = (1u << 26) + 12345;
    constexpr std::uint64_t needed = std::uint64_t{capacity} * (2 * sizeof(Element) + 8);
    if (!GetParam().imported || GetParam().scan != ScanChoice{})
        GTEST_SKIP() << "one variant of each kind is enough";
    if (facts().free_bytes().value_or(0) < 2 * needed) GTEST_SKIP() << "the GPU has too little free memory";
    expect_compaction({.capacity = capacity,
                       .first = capacity - 77,
                       .count = capacity,
                       .votes = votes_of(capacity, 60),
                       .columns = 1});
}

/// What the scan leaves: for each vote, or for each word of votes, how many survive before it.
Words offsets_of(VoteFormat format, const Words& votes) {
    const std::size_t each = format == VoteFormat::words ? 1 : 32;
    Words offsets;
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < votes.size(); ++i) {
        if (i % each == 0) offsets.push_back(sum);
        sum += votes[i];
    }
    return offsets;
}

TEST_P(CompactorTest, LeavesItsStagesAndTimesBehind) {
    constexpr std::uint32_t capacity = 4099;
    const Words votes = votes_of(capacity, 50);
    EXPECT_FALSE(compactor_->times().hand_over.has_value()) << "nothing has run";
    expect_compaction({.capacity = capacity, .first = 0, .count = capacity, .votes = votes});
    const gl::Words stage = compactor_->stages().offsets;
    const auto times = compactor_->times();
    ASSERT_TRUE(times.hand_over);
    EXPECT_GE(*times.hand_over, 0.0);
    EXPECT_FALSE(times.second_scan.has_value()) << "there was none";
    const Compaction kind = GetParam().compaction;
    if (kind == Compaction::fused || kind == Compaction::atomic) {
        EXPECT_EQ(stage.buffer, nullptr) << "it has no such stage";
        ASSERT_TRUE(times.compact && !times.scan && !times.move);
        EXPECT_GT(*times.compact, 0.0);
        return;
    }
    const Words offsets = offsets_of(compactor_->vote_format(), votes);
    EXPECT_EQ(
        first_difference(offsets, stage.buffer->read_all<std::uint32_t>(offsets.size(), stage.first * 4)),
        "");
    ASSERT_TRUE(times.scan && times.move && !times.compact);
    EXPECT_GT(*times.scan, 0.0);
    EXPECT_GT(*times.move, 0.0);
}

TEST_P(CompactorTest, TellsTheTimeOfASecondScan) {
    constexpr std::uint32_t capacity = 4099;
    const Case c{.capacity = capacity,
                 .first = 0,
                 .count = capacity,
                 .votes = votes_of(capacity, 50),
                 .second_scan = true};
    expect_compaction(c);
    const auto times = compactor_->times();
    ASSERT_TRUE(times.second_scan);
    EXPECT_GT(*times.second_scan, 0.0);
}

TEST_P(CompactorTest, RefusesWhatReachesBeyondItsBuffers) {
    gl::Buffer column = make(16 * 10), other = make(16 * 10), words = make(WORDS * 4);
    const std::array columns{compact::Column{&column, &other}};
    const auto request = [&](std::uint32_t capacity, std::uint32_t bound) {
        return compact::Request{{&words, 0}, columns, capacity, bound, {&words, 0}, {&words, 1}, {&words, 2}};
    };
    EXPECT_THROW(compactor_->run(request(11, 1)), Error) << "columns too small";
    EXPECT_THROW(compactor_->run(request(2, 3)), Error) << "bound above capacity";
    if (compactor_->vote_format() == VoteFormat::words) {
        EXPECT_THROW(compactor_->run(request(10, 4)), Error) << "votes too short";
    }
    const compact::Fold fold{"particles/step.glsl", {}, {}};
    compact::Request folded = request(10, 1);
    folded.fold = &fold;
    EXPECT_THROW(compactor_->run(folded), Error) << "CUDA computes no records";
    EXPECT_EQ(compactor_->progress(), Progress::done) << "a refused request is not a failure of CUDA";
}

INSTANTIATE_TEST_SUITE_P(Variants, CompactorTest, ::testing::ValuesIn(variants),
                         [](const auto& variant) { return std::string(variant.param.name); });

TEST(DeviceCompaction, AutomaticIsFusedUnlessTheScanIsNone) {
    using cuda::resolve_device_compaction;
    EXPECT_EQ(resolve_device_compaction(Compaction::automatic, {}), Compaction::fused);
    EXPECT_EQ(resolve_device_compaction(Compaction::automatic, chained), Compaction::fused);
    EXPECT_EQ(resolve_device_compaction(Compaction::automatic, textbook), Compaction::bits);
    EXPECT_EQ(resolve_device_compaction(Compaction::automatic, {BlockScan::kogge_stone, {}}),
              Compaction::bits);
    EXPECT_EQ(resolve_device_compaction(Compaction::staged, {}), Compaction::staged);
}

TEST(DeviceCompaction, WhatIsAbsentIsExplained) {
    using cuda::device_compaction_absence;
    for (const auto& compaction : compactions) EXPECT_EQ(device_compaction_absence(compaction.value, {}), "");
    for (const auto& compaction : {Compaction::automatic, Compaction::staged, Compaction::bits})
        EXPECT_EQ(device_compaction_absence(compaction, textbook), "");
    const std::string block = device_compaction_absence(Compaction::fused, {BlockScan::kogge_stone, {}});
    EXPECT_NE(block.find("kogge-stone"), std::string::npos) << block;
    const std::string grid =
        device_compaction_absence(Compaction::fused, {BlockScan::subgroup, GridStrategy::reduce_then_scan});
    EXPECT_NE(grid.find("reduce-then-scan"), std::string::npos) << grid;
    EXPECT_THROW(cuda::make_device_compaction(Compaction::fused, textbook), std::invalid_argument);
}

}  // namespace
}  // namespace winnow::test
