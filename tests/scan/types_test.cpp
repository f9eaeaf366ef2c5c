// Every element type and operator in GLSL: integers and exact floats to the bit, sums of floats within their
// bound, and the same again where the strategy says so.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "gl/program.h"
#include "scan/choices.h"
#include "scan/error_bound.h"
#include "scan/floats.h"
#include "scan/glsl_scan.h"
#include "scan/outcome.h"
#include "scan/reference.h"
#include "support/gl_fixture.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow::scan {
namespace {

constexpr Kind both_kinds[] = {Kind::exclusive, Kind::inclusive};
constexpr std::uint64_t prime_count = 99'991;
constexpr ScanType floats{Element::f32, Operator::add};

// --- every type and operator ------------------------------------------------------------------------------

class TypesTest : public winnow::test::GlTest, public ::testing::WithParamInterface<ScanType> {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        if (const Availability here = glsl_offers(facts(), {}, GetParam()); !here)
            GTEST_SKIP() << here.reason;
    }

    template <typename T>
    void expect_scans(Scan& scan, std::uint64_t size) const {
        const auto input = test::random_values<T>(size);
        for (const Kind kind : both_kinds) {
            std::vector<T> expected(size);
            const T total = reference_scan_of<T>(kind, GetParam().op, input, expected);
            for (const bool in_place : {false, true}) {
                const test::Outcome<T> found = test::outcome_of(scan, kind, input, in_place);
                EXPECT_EQ(found.output, expected);
                EXPECT_EQ(found.total, total);
                EXPECT_TRUE(found.guards_untouched);
            }
        }
    }

    gl::ShaderLibrary shaders_;
};

TEST_P(TypesTest, EqualTheReferenceWithEveryGridStrategy) {
    for (const GridStrategy grid : test::all_grids) {
        const auto scan = make_glsl_scan(
            facts(), shaders_, test::small_tiles(facts(), {BlockScan::three_phase, grid}, GetParam()));
        const std::uint64_t tile = scan->tile();
        for (const std::uint64_t size :
             {std::uint64_t{0}, std::uint64_t{1}, tile - 1, tile, 3 * tile + 5, 40 * tile})
            with_type(GetParam().element, [&](auto zero) {
                SCOPED_TRACE(test::identifier(name_of(grid)) + ' ' + std::to_string(size));
                expect_scans<decltype(zero)>(*scan, size);
            });
    }
}

TEST_P(TypesTest, EqualTheReferenceAsTuned) {
    const auto scan = make_glsl_scan(facts(), shaders_, ScanChoice{}, GetParam());
    with_type(GetParam().element, [&](auto zero) { expect_scans<decltype(zero)>(*scan, prime_count); });
}

std::string type_name(const ::testing::TestParamInfo<ScanType>& type) {
    return std::string(name_of(type.param.element)) + '_' + std::string(name_of(type.param.op));
}

std::vector<ScanType> all_types() {
    std::vector<ScanType> all;
    for (const auto& element : elements)
        for (const auto& op : operators) all.push_back({element.value, op.value});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Types, TypesTest, ::testing::ValuesIn(all_types()), type_name);

// --- sums of floats ---------------------------------------------------------------------------------------

class FloatsTest : public winnow::test::GlTest {
  protected:
    std::unique_ptr<Scan> make(const GlslVariant& variant) {
        return make_glsl_scan(facts(), library_, variant);
    }

    void expect_bounded(Scan& scan, ScanChoice choice, std::uint64_t size) const {
        const std::uint64_t depth = depth_of(choice, scan.tile(), size);
        for (const float least : {-1.0f, 0.0f})
            for (const Kind kind : both_kinds) {
                const test::Floats input = test::random_floats(size, least);
                const test::Outcome<float> found = test::outcome_of(scan, kind, input);
                EXPECT_LE(test::used(kind, input, found.output, depth), 1);
                // The total is what an inclusive scan ends with.
                std::vector<float> last = test::outcome_of(scan, Kind::inclusive, input).output;
                last.back() = found.total;
                EXPECT_LE(test::used(Kind::inclusive, input, last, depth), 1);
            }
    }

    /// To the bit, also what lies between equal numbers.
    void expect_the_same_again(const GlslVariant& variant) {
        const auto scan = make(variant);
        const test::Floats input = test::random_floats(prime_count, -1);
        const test::Words first = test::words_of(test::outcome_of(*scan, Kind::inclusive, input).output);
        for (int run = 1; run < 20; ++run)
            EXPECT_EQ(test::words_of(test::outcome_of(*scan, Kind::inclusive, input).output), first) << run;
    }

    winnow::test::ShippedShaders folder_;
    gl::ShaderLibrary library_{folder_.path()};
};

class BoundedTest : public FloatsTest, public ::testing::WithParamInterface<GridStrategy> {};

TEST_P(BoundedTest, SumsAreWithinTheirBound) {
    for (const BlockScan block : {BlockScan::blelloch, BlockScan::three_phase}) {
        const ScanChoice choice{block, GetParam()};
        for (const GlslVariant& variant :
             {test::small_tiles(facts(), choice, floats), glsl_variant(facts(), choice, floats)}) {
            const auto scan = make(variant);
            for (const std::uint64_t size : {std::uint64_t{1}, scan->tile() + 1, prime_count}) {
                SCOPED_TRACE(test::identifier(choice) + ' ' + std::to_string(size));
                expect_bounded(*scan, choice, size);
            }
        }
    }
}

std::string grid_name(const ::testing::TestParamInfo<GridStrategy>& grid) {
    return test::identifier(name_of(grid.param));
}

INSTANTIATE_TEST_SUITE_P(Grids, BoundedTest, ::testing::ValuesIn(test::all_grids), grid_name);

class ReproducibleTest : public FloatsTest, public ::testing::WithParamInterface<GridStrategy> {};

TEST_P(ReproducibleTest, GivesTheSameAgain) {
    expect_the_same_again(glsl_variant(facts(), {BlockScan::blelloch, GetParam()}, floats));
    expect_the_same_again(test::small_tiles(facts(), {BlockScan::three_phase, GetParam()}, floats));
}

// decoupled-lookback is not among them: it adds sums in the order in which tiles make them known.
INSTANTIATE_TEST_SUITE_P(Grids, ReproducibleTest,
                         ::testing::Values(GridStrategy::scan_then_propagate, GridStrategy::reduce_then_scan,
                                           GridStrategy::chained),
                         grid_name);

// Some tiles' sums are computed by others.
TEST_F(FloatsTest, OfChainedAreTheSameWhoeverComputesATile) {
    const std::string late = "schedule_late.glsl";
    folder_.write(late, winnow::test::text_of(winnow::test::source("tests/scan") / late));
    GlslVariant variant = test::small_tiles(facts(), {BlockScan::three_phase, GridStrategy::chained}, floats);
    variant.schedule_file = late;
    variant.tuning.spin_limit = 2;
    expect_the_same_again(variant);
}

}  // namespace
}  // namespace winnow::scan
