// The fused compactor with every block scan, under schedules that a driver is free to choose (tiles out of
// order, late tiles, waits that end at once), and at the end of its epochs.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "compact/glsl_compactors.h"
#include "scan/hostile_shaders.h"
#include "support/shader_fixture.h"
#include "verify/checkers/compact_check.h"

namespace winnow::compact {
namespace {

constexpr GlslTile smallest_tile{64, 4, 1};
constexpr GridStrategy single_pass[] = {GridStrategy::chained, GridStrategy::decoupled_lookback};

class FusedTest : public winnow::test::ShaderTest {
  protected:
    GlslVariant small_tiles(BlockScan block, GridStrategy grid) const {
        GlslVariant variant = glsl_variant(facts(), {block, grid});
        variant.loaded = smallest_tile;
        return variant;
    }

    std::unique_ptr<Compactor> make(const GlslVariant& variant) {
        return make_fused({facts(), library_, *passes_}, variant);
    }

    /// Earlier runs' words stay in the scratch, so each run must tell them from its own.
    void expect_no_fault(Compactor& compactor, std::uint32_t tiles) {
        const std::uint32_t count = tiles * smallest_tile.size() - 5;
        const verify::CompactCase one{.votes = verify::Votes::random,
                                      .columns = 1,
                                      .capacity = count + 9,
                                      .first = count / 2,
                                      .count = count,
                                      .poisoned = false};
        EXPECT_EQ(checker_.find_fault(compactor, count + 1, {&one, 1}), "");
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    verify::CompactChecker checker_{*memory_, 17};
    scan::test::HostileShaders folder_;
    gl::ShaderLibrary library_{folder_.path()};
};

TEST_F(FusedTest, NeverHangsAndIsNeverWrong) {
    for (const GridStrategy grid : single_pass)
        for (const scan::test::Schedule& schedule : scan::test::hasty_schedules()) {
            SCOPED_TRACE(std::string(name_of(grid)) + ", " + ::testing::PrintToString(schedule));
            GlslVariant variant = small_tiles(BlockScan::automatic, grid);
            schedule.apply_to(variant.scan);
            const auto fused = make(variant);
            for (const std::uint32_t tiles : {1u, 2u, 33u, 120u, 120u}) expect_no_fault(*fused, tiles);
        }
}

TEST_F(FusedTest, SurvivesTheEndOfItsEpochs) {
    for (const GridStrategy grid : single_pass) {
        GlslVariant variant = small_tiles(BlockScan::automatic, grid);
        variant.scan.first_epoch = variant.scan.last_epoch() - 2;
        const auto fused = make(variant);
        for (std::uint32_t run = 0; run < 6; ++run) {
            SCOPED_TRACE(run);
            expect_no_fault(*fused, (run % 2 + 1) * 20);
        }
    }
}

TEST_F(FusedTest, RanksByEveryBlockScan) {
    for (const auto& row : block_scans)
        for (const GridStrategy grid : single_pass) {
            SCOPED_TRACE(std::string(row.name) + ", " + std::string(name_of(grid)));
            if (!glsl_offers(facts(), Compaction::fused, {row.value, grid})) continue;
            expect_no_fault(*make(small_tiles(row.value, grid)), 9);
            expect_no_fault(*make(glsl_variant(facts(), {row.value, grid})), 9);
        }
}

class OffersTest : public winnow::test::GlTest {};

TEST_F(OffersTest, FusedNeedsAScanThatWaits) {
    for (const auto& row : grid_strategies) {
        const Availability here = glsl_offers(facts(), Compaction::fused, {{}, row.value});
        const bool fits = row.value == GridStrategy::automatic || is_single_pass(row.value);
        EXPECT_EQ(bool(here), fits) << row.name;
        if (!fits) {
            EXPECT_NE(here.reason.find("chained or decoupled-lookback"), std::string::npos);
        }
        for (const Compaction other : {Compaction::staged, Compaction::bits, Compaction::atomic})
            EXPECT_TRUE(glsl_offers(facts(), other, {{}, row.value})) << row.name;
    }
}

/// Returns the compaction that automatic stands for with each grid strategy.
Compaction expected(bool software, GridStrategy grid) {
    if (software) return Compaction::staged;
    return grid == GridStrategy::automatic || is_single_pass(grid) ? Compaction::fused : Compaction::bits;
}

TEST_F(OffersTest, AutomaticIsTheFastestThatKeepsOrder) {
    gl::Facts here = facts();
    for (const bool software : {true, false}) {
        here.software = software;
        for (const auto& row : grid_strategies) {
            const Compaction stands = resolve_glsl(here, Compaction::automatic, {{}, row.value});
            EXPECT_TRUE(keeps_order(stands)) << row.name;
            EXPECT_TRUE(glsl_offers(here, stands, {{}, row.value})) << row.name;
            EXPECT_EQ(stands, expected(software, row.value)) << row.name;
        }
    }
}

}  // namespace
}  // namespace winnow::compact
