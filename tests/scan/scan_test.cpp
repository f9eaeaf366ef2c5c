// The CPU and GLSL backends against the reference, with their real kernels: every grid strategy with
// Blelloch's block scan, every block scan with scan-then-propagate, and the single-pass strategies with the
// fastest block scan.
#include "scan/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <vector>

#include "gl/program.h"
#include "scan/choices.h"
#include "scan/cpu_scan.h"
#include "scan/glsl_scan.h"
#include "scan/reference_scan.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"
#include "support/words.h"
#include "verify/checkers/scan_check.h"

namespace winnow::scan {
namespace {

using verify::Input;
using verify::ScanCase;
using verify::Thoroughness;
using winnow::test::GuardedWords;
using winnow::test::poison;
using winnow::test::Words;

constexpr std::uint64_t prime = 99'991;
constexpr std::uint32_t seed = 1;

Words reference_of(Kind kind, const Words& input) {
    Words output(input.size());
    reference_scan(kind, input, output);
    return output;
}

struct Variant {
    Backend backend = Backend::glsl;
    ScanChoice choice;
};

std::string name_of(const Variant& variant) {
    return variant.backend == Backend::cpu ? "cpu" : test::identifier(variant.choice);
}

void PrintTo(const Variant& variant, std::ostream* out) {
    *out << name_of(variant);
}

class ScanTest : public winnow::test::GlTest, public ::testing::WithParamInterface<Variant> {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        checker_.emplace(verify::ScanSetting{*memory_, seed});
        const auto& [backend, choice] = GetParam();
        if (backend == Backend::cpu) {
            scan_ = make_cpu_scan();
        } else if (const Availability here = glsl_offers(facts(), choice, {}); !here) {
            GTEST_SKIP() << here.reason;
        } else {
            scan_ = make_glsl_scan(facts(), shaders_, variant());
        }
    }

    virtual GlslVariant variant() const { return test::small_tiles(facts(), GetParam().choice); }

    /// Returns elements. The CPU has no tiles; the sizes of the others suit it too.
    std::uint32_t tile() const {
        return static_cast<std::uint32_t>(GetParam().backend == Backend::cpu ? variant().tile()
                                                                             : scan_->tile());
    }

    static Request request(Kind kind, const GuardedWords& input, const GuardedWords& output) {
        Request request;
        request.kind = kind;
        request.input = input.range();
        request.output = output.range();
        request.bound = input.count();
        return request;
    }

    void expect_no_fault(std::uint64_t size, Thoroughness depth) {
        EXPECT_EQ(checker_->find_fault(*scan_, GetParam().choice, size, depth), "") << size << " elements";
    }

