// Every compactor of this room against the reference: order, ring, guards, counts, scratch.
#include "compact/compactor.h"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "compact/compaction.h"
#include "compact/glsl_compactors.h"
#include "compact/suite.h"
#include "scan/glsl_scan.h"
#include "shaders/shared.h"
#include "support/shader_fixture.h"

namespace winnow::compact {
namespace {

using test::Case;
using test::make_votes;
using test::poison;
using test::Who;
using test::Words;

/// `small`: tiles of a few hundred records, so that small cases have many.
struct Kind {
    const char* name;
    Backend backend;
    Compaction compaction;
    GridStrategy grid = GridStrategy::automatic;
    bool small = false;
};

void PrintTo(const Kind& kind, std::ostream* out) {
    *out << kind.name;
}

constexpr GlslTile small_tile{64, 4, 2};

class CompactorTest : public winnow::test::ShaderTest, public ::testing::WithParamInterface<Kind> {
  protected:
    void SetUp() override {
        ShaderTest::SetUp();
        if (IsSkipped()) return;
        compactor_ = GetParam().small ? make_small() : make_tuned();
    }

    std::unique_ptr<Compactor> make_tuned() {
        return Suites({facts(), shaders_, *passes_})
            .make_compactor(
                {GetParam().backend, {BlockScan::automatic, GetParam().grid}, GetParam().compaction});
    }

    std::unique_ptr<Compactor> make_small() {
        const gl::Tools tools{facts(), shaders_, *passes_};
        const ScanChoice choice{BlockScan::automatic, GetParam().grid};
        if (GetParam().compaction == Compaction::bits)
            return make_bits(tools, scan::make_glsl_scan(facts(), shaders_, choice), small_tile);
        GlslVariant variant = glsl_variant(facts(), scan_beside_glsl(facts(), GetParam().compaction, choice));
        variant.loaded = small_tile;
        return GetParam().compaction == Compaction::fused ? make_fused(tools, variant)
                                                          : make_atomic(tools, variant);
    }

    void expect_compacted(const Case& c, std::uint32_t columns) {
        test::expect_compacted(*compactor_, c, columns, keeps_order(GetParam().compaction));
    }

    std::unique_ptr<Compactor> compactor_;
};

TEST_P(CompactorTest, KeepsWhoVotes) {
    for (const Who who : test::everyone)
        for (const std::uint32_t count : {1u, 2u, 31u, 32u, 33u, 255u, 256u, 257u, 2047u, 2049u, 5000u}) {
            SCOPED_TRACE(std::to_string(static_cast<int>(who)) + " of " + std::to_string(count));
            expect_compacted({5000, 0, count, count, make_votes(who, count)}, 3);
        }
}

TEST_P(CompactorTest, ReadsTheSourceAsARing) {
    for (const std::uint32_t capacity : {1u, 7u, 300u, 4096u})
        for (const std::uint32_t first : {0u, capacity / 2, capacity - 1, 5 * capacity + 3}) {
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

// So that many tiles, and many words of votes, have nothing to do.
TEST_P(CompactorTest, CountsFarBelowTheBound) {
    for (const std::uint32_t count : {0u, 1u, 63u, 700u}) {
        SCOPED_TRACE(count);
        expect_compacted({9000, 8999, count, 9000, make_votes(Who::all_but_one, count)}, 1);
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

TEST_P(CompactorTest, ScansNumbersBesideTheVotesOrRefusesTo) {
    if (!compactor_->takes_second_scan()) {
        EXPECT_THROW(expect_compacted({4, 0, 4, 4, {1, 0, 1, 1}, Words{1, 2, 3, 4}}, 1), Error);
        return;
    }
    const auto numbers = [](std::uint32_t bound) {
        return winnow::test::make_words(winnow::test::Pattern::random, bound);
    };
    for (const std::uint32_t count : {0u, 1u, 99u, 100u, 101u, 640u})
        for (const std::uint32_t bound : {0u, 100u, 640u}) {
            SCOPED_TRACE(std::to_string(count) + " of at most " + std::to_string(bound));
            expect_compacted({640, 600, count, bound, make_votes(Who::random, count), numbers(bound)}, 2);
        }
}

TEST_P(CompactorTest, CompactsAHundredThousand) {
    expect_compacted({100'000, 77'777, 100'000, 100'000, make_votes(Who::random, 100'000)}, 3);
}

constexpr Kind kinds[] = {
    {"cpu", Backend::cpu, Compaction::staged},
    {"staged", Backend::glsl, Compaction::staged},
    {"bits", Backend::glsl, Compaction::bits},
    {"bits_small", Backend::glsl, Compaction::bits, GridStrategy::chained, true},
    {"fused", Backend::glsl, Compaction::fused},
    {"fused_small", Backend::glsl, Compaction::fused, GridStrategy::decoupled_lookback, true},
    {"fused_small_chained", Backend::glsl, Compaction::fused, GridStrategy::chained, true},
    {"atomic", Backend::glsl, Compaction::atomic},
    {"atomic_small", Backend::glsl, Compaction::atomic, GridStrategy::automatic, true},
};

INSTANTIATE_TEST_SUITE_P(Kinds, CompactorTest, ::testing::ValuesIn(kinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

class StagesTest : public winnow::test::ShaderTest {};

/// Of six votes, or of the six words that have as many survivors.
TEST_F(StagesTest, ShowTheOffsets) {
    const Suites suites({facts(), shaders_, *passes_});
    for (Suite* suite : suites.members()) {
        if (suite->backend() == Backend::cuda) continue;
        SCOPED_TRACE(name_of(suite->backend()));
        const auto compactor = suite->make_compactor(Compaction::staged, {});
        test::expect_compacted(*compactor, {6, 4, 6, 6, {1, 0, 1, 1, 0, 1}}, 1);
        const Stages stages = compactor->stages();
        ASSERT_NE(stages.offsets.buffer, nullptr);
        EXPECT_EQ(stages.offsets.buffer->read_all<std::uint32_t>(6, stages.offsets.first * 4),
                  (Words{0, 1, 1, 2, 3, 3}));
    }
}

TEST_F(StagesTest, OfBitsAreTheWordsOffsets) {
    const auto compactor = make_glsl_compactor({facts(), shaders_, *passes_}, Compaction::bits, {});
    Words votes(70, 1);
    votes[3] = votes[40] = votes[41] = 0;
    test::expect_compacted(*compactor, {70, 4, 70, 70, votes}, 1);
    const Stages stages = compactor->stages();
    ASSERT_NE(stages.offsets.buffer, nullptr);
    EXPECT_EQ(stages.offsets.buffer->read_all<std::uint32_t>(3, stages.offsets.first * 4),
              (Words{0, 31, 61}));
}

TEST(ReferenceCompact, KeepsOrderRoundTheRing) {
    const test::Elements ring{{10, 0, 0, 0}, {11, 0, 0, 0}, {12, 0, 0, 0}, {13, 0, 0, 0}, {14, 0, 0, 0}};
    const Words votes{1, 0, 1, 1};  // on 13, 14, 10, 11
    EXPECT_EQ(reference_compact(ring, 3, votes),
              (test::Elements{{13, 0, 0, 0}, {10, 0, 0, 0}, {11, 0, 0, 0}}));
    EXPECT_TRUE(reference_compact(ring, 0, {}).empty());
}

}  // namespace
}  // namespace winnow::compact
