// The single-pass strategies under schedules that a driver is free to choose (tiles out of order, late tiles,
// waits that end at once) and at the end of their epochs.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "gl/program.h"
#include "scan/choices.h"
#include "scan/glsl_scan.h"
#include "scan/hostile_shaders.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"
#include "support/words.h"
#include "verify/checkers/scan_check.h"

namespace winnow::scan {
namespace {

/// The words in which tiles publish their sums, and the way in which they are read.
struct SinglePassVariant {
    const char* name;
    GridStrategy grid;
    bool wide = false;    // words of 64 bits
    bool window = false;  // a subgroup looks back together
};

void PrintTo(const SinglePassVariant& variant, std::ostream* out) {
    *out << variant.name;
}

class HostileTest : public winnow::test::GlTest {
  protected:
    std::unique_ptr<Scan> make(const SinglePassVariant& chosen, const test::Schedule& schedule,
                               ScanType type = {}, std::uint32_t epochs_left = 0) {
        const BlockScan block = chosen.window ? BlockScan::subgroup : BlockScan::three_phase;
        GlslVariant variant = test::small_tiles(facts(), {block, chosen.grid}, type);
        variant.wide_atomics = chosen.wide;
        variant.subgroup_size = chosen.window ? facts().limits.subgroup_size : 0;
        schedule.apply_to(variant);
        if (epochs_left > 0) variant.first_epoch = variant.last_epoch() + 1 - epochs_left;
        return make_glsl_scan(facts(), library_, variant);
    }

    /// Earlier runs' words stay in the scratch, so each run must tell them from its own.
    void expect_scans(Scan& scan, std::uint64_t count, bool in_place) {
        const verify::ScanCase one{.in_place = in_place, .poisoned = false};
        EXPECT_EQ(checker_.find_fault(scan, {}, count, {&one, 1}), "");
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    verify::ScanChecker checker_{{*memory_, 1}};
    test::HostileShaders folder_;
    gl::ShaderLibrary library_{folder_.path()};
};

class SinglePassTest : public HostileTest, public ::testing::WithParamInterface<SinglePassVariant> {
  protected:
    void SetUp() override {
        HostileTest::SetUp();
        if (IsSkipped()) return;
        if (const std::string missing = missing_extension(); !missing.empty())
            GTEST_SKIP() << "this OpenGL lacks " << missing;
    }

    std::string missing_extension() const {
        if (GetParam().window && facts().limits.subgroup_size == 0)
            return "GL_KHR_shader_subgroup with ballots and shuffles in compute shaders";
        for (const char* needed :
             {"GL_NV_shader_atomic_int64", "GL_NV_gpu_shader5", "GL_ARB_gpu_shader_int64"})
            if (GetParam().wide && !facts().has(needed)) return needed;
        return {};
    }

    /// A tile that comes first visits all tiles before it again and again, and llvmpipe ends the loops of an
    /// invocation after 65,535 rounds.
    std::uint64_t max_tiles() const { return facts().software ? 130 : 700; }