    void expect_no_fault(std::uint64_t size, const std::vector<ScanCase>& cases) {
        EXPECT_EQ(checker_->find_fault(*scan_, GetParam().choice, size, cases), "") << size << " elements";
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    std::optional<verify::ScanChecker> checker_;
    gl::ShaderLibrary shaders_;
    std::unique_ptr<Scan> scan_;
};

/// Both kinds of scan, with input and output aligned for loads of four elements, or not.
const std::vector<ScanCase> both_kinds{{.kind = Kind::exclusive}, {.kind = Kind::inclusive}};
const std::vector<ScanCase> both_kinds_unaligned{
    {.kind = Kind::exclusive, .input_shift = verify::max_shift, .output_shift = verify::max_shift},
    {.kind = Kind::inclusive, .input_shift = verify::max_shift, .output_shift = verify::max_shift},
    {.kind = Kind::exclusive, .output_shift = verify::max_shift}};

// The sizes lie around a row, a subgroup, one row of each thread, a tile and 32 tiles; one more is a prime.
TEST_P(ScanTest, EqualsTheReferenceAtEveryEdge) {
    const std::uint64_t t = tile();
    const std::uint64_t sizes[] = {
        0,     1,         2,     3,         4,         5,          7,      8,          9,     31,
        32,    33,        63,    64,        65,        255,        256,    257,        t - 1, t,
        t + 1, 2 * t - 1, 2 * t, 2 * t + 1, 3 * t - 1, 32 * t - 1, 32 * t, 32 * t + 1, prime};
    for (const std::uint64_t size : sizes) {
        expect_no_fault(size, both_kinds);
        expect_no_fault(size, both_kinds_unaligned);
    }
}

TEST_P(ScanTest, HasALevelMoreBeyondTheSquareOfATile) {
    for (const std::uint64_t size : verify::level_edge_sizes(tile())) expect_no_fault(size, both_kinds);
}

// Covers every input, kind, place, alignment and count on the GPU, with poisoned scratch and with what
// earlier runs left there. The largest size comes first, so that the others find more scratch than they need.
TEST_P(ScanTest, HasNoFault) {
    const std::uint64_t t = tile();
    for (const std::uint64_t size : {40 * t, t + 1, 5 * t + 77, t - 1, std::uint64_t{6}, std::uint64_t{0}})
        expect_no_fault(size, Thoroughness::full);
}

TEST_P(ScanTest, AddsTheLargestValues) {
    for (const std::uint64_t size : {tile(), 5 * tile() + 77})
        expect_no_fault(size, verify::kinds_and_places(Input::largest));
}

TEST_P(ScanTest, TakesAnyCountFromTheGpu) {
    const std::uint32_t t = tile();
    std::vector<ScanCase> cases;
    for (const std::uint32_t count : {100u, t - 1, t, t + 1, 3 * t}) cases.push_back({.count = count});
    expect_no_fault(4 * t + 9, cases);
}

TEST_P(ScanTest, ScansInPlaceOverManyTiles) {
    expect_no_fault(100 * tile() - 3,
                    {{.kind = Kind::exclusive, .in_place = true},
                     {.kind = Kind::inclusive, .in_place = true, .output_shift = verify::max_shift}});
}

TEST_P(ScanTest, ScansPartOfABufferIntoAnotherPartOfIt) {
    const std::uint64_t size = 3 * tile() + 5, from = 2 * size + 3, to = 11;
    const Words all = verify::random_words(from + size + 9);
    const gl::Buffer buffer = winnow::test::upload(all, "test parts");
    Request r;
    r.input = {&buffer, from};
    r.output = {&buffer, to};
    r.bound = size;
    scan_->run(r);
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(from);
    const Words part = reference_of(r.kind, Words(first, first + static_cast<std::ptrdiff_t>(size)));
    Words expected = all;
    std::copy(part.begin(), part.end(), expected.begin() + to);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(all.size()), expected);
}

TEST_P(ScanTest, WritesNoTotalThatIsNotWanted) {
    const gl::Buffer bystander = winnow::test::upload({poison, poison}, "test bystander");
    for (const std::uint32_t count : {1u, tile(), 3 * tile() + 1}) {
        SCOPED_TRACE(count);
        const GuardedWords words(verify::random_words(count), "test data");
        bystander.bind_storage(shared::BIND_SCAN_TOTAL);  // where the scan binds its total
        scan_->run(request(Kind::inclusive, words, words));
        EXPECT_EQ(bystander.read_all<std::uint32_t>(2), (Words{poison, poison}));
    }
}

TEST_P(ScanTest, ABoundOfZeroStillGivesATotal) {
    const gl::Buffer total = winnow::test::upload({poison, poison}, "test total");
    Request r;
    r.total = {&total, 1};
    scan_->run(r);
    EXPECT_EQ(total.read_all<std::uint32_t>(2), (Words{poison, 0u}));
}

TEST_P(ScanTest, RunsInARowWithoutWaiting) {
    const Words input = verify::random_words(3 * tile() + 1);
    const GuardedWords buffer(input, "test in place");
    Words expected = input;
    for (int run = 0; run < 5; ++run) {
        scan_->run(request(Kind::inclusive, buffer, buffer));
        expected = reference_of(Kind::inclusive, expected);
    }
    EXPECT_EQ(buffer.values(), expected);
}

/// Uses the tiles that programs get.
class TunedScanTest : public ScanTest {
    GlslVariant variant() const override { return glsl_variant(facts(), GetParam().choice, {}); }
};

TEST_P(TunedScanTest, EqualsTheReferenceAtTheEdgesOfATile) {
    const std::uint64_t t = tile();
    for (const std::uint64_t size : {std::uint64_t{1}, t / 2, t - 1, t, t + 1, 2 * t - 1, 5 * t + 77, prime})
        expect_no_fault(size, both_kinds);
}

std::string variant_name(const ::testing::TestParamInfo<Variant>& variant) {
    return name_of(variant.param);
}

std::vector<Variant> glsl_variants() {
    std::vector<Variant> all;
    for (const GridStrategy grid : test::all_grids) all.push_back({.choice = {BlockScan::blelloch, grid}});
    for (const BlockScan block : test::all_blocks)
        if (block != BlockScan::blelloch)
            all.push_back({.choice = {block, GridStrategy::scan_then_propagate}});
    for (const GridStrategy grid : {GridStrategy::chained, GridStrategy::decoupled_lookback})
        for (const BlockScan block : {BlockScan::three_phase, BlockScan::subgroup})
            all.push_back({.choice = {block, grid}});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Cpu, ScanTest, ::testing::Values(Variant{Backend::cpu, {}}), variant_name);
INSTANTIATE_TEST_SUITE_P(Glsl, ScanTest, ::testing::ValuesIn(glsl_variants()), variant_name);
INSTANTIATE_TEST_SUITE_P(Glsl, TunedScanTest, ::testing::ValuesIn(glsl_variants()), variant_name);

}  // namespace
}  // namespace winnow::scan
