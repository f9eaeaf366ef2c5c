// Every compactor of this room against the reference: order, ring, guards, counts, scratch.
#include "compact/compactor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "compact/reference.h"
#include "compact/suite.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"
#include "support/words.h"

namespace winnow::compact {
namespace {

using test::Words;
using Elements = std::vector<Element>;

constexpr std::uint32_t poison = 0xA5A5A5A5;
constexpr std::uint32_t guard_elements = 9;  // behind the capacity of every destination

Elements make_elements(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    Elements elements(count);
    for (Element& element : elements)
        for (std::uint32_t& word : element) word = random();
    return elements;
}

gl::Buffer upload(const Elements& elements, const char* label) {
    gl::Buffer buffer = gl::plain_memory()->allocate(elements.size() * sizeof(Element), label);
    buffer.write_all(std::span(elements));
    return buffer;
}

/// A ring with `count` living from `first`, the votes on them, and all that a compactor writes.
struct Case {
    std::uint32_t capacity, first, count, bound;
    Words votes;  // `count` of them

    static constexpr std::uint32_t votes_first = 5;  // votes begin there in their buffer

    std::uint32_t living() const { return std::min(count, bound); }
};

enum class Who { all, none, first, last, alternating, random, all_but_one };
constexpr Who everyone[] = {Who::all,         Who::none,   Who::first,      Who::last,
                            Who::alternating, Who::random, Who::all_but_one};

Words make_votes(Who who, std::uint32_t count) {
    std::mt19937 random(17);
    Words votes(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        switch (who) {
            case Who::all:
                votes[i] = 1;
                break;
            case Who::none:
                votes[i] = 0;
                break;
            case Who::first:
                votes[i] = i == 0;
                break;
            case Who::last:
                votes[i] = i + 1 == count;
                break;
            case Who::alternating:
                votes[i] = i % 2;
                break;
            case Who::random:
                votes[i] = random() % 2;
                break;
            case Who::all_but_one:
                votes[i] = i != count / 3;
                break;
        }
    }
    return votes;
}

class CompactorTest : public test::GlTest, public ::testing::WithParamInterface<Backend> {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        shaders_ = std::make_unique<gl::ShaderLibrary>();
        passes_ = std::make_unique<gl::Passes>(facts());
        suites_ = make_suites({facts(), *shaders_, *passes_});
        for (const auto& suite : suites_)
            if (suite->backend() == GetParam()) compactor_ = suite->make_compactor(Compaction::staged, {});
        ASSERT_NE(compactor_, nullptr);
    }

    /// Runs `c` over as many columns and checks all that a compactor promises.
    void expect_compacted(const Case& c, std::uint32_t columns) {
        std::vector<Elements> sources, befores;
        std::vector<gl::Buffer> from, to;
        std::vector<Column> requested(columns);
        for (std::uint32_t i = 0; i < columns; ++i) {
            sources.push_back(make_elements(c.capacity, i));
            befores.push_back(make_elements(c.capacity + guard_elements, 100 + i));
            from.push_back(upload(sources[i], "test source"));
            to.push_back(upload(befores[i], "test destination"));
        }
        for (std::uint32_t i = 0; i < columns; ++i) requested[i] = {&from[i], &to[i]};
        const Words votes = votes_in_buffer(c);
        const gl::Buffer votes_buffer = test::upload(votes, "test votes");
        const Words pool{poison, c.first, c.count, poison};
        const gl::Buffer pool_buffer = test::upload(pool, "test pool");
        const gl::Buffer out = test::upload({poison, poison, poison}, "test survivors");

        compactor_->run({{&votes_buffer, Case::votes_first},
                         requested,
                         c.capacity,
                         c.bound,
                         {&pool_buffer, 1},
                         {&pool_buffer, 2},
                         {&out, 1}});
        EXPECT_NE(compactor_->progress(), Progress::failed) << compactor_->failure();

        const Words living(c.votes.begin(), c.votes.begin() + c.living());
        const auto survivors = static_cast<std::uint32_t>(std::count(living.begin(), living.end(), 1u));
        EXPECT_EQ(out.read_all<std::uint32_t>(3), (Words{poison, survivors, poison}));
        for (std::uint32_t i = 0; i < columns; ++i) {
            SCOPED_TRACE("column " + std::to_string(i));
            Elements expected = reference_compact(sources[i], c.first, living);
            ASSERT_EQ(expected.size(), survivors);
            expected.insert(expected.end(), befores[i].begin() + survivors, befores[i].end());
            EXPECT_TRUE(to[i].read_all<Element>(c.capacity + guard_elements) == expected);
            EXPECT_TRUE(from[i].read_all<Element>(c.capacity) == sources[i]);
        }
        EXPECT_EQ(votes_buffer.read_all<std::uint32_t>(votes.size()), votes);
        EXPECT_EQ(pool_buffer.read_all<std::uint32_t>(4), pool);
    }