    void expect_scans_under_every_schedule(ScanType type) {
        for (const test::Schedule& schedule : test::hasty_schedules()) {
            const auto scan = make(GetParam(), schedule, type);
            for (const bool in_place : {false, true})
                for (const std::uint64_t tiles :
                     {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{33}, max_tiles(), max_tiles()}) {
                    SCOPED_TRACE(::testing::PrintToString(schedule) + ", " + std::to_string(tiles) +
                                 " tiles" + (in_place ? " in place" : ""));
                    expect_scans(*scan, tiles * scan->tile() - 5, in_place);
                }
        }
    }
};

TEST_P(SinglePassTest, NeverHangsAndIsNeverWrong) {
    expect_scans_under_every_schedule({});
}

// A tile publishes this sum in several words, and some of them may be another tile's.
TEST_P(SinglePassTest, NeverMixesTheWordsOfASum) {
    const ScanType type{Element::u64, Operator::add};
    if (const Availability here = glsl_offers(facts(), {}, type); !here) GTEST_SKIP() << here.reason;
    expect_scans_under_every_schedule(type);
}

// The tickets also begin anew: each epoch uses one of two and clears the other.
TEST_P(SinglePassTest, SurvivesTheEndOfItsEpochs) {
    for (const char* file : {"", test::backwards}) {
        SCOPED_TRACE(file);
        const auto scan = make(GetParam(), {file}, {}, 3);
        for (int run = 0; run < 6; ++run) {
            SCOPED_TRACE(run);
            expect_scans(*scan, (run % 2 + 1) * max_tiles() / 2 * scan->tile(), false);
        }
    }
}

TEST_P(SinglePassTest, RunsAgainAndAgain) {
    const auto scan = make(GetParam(), {});
    for (std::uint64_t run = 0; run < 50; ++run) {
        SCOPED_TRACE(run);
        expect_scans(*scan, run % 7 * scan->tile() + run, run % 3 == 0);
    }
}

// The tiles behind it take the aggregate. If they had to wait for the prefix, a tile that has stopped would
// stop them too, and no fallback could help.
TEST_F(HostileTest, AHalfPublishedPrefixLeavesTheAggregate) {
    folder_.write("half_prefix.comp",
                  winnow::test::text_of(winnow::test::source("tests/scan/half_prefix.comp")));
    GlslVariant variant =
        test::small_tiles(facts(), {BlockScan::three_phase, GridStrategy::decoupled_lookback});
    variant.wide_atomics = false;
    variant.subgroup_size = 0;
    const gl::Program program = library_.load_compute("half_prefix.comp", variant.defines());
    constexpr std::uint32_t aggregate = 0x1234'5678, prefix = 0x9ABC'DEF0;
    program.set("aggregate", aggregate);
    program.set("prefix", prefix);
    program.set("epoch", 1u);
    const gl::Buffer tiles = winnow::test::upload(Words(2 * variant.tile_words(), 0), "test tiles");
    const gl::Buffer states = winnow::test::upload(Words(4, poison), "test states");
    tiles.bind_storage(shared::BIND_SCAN_TILES);
    states.bind_storage(0);
    program.dispatch({1});
    EXPECT_EQ(states.read_all<std::uint32_t>(4), (Words{1, aggregate, 2, prefix}));
}

// Runs through all epochs of the split descriptor; the wide one has too many. Only the first run publishes
// many tiles. When its epoch comes again, their words would pass for new ones if they had not been cleared.
TEST_F(HostileTest, DoesNotBelieveWhatAnEarlierRoundOfEpochsLeft) {
    const gl::Buffer word = winnow::test::upload_word(1, "test word");
    Request tiny;
    tiny.input = tiny.output = {&word, 0};
    tiny.bound = 1;
    for (const GridStrategy grid : {GridStrategy::chained, GridStrategy::decoupled_lookback}) {
        SCOPED_TRACE(test::identifier(name_of(grid)));
        const auto scan = make({.name = "", .grid = grid}, {test::backwards});
        expect_scans(*scan, 20 * scan->tile(), false);
        for (std::uint32_t epoch = 2; epoch <= GlslVariant{}.last_epoch(); ++epoch) scan->run(tiny);
        expect_scans(*scan, 20 * scan->tile() - 1, false);
    }
}

const SinglePassVariant variants[] = {
    {.name = "chained_split", .grid = GridStrategy::chained},
    {.name = "chained_wide", .grid = GridStrategy::chained, .wide = true},
    {.name = "lookback_split", .grid = GridStrategy::decoupled_lookback},
    {.name = "lookback_split_window", .grid = GridStrategy::decoupled_lookback, .window = true},
    {.name = "lookback_wide_window", .grid = GridStrategy::decoupled_lookback, .wide = true, .window = true},
};

INSTANTIATE_TEST_SUITE_P(Descriptors, SinglePassTest, ::testing::ValuesIn(variants),
                         [](const auto& variant) { return std::string(variant.param.name); });

}  // namespace
}  // namespace winnow::scan
