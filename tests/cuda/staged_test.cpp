// The staged compactor on CUDA against the reference, on memory of either kind.
#include "cuda/compact/staged.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <span>
#include <thread>

#include "base/error.h"
#include "compact/reference.h"
#include "cuda/support.h"
#include "shaders/shared.h"

namespace winnow::test {
namespace {

using compact::Element;
using compact::Progress;

enum Word : std::uint32_t { FIRST, COUNT, SURVIVORS, WORDS };  // of the buffer that holds them

struct Case {
    std::uint32_t capacity = 0, first = 0, count = 0;
    Words votes;  // `bound` of them
    std::uint32_t columns = 3;
};

std::vector<Element> make_ring(std::uint32_t capacity, std::uint32_t seed) {
    const Words words = make_words(Pattern::random, std::size_t{capacity} * 4, seed);
    std::vector<Element> ring(capacity);
    for (std::size_t i = 0; i < ring.size(); ++i)
        ring[i] = {words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]};
    return ring;
}

class StagedTest : public SharedTest, public ::testing::WithParamInterface<bool> {
  protected:
    void SetUp() override {
        SharedTest::SetUp();
        if (IsSkipped()) return;
        plain_ = gl::plain_memory();
        provider_ = GetParam() ? runtime_->imported_memory() : plain_.get();
        if (!provider_) GTEST_SKIP() << "GL_EXT_memory_object_fd is absent or refused";
        compactor_ = std::make_unique<cuda::StagedCompactor>(runtime_, cuda::make_device_scan({}));
    }
    void TearDown() override {
        compactor_.reset();
        SharedTest::TearDown();
    }

    gl::Buffer make(std::uint64_t bytes) { return provider_->allocate(bytes, "test"); }

