// The CPU's and GLSL's compactors against the reference: order, ring, guards, counts, scratch.
#include "compact/compactor.h"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include "compact/glsl_compactors.h"
#include "compact/suite.h"
#include "scan/glsl_scan.h"
#include "shaders/shared.h"
#include "support/shader_fixture.h"
#include "support/words.h"
#include "verify/checkers/compact_check.h"

namespace winnow::compact {
namespace {

using verify::CompactCase;
using verify::Votes;
using winnow::test::Words;

constexpr std::uint32_t seed = 17;

/// `small` means tiles of a few hundred records, so that small cases have many tiles.
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

    void expect_no_fault(std::uint32_t bound, const std::vector<CompactCase>& cases) {
        EXPECT_EQ(checker_.find_fault(*compactor_, bound, cases, keeps_order(GetParam().compaction)), "")
            << bound << " votes";
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    verify::CompactChecker checker_{*memory_, seed};
    std::unique_ptr<Compactor> compactor_;
};

TEST_P(CompactorTest, KeepsWhoVotes) {
    for (const std::uint32_t count : {1u, 2u, 31u, 32u, 33u, 255u, 256u, 257u, 2047u, 2049u, 5000u}) {
        std::vector<CompactCase> cases;
        for (const auto& votes : verify::vote_patterns) cases.push_back({votes.value, 3, 5000, 0, count});
        expect_no_fault(count, cases);
    }
}

TEST_P(CompactorTest, ReadsTheSourceAsARing) {
    for (const std::uint32_t capacity : {1u, 7u, 300u, 4096u}) {
        std::vector<CompactCase> cases;
        for (const std::uint32_t first : {0u, capacity / 2, capacity - 1, 5 * capacity + 3}) {
            cases.push_back({Votes::random, 2, capacity, first, capacity});
            cases.push_back({Votes::all, 1, capacity, first, capacity});
        }
        expect_no_fault(capacity, cases);
    }
}

TEST_P(CompactorTest, MovesOneToFiveColumns) {
    std::vector<CompactCase> cases;
    for (std::uint32_t columns = 1; columns <= shared::MAX_COLUMNS; ++columns)
        cases.push_back({Votes::random, columns, 1000, 700, 900});
    expect_no_fault(950, cases);
}

TEST_P(CompactorTest, ClampsTheCountToTheBound) {
    std::vector<CompactCase> cases;
    for (const std::uint32_t count : {0u, 1u, 99u, 100u, 101u, 640u})
        cases.push_back({Votes::random, 3, 640, 600, count});
    expect_no_fault(100, cases);
}

// Many tiles, and many words of votes, then have nothing to do.
TEST_P(CompactorTest, CountsFarBelowTheBound) {
    std::vector<CompactCase> cases;
    for (const std::uint32_t count : {0u, 1u, 63u, 700u})
        cases.push_back({Votes::all_but_one, 1, 9000, 8999, count});
    expect_no_fault(9000, cases);
}

TEST_P(CompactorTest, ABoundOfZeroStillCounts) {
    expect_no_fault(0, {{Votes::all, 1, 10, 3, 0}, {Votes::all, 1, 10, 3, 4}});
}

// The largest size comes first, so that the others find more scratch than they need.
TEST_P(CompactorTest, HasNoFault) {
    for (const std::uint32_t bound : {9000u, 10u, 2500u})
        EXPECT_EQ(checker_.find_fault(*compactor_, bound, keeps_order(GetParam().compaction)), "") << bound;
}

TEST_P(CompactorTest, ScansNumbersBesideTheVotesOrRefusesTo) {
    if (!compactor_->takes_second_scan()) {
        EXPECT_THROW(expect_no_fault(4, {{Votes::all, 1, 4, 0, 4, true}}), Error);
        return;
    }
    std::vector<CompactCase> cases;
    for (const std::uint32_t count : {0u, 1u, 99u, 100u, 101u, 640u})
        cases.push_back({Votes::random, 2, 640, 600, count, true});
    for (const std::uint32_t bound : {0u, 100u, 640u}) expect_no_fault(bound, cases);
}

TEST_P(CompactorTest, CompactsAHundredThousand) {
    expect_no_fault(100'000, {{Votes::random, 3, 100'000, 77'777, 100'000}});
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

class StagesTest : public winnow::test::ShaderTest {
  protected:
    /// Compares the offsets after a run over 70 votes with the survivors before each vote, or before each
    /// word of votes.
    static void expect_offsets(Compactor& compactor) {
        constexpr std::uint32_t bound = 70;
        const auto memory = gl::plain_memory();
        const CompactCase one{Votes::random, 1, bound, 4, bound};
        ASSERT_EQ(verify::CompactChecker(*memory, seed).find_fault(compactor, bound, {&one, 1}), "");
        const std::uint32_t each = compactor.vote_format() == VoteFormat::words ? 1 : shared::VOTES_PER_WORD;
        const Words votes = make_votes(Votes::random, seed, bound);
        Words expected;
        for (std::uint32_t i = 0; i < bound; i += each)
            expected.push_back(std::accumulate(votes.begin(), votes.begin() + i, 0u));
        const Stages stages = compactor.stages();
        ASSERT_NE(stages.offsets.buffer, nullptr);
        EXPECT_EQ(stages.offsets.buffer->read_all<std::uint32_t>(expected.size(), stages.offsets.first * 4),
                  expected);
    }
};

TEST_F(StagesTest, ShowTheOffsetsOfVotes) {
    const Suites suites({facts(), shaders_, *passes_});
    for (Suite* suite : suites.members()) {
        if (suite->backend() == Backend::cuda) continue;
        SCOPED_TRACE(name_of(suite->backend()));
        expect_offsets(*suite->make_compactor(Compaction::staged, {}));
    }
}

TEST_F(StagesTest, ShowTheOffsetsOfWordsOfBits) {
    expect_offsets(*make_glsl_compactor({facts(), shaders_, *passes_}, Compaction::bits, {}));
}

TEST(ReferenceCompact, KeepsOrderRoundTheRing) {
    const std::vector<Element> ring{
        {10, 0, 0, 0}, {11, 0, 0, 0}, {12, 0, 0, 0}, {13, 0, 0, 0}, {14, 0, 0, 0}};
    const Words votes{1, 0, 1, 1};  // on elements 13, 14, 10, 11
    EXPECT_EQ(reference_compact(ring, 3, votes),
              (std::vector<Element>{{13, 0, 0, 0}, {10, 0, 0, 0}, {11, 0, 0, 0}}));
    EXPECT_TRUE(reference_compact(ring, 0, {}).empty());
}

}  // namespace
}  // namespace winnow::compact
