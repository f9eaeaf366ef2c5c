// The tiles of the GLSL compactors on devices of every kind.
#include "compact/glsl_compactor_variant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "scan/choices.h"

namespace winnow::compact {
namespace {

const Fold short_fold{"short.glsl", {{"KIND", "1"}}, {}},
    long_fold{"long.glsl", {{"KIND", "2"}}, {}, ProducerCost::costly},
    various_fold{"various.glsl", {{"KIND", "3"}}, {}, ProducerCost::branchy},
    extensive_fold{"extensive.glsl", {{"KIND", "4"}}, {}, ProducerCost::branchy_and_costly};
const Fold* const every_fold[] = {nullptr, &short_fold, &long_fold, &various_fold, &extensive_fold};
static_assert(std::size(every_fold) == 1 + producer_costs);

gl::Facts nvidia() {
    gl::Facts facts;
    facts.nvidia = true;
    facts.limits.subgroup_size = 32;
    return facts;
}

std::string value_of(const gl::Defines& defines, std::string_view name) {
    const auto is_it = [&](const auto& define) { return define.first == name; };
    const auto found = std::find_if(defines.begin(), defines.end(), is_it);
    return found == defines.end() ? "" : found->second;
}

TEST(GlslCompactVariant, IsDefinedByItsTileAndItsFold) {
    const GlslVariant variant =
        glsl_variant(nvidia(), {BlockScan::subgroup, GridStrategy::decoupled_lookback});
    for (const Fold* fold : every_fold) {
        const gl::Defines defines = variant.defines({3}, fold);
        EXPECT_EQ(value_of(defines, "BLOCK_THREADS"), gl::define_number(variant.tile({3}, fold).threads));
        EXPECT_EQ(value_of(defines, "ITEMS"), gl::define_number(variant.tile({3}, fold).records));
        EXPECT_EQ(value_of(defines, "RECORD_FILE"), gl::define_path(fold == nullptr ? "" : fold->file));
        EXPECT_EQ(value_of(defines, "MAKES_RECORDS"), gl::define_flag(fold != nullptr));
        EXPECT_EQ(value_of(defines, "MAKES_IN_LOOP"), gl::define_flag(fold == &extensive_fold));
        EXPECT_EQ(value_of(defines, "KIND"), fold == nullptr ? "" : fold->defines[0].second);
    }
}

TEST(GlslCompactVariant, HoldsFewerRecordsWhereMakingThemTakesRegisters) {
    const GlslVariant variant =
        glsl_variant(nvidia(), {BlockScan::subgroup, GridStrategy::decoupled_lookback});
    EXPECT_LT(variant.tile({3}, &long_fold).records, variant.tile({3}, &short_fold).records);
}

TEST(GlslCompactVariant, HoldsFewerRecordsOfMoreElements) {
    const GlslVariant variant =
        glsl_variant(nvidia(), {BlockScan::subgroup, GridStrategy::decoupled_lookback});
    const RecordShape planes{4, 8};
    Fold fold = short_fold;
    EXPECT_EQ(variant.tile(planes, nullptr).records, variant.tile({4}, nullptr).records)
        << "planes are moved apart";
    EXPECT_EQ(variant.tile({4}, &fold).records, 4u);
    fold.held = 4;
    EXPECT_EQ(variant.tile(planes, &fold).records, 4u);
    fold.held = 6;
    EXPECT_EQ(variant.tile(planes, &fold).records, 2u);
    fold.held = 11;
    EXPECT_EQ(variant.tile(planes, &fold).records, 1u);
    EXPECT_LE(variant.smallest_tile(), variant.tile(planes, &fold).size());
}

// The block scans' rows have four elements.
TEST(GlslCompactVariant, HasWholeRowsForBlockScans) {
    for (const BlockScan block : scan::test::all_blocks) {
        if (block == BlockScan::subgroup) continue;
        const GlslVariant variant = glsl_variant(nvidia(), {block, GridStrategy::decoupled_lookback});
        for (const Fold* fold : every_fold)
            EXPECT_EQ(variant.tile({3}, fold).records % 4, 0u) << name_of(block);
    }
}

}  // namespace
}  // namespace winnow::compact