    Progress wait() {
        for (;;) {
            if (const Progress progress = compactor_->progress(); progress != Progress::pending)
                return progress;
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    }

    void expect_compaction(const Case& c);

    std::unique_ptr<gl::MemoryProvider> plain_;
    gl::MemoryProvider* provider_ = nullptr;
    std::unique_ptr<cuda::StagedCompactor> compactor_;
};

void StagedTest::expect_compaction(const Case& c) {
    const Element untouched{guard_word, guard_word, guard_word, guard_word};
    const auto bound = static_cast<std::uint32_t>(c.votes.size());
    const std::size_t alive = std::min(c.count, bound);
    std::vector<gl::Buffer> sources, destinations;
    std::vector<std::vector<Element>> rings;
    for (std::uint32_t i = 0; i < c.columns; ++i) {
        rings.push_back(make_ring(c.capacity, i));
        sources.push_back(make(c.capacity * sizeof(Element)));
        sources.back().write_all(std::span<const Element>(rings.back()));
        destinations.push_back(make(c.capacity * sizeof(Element)));
        destinations.back().fill(guard_word);
    }
    std::vector<compact::Column> columns;
    for (std::uint32_t i = 0; i < c.columns; ++i) columns.push_back({&sources[i], &destinations[i]});
    gl::Buffer votes = make(std::max<std::size_t>(bound, 1) * 4), words = make(WORDS * 4);
    votes.write_all(std::span(c.votes));
    const std::array<std::uint32_t, WORDS> before{c.first, c.count, poison_word};
    words.write_all(std::span<const std::uint32_t>(before));

    compactor_->reserve(bound);
    compactor_->poison_scratch(poison_word);
    compactor_->run(
        {{&votes, 0}, columns, c.capacity, bound, {&words, FIRST}, {&words, COUNT}, {&words, SURVIVORS}});

    EXPECT_EQ(wait(), Progress::done) << compactor_->failure();

    const auto after = words.read_all<std::uint32_t>(WORDS);
    for (std::uint32_t i = 0; i < c.columns; ++i) {
        SCOPED_TRACE(fmt::format("column {}", i));
        std::vector<Element> expected =
            compact::reference_compact(rings[i], c.first, std::span(c.votes).first(alive));
        EXPECT_EQ(after[SURVIVORS], expected.size());
        expected.resize(c.capacity, untouched);
        EXPECT_TRUE(destinations[i].read_all<Element>(c.capacity) == expected);
        EXPECT_TRUE(sources[i].read_all<Element>(c.capacity) == rings[i]) << "the source was written";
    }
    EXPECT_EQ(after[FIRST], c.first);
    EXPECT_EQ(after[COUNT], c.count);
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

TEST_P(StagedTest, KeepsWhomTheVotesKeep) {
    constexpr std::uint32_t capacity = 10007;
    for (const Words& votes :
         {Words(capacity, 0), Words(capacity, 1), single_vote(capacity, 0),
          single_vote(capacity, capacity - 1), make_words(Pattern::alternating, capacity),
          votes_of(capacity, 1), votes_of(capacity, 50), votes_of(capacity, 99)})
        expect_compaction({.capacity = capacity, .first = 0, .count = capacity, .votes = votes});
}

TEST_P(StagedTest, ReadsTheSourceAsARing) {
    constexpr std::uint32_t capacity = 5000;
    for (const std::uint32_t first : {1u, 2500u, capacity - 1})
        for (const std::uint32_t count : {0u, 1u, 2u, 2500u, capacity - 1, capacity}) {
            SCOPED_TRACE(fmt::format("first {}, count {}", first, count));
            expect_compaction(
                {.capacity = capacity, .first = first, .count = count, .votes = votes_of(capacity, 70)});
        }
}

TEST_P(StagedTest, ClampsTheCountToTheBound) {
    for (const std::uint32_t bound : {0u, 1u, 33u, 4095u, 4096u, 4097u})
        for (const std::uint32_t count : {bound, bound + 1, 0xFFFFFFFFu}) {
            SCOPED_TRACE(fmt::format("bound {}, count {}", bound, count));
            expect_compaction({.capacity = 5000, .first = 17, .count = count, .votes = votes_of(bound, 60)});
        }
}

TEST_P(StagedTest, MovesAnyNumberOfColumns) {
    for (std::uint32_t columns = 1; columns <= shared::MAX_COLUMNS; ++columns) {
        SCOPED_TRACE(columns);
        expect_compaction({.capacity = 3001,
                           .first = 3000,
                           .count = 3001,
                           .votes = votes_of(3001, 90),
                           .columns = columns});
    }
}

TEST_P(StagedTest, MovesMany) {
    constexpr std::uint32_t capacity = 1u << 21;
    expect_compaction(
        {.capacity = capacity, .first = capacity / 3, .count = capacity, .votes = votes_of(capacity, 90)});
}

TEST_P(StagedTest, LeavesItsStagesAndTimesBehind) {
    constexpr std::uint32_t capacity = 4099;
    const Words votes = votes_of(capacity, 50);
    EXPECT_FALSE(compactor_->times().scan.has_value()) << "nothing has run";
    expect_compaction({.capacity = capacity, .first = 0, .count = capacity, .votes = votes});
    Words offsets(capacity);
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < capacity; ++i) {
        offsets[i] = sum;
        sum += votes[i];
    }
    const gl::Words stage = compactor_->stages().offsets;
    EXPECT_EQ(first_difference(offsets, stage.buffer->read_all<std::uint32_t>(capacity, stage.first * 4)),
              "");
    const auto times = compactor_->times();
    ASSERT_TRUE(times.scan && times.move && times.hand_over);
    EXPECT_GT(*times.scan, 0.0);
    EXPECT_GT(*times.move, 0.0);
    EXPECT_GE(*times.hand_over, 0.0);
}

TEST_P(StagedTest, RefusesWhatReachesBeyondItsBuffers) {
    gl::Buffer column = make(16 * 10), other = make(16 * 10), words = make(WORDS * 4);
    const std::array columns{compact::Column{&column, &other}};
    const auto request = [&](std::uint32_t capacity, std::uint32_t bound) {
        return compact::Request{{&words, 0}, columns, capacity, bound, {&words, 0}, {&words, 1}, {&words, 2}};
    };
    EXPECT_THROW(compactor_->run(request(11, 1)), Error) << "columns too small";
    EXPECT_THROW(compactor_->run(request(2, 3)), Error) << "bound above capacity";
    EXPECT_THROW(compactor_->run(request(10, 4)), Error) << "votes too short";
    EXPECT_EQ(compactor_->progress(), Progress::done) << "a refused request is not a failure of CUDA";
}

INSTANTIATE_TEST_SUITE_P(Memory, StagedTest, ::testing::Values(true, false),
                         [](const auto& memory) { return memory.param ? "imported" : "registered"; });

}  // namespace
}  // namespace winnow::test