    std::unique_ptr<gl::ShaderLibrary> shaders_;
    std::unique_ptr<gl::Passes> passes_;
    std::vector<std::unique_ptr<Suite>> suites_;
    std::unique_ptr<Compactor> compactor_;

  private:
    /// Votes of 1 lie around those that count: whoever looks there moves too much.
    static Words votes_in_buffer(const Case& c) {
        Words votes(Case::votes_first, 1);
        votes.insert(votes.end(), c.votes.begin(), c.votes.end());
        votes.resize(Case::votes_first + std::max(c.bound, c.count) + 3, 1);
        return votes;
    }
};

TEST_P(CompactorTest, KeepsWhoVotesInOrder) {
    for (const Who who : everyone)
        for (const std::uint32_t count : {1u, 2u, 255u, 256u, 257u, 2047u, 2049u, 5000u}) {
            SCOPED_TRACE(std::to_string(static_cast<int>(who)) + " of " + std::to_string(count));
            expect_compacted({5000, 0, count, count, make_votes(who, count)}, 3);
        }
}

TEST_P(CompactorTest, ReadsTheSourceAsARing) {
    for (const std::uint32_t capacity : {1u, 7u, 300u, 4096u})
        for (const std::uint32_t first : {0u, capacity / 2, capacity - 1}) {
            SCOPED_TRACE(std::to_string(first) + " of " + std::to_string(capacity));
            expect_compacted({capacity, first, capacity, capacity, make_votes(Who::random, capacity)}, 2);
            expect_compacted({capacity, first, capacity, capacity, make_votes(Who::all, capacity)}, 1);
        }
}

TEST_P(CompactorTest, MovesOneToFiveColumns) {
    for (std::uint32_t columns = 1; columns <= shared::MAX_COLUMNS; ++columns) {
        SCOPED_TRACE(columns);
        expect_compacted({1000, 700, 900, 950, make_votes(Who::random, 900)}, columns);
    }
}

TEST_P(CompactorTest, ClampsTheCountToTheBound) {
    for (const std::uint32_t count : {0u, 1u, 99u, 100u, 101u, 640u}) {
        SCOPED_TRACE(count);
        expect_compacted({640, 600, count, 100, make_votes(Who::random, count)}, 3);
    }
}

TEST_P(CompactorTest, ABoundOfZeroStillCounts) {
    expect_compacted({10, 3, 0, 0, {}}, 1);
    expect_compacted({10, 3, 4, 0, make_votes(Who::all, 4)}, 1);
}

TEST_P(CompactorTest, DependsNeitherOnItsScratchNorOnEarlierRuns) {
    compactor_->reserve(9000);
    for (const std::uint32_t count : {9000u, 10u, 2500u})
        for (const std::uint32_t word : {poison, 0u, 1u, 0xFFFFFFFFu}) {
            SCOPED_TRACE(count);
            compactor_->poison_scratch(word);
            expect_compacted({9000, 8000, count, count, make_votes(Who::random, count)}, 3);
        }
}

TEST_P(CompactorTest, ShowsItsOffsets) {
    const Words votes{1, 0, 1, 1, 0, 1};
    expect_compacted({6, 4, 6, 6, votes}, 1);
    const Stages stages = compactor_->stages();
    ASSERT_NE(stages.offsets.buffer, nullptr);
    EXPECT_EQ(stages.offsets.buffer->read_all<std::uint32_t>(6, stages.offsets.first * 4),
              (Words{0, 1, 1, 2, 3, 3}));
}

TEST_P(CompactorTest, CompactsAHundredThousand) {
    expect_compacted({100'000, 77'777, 100'000, 100'000, make_votes(Who::random, 100'000)}, 3);
}

TEST(ReferenceCompact, KeepsOrderRoundTheRing) {
    const Elements ring{{10, 0, 0, 0}, {11, 0, 0, 0}, {12, 0, 0, 0}, {13, 0, 0, 0}, {14, 0, 0, 0}};
    const Words votes{1, 0, 1, 1};  // on 13, 14, 10, 11
    EXPECT_EQ(reference_compact(ring, 3, votes), (Elements{{13, 0, 0, 0}, {10, 0, 0, 0}, {11, 0, 0, 0}}));
    EXPECT_TRUE(reference_compact(ring, 0, {}).empty());
}

std::string backend_name(const ::testing::TestParamInfo<Backend>& backend) {
    return std::string(name_of(backend.param));
}

INSTANTIATE_TEST_SUITE_P(Backends, CompactorTest, ::testing::Values(Backend::glsl, Backend::cpu),
                         backend_name);

}  // namespace
}  // namespace winnow::compact
