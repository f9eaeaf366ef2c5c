// Every element type and operator in GLSL: integers and exact floats to the bit, sums of floats within their
// bound, and reproducible results where the strategy promises them.
#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "gl/program.h"
#include "scan/choices.h"
#include "scan/glsl_scan.h"
#include "support/gl_fixture.h"
#include "support/places.h"
#include "support/temporary_directory.h"
#include "support/words.h"
#include "verify/checkers/scan_check.h"

namespace winnow::scan {
namespace {

using verify::Input;

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

    void expect_no_fault(Scan& scan, std::uint64_t size) {
        const Input input = GetParam().element == Element::f32 ? Input::small : Input::random;
        // These sums are exact with every choice.
        EXPECT_EQ(checker_.find_fault(scan, textbook, size, verify::kinds_and_places(input)), "") << size;
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    verify::ScanChecker checker_{{*memory_, 1}};
    gl::ShaderLibrary shaders_;
};

TEST_P(TypesTest, EqualTheReferenceWithEveryGridStrategy) {
    for (const GridStrategy grid : test::all_grids) {
        const auto scan = make_glsl_scan(
            facts(), shaders_, test::small_tiles(facts(), {BlockScan::three_phase, grid}, GetParam()));
        const std::uint64_t tile = scan->tile();
        SCOPED_TRACE(name_of(grid));
        for (const std::uint64_t size :
             {std::uint64_t{0}, std::uint64_t{1}, tile - 1, tile, 3 * tile + 5, 40 * tile})
            expect_no_fault(*scan, size);
    }
}

TEST_P(TypesTest, EqualTheReferenceAsTuned) {
    expect_no_fault(*make_glsl_scan(facts(), shaders_, ScanChoice{}, GetParam()), prime_count);
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

    void expect_bounded(Scan& scan, ScanChoice choice, std::uint64_t size) {
        std::vector<verify::ScanCase> cases;
        for (const Input input : {Input::random, Input::positive})
            for (const Kind kind : {Kind::exclusive, Kind::inclusive})
                cases.push_back({.input = input, .kind = kind});
        EXPECT_EQ(checker_.find_fault(scan, choice, size, cases), "");
    }

    /// Compares to the bit, so that equal numbers with different bits differ.
    void expect_the_same_again(const GlslVariant& variant) {
        const auto scan = make(variant);
        const auto input = verify::make_values<float>(Input::random, 1, prime_count);
        const gl::Buffer from = memory_->allocate(prime_count * sizeof(float), "test input");
        const gl::Buffer to = memory_->allocate(prime_count * sizeof(float), "test output");
        from.write_all(std::span(input));
        Request request;
        request.kind = Kind::inclusive;
        request.input = {&from, 0};
        request.output = {&to, 0};
        request.bound = prime_count;
        const auto output = [&] {
            scan->run(request);
            return to.read_all<std::uint32_t>(prime_count);
        };
        const auto first = output();
        for (int run = 1; run < 20; ++run) EXPECT_EQ(output(), first) << run;
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    verify::ScanChecker checker_{{*memory_, 1}};
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

// decoupled-lookback is not included: it adds sums in the order in which tiles publish them.
INSTANTIATE_TEST_SUITE_P(Grids, ReproducibleTest,
                         ::testing::Values(GridStrategy::scan_then_propagate, GridStrategy::reduce_then_scan,
                                           GridStrategy::chained),
                         grid_name);

// Fallbacks compute the sums of some tiles.
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
