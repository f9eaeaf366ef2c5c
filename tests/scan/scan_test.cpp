// Every backend of this room against the reference, with its real kernels: every grid strategy with
// Blelloch's block scan, every block scan with scan-then-propagate, and the single-pass strategies with the
// fastest.
#include "scan/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <vector>

#include "gl/program.h"
#include "scan/choices.h"
#include "scan/cpu_scan.h"
#include "scan/glsl_scan.h"
#include "scan/reference.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"
#include "support/words.h"

namespace winnow::scan {
namespace {

using winnow::test::GuardedWords;
using winnow::test::make_words;
using winnow::test::Pattern;
using winnow::test::poison;
using winnow::test::Words;

constexpr std::uint64_t prime = 99'991;
constexpr Kind kinds[] = {Kind::exclusive, Kind::inclusive};

Words reference_of(Kind kind, const Words& input) {
    Words output(input.size());
    reference_scan(kind, input, output);
    return output;
}

std::uint32_t sum_of(const Words& input) {
    Words ignored(input.size());
    return reference_scan(Kind::inclusive, input, ignored);
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

/// Where elements begin: at a multiple of 16 bytes or not.
enum class Place { aligned, unaligned };
constexpr Place places[] = {Place::aligned, Place::unaligned};

std::uint64_t guards_of(Place place) {
    return place == Place::aligned ? GuardedWords::aligned : GuardedWords::unaligned;
}

class ScanTest : public winnow::test::GlTest, public ::testing::WithParamInterface<Variant> {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
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

    /// Elements; the CPU has no tiles, and sizes as the others' suit it.
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

    /// Scans `input` into a buffer of its own and checks all that a scan promises.
    void expect_scanned(Kind kind, const Words& input, Place from = Place::aligned,
                        Place to = Place::aligned) {
        const GuardedWords source(input, "test input", guards_of(from));
        const GuardedWords output(make_words(Pattern::random, input.size(), 99), "test output",
                                  guards_of(to));
        const gl::Buffer total = winnow::test::upload({poison, poison, poison}, "test total");
        Request r = request(kind, source, output);
        r.total = {&total, 1};
        scan_->run(r);
        EXPECT_EQ(output.values(), reference_of(kind, input));
        EXPECT_EQ(total.read_all<std::uint32_t>(3), (Words{poison, sum_of(input), poison}));
        EXPECT_EQ(source.values(), input);
        EXPECT_TRUE(output.guards_untouched());
        EXPECT_TRUE(source.guards_untouched());
    }

    void expect_scanned_of_both_kinds(const std::vector<std::uint64_t>& sizes) {
        for (const std::uint64_t size : sizes)
            for (const Kind kind : kinds) {
                SCOPED_TRACE(std::to_string(size) + (kind == Kind::inclusive ? " inclusive" : " exclusive"));
                expect_scanned(kind, make_words(Pattern::random, size));
            }
    }

    gl::ShaderLibrary shaders_;
    std::unique_ptr<Scan> scan_;
};

// Around the edges of a row, of a subgroup, of what one row of each thread holds, of a tile, and of 32 tiles;
// and a prime.
TEST_P(ScanTest, EqualsTheReferenceAtEveryEdge) {
    const std::uint64_t t = tile();
    const std::uint64_t sizes[] = {
        0,     1,         2,     3,         4,         5,          7,      8,          9,     31,
        32,    33,        63,    64,        65,        255,        256,    257,        t - 1, t,
        t + 1, 2 * t - 1, 2 * t, 2 * t + 1, 3 * t - 1, 32 * t - 1, 32 * t, 32 * t + 1, prime};
    for (const std::uint64_t size : sizes)
        for (const Kind kind : kinds)
            for (const Place place : places) {
                SCOPED_TRACE(size);
                expect_scanned(kind, make_words(Pattern::random, size), place, place);
            }
}

TEST_P(ScanTest, HasALevelMoreBeyondTheSquareOfATile) {
    const std::uint64_t square = std::uint64_t{tile()} * tile();
    expect_scanned_of_both_kinds({square - 1, square, square + 1});
}

TEST_P(ScanTest, InputAndOutputMayBeAlignedDifferently) {
    for (const std::uint64_t size : {6u, tile(), 2 * tile() + 6})
        for (const Place from : places)
            for (const Place to : places) {
                SCOPED_TRACE(size);
                expect_scanned(Kind::exclusive, make_words(Pattern::random, size), from, to);
            }
}

TEST_P(ScanTest, EqualsTheReferenceForEveryPattern) {
    for (const Pattern pattern : winnow::test::all_patterns)
        for (const Kind kind : kinds)
            for (const std::uint64_t size : {tile(), 5 * tile() + 77}) {
                SCOPED_TRACE(winnow::test::name_of(pattern) + ' ' + std::to_string(size));
                expect_scanned(kind, make_words(pattern, size));
            }
}

TEST_P(ScanTest, ScansInPlace) {
    for (const std::uint64_t size : {std::uint32_t{1}, tile() - 1, tile(), 3 * tile() + 1, 100 * tile() - 3})
        for (const Kind kind : kinds)
            for (const Place place : places) {
                SCOPED_TRACE(size);
                const Words input = make_words(Pattern::random, size);
                const GuardedWords both(input, "test in place", guards_of(place));
                scan_->run(request(kind, both, both));
                EXPECT_EQ(both.values(), reference_of(kind, input));
                EXPECT_TRUE(both.guards_untouched());
            }
}

TEST_P(ScanTest, ScansPartOfABufferIntoAnotherPartOfIt) {
    const std::uint64_t size = 3 * tile() + 5, from = 2 * size + 3, to = 11;
    const Words all = make_words(Pattern::random, from + size + 9);
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

TEST_P(ScanTest, TakesTheCountFromTheGpuAndClampsIt) {
    const std::uint32_t t = tile(), bound = 4 * t + 9;
    const Words input = make_words(Pattern::random, bound);
    const Words before = make_words(Pattern::random, bound, 7);
    for (const std::uint32_t count :
         {0u, 1u, 100u, t - 1, t, t + 1, 3 * t, bound - 1, bound + 1, 0xFFFFFFFFu}) {
        SCOPED_TRACE(count);
        const std::uint64_t scanned = std::min(count, bound);
        const GuardedWords source(input, "test input");
        const GuardedWords output(before, "test output");
        const gl::Buffer pool = winnow::test::upload({poison, poison, count, poison}, "test count and total");
        Request r = request(Kind::exclusive, source, output);
        r.count = {&pool, 2};
        r.total = {&pool, 1};
        scan_->run(r);
        const Words part(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(scanned));
        Words expected = reference_of(r.kind, part);
        expected.insert(expected.end(), before.begin() + static_cast<std::ptrdiff_t>(scanned), before.end());
        EXPECT_EQ(output.values(), expected);
        EXPECT_EQ(pool.read_all<std::uint32_t>(4), (Words{poison, sum_of(part), count, poison}));
        EXPECT_TRUE(output.guards_untouched());
    }
}

TEST_P(ScanTest, WritesNoTotalThatIsNotWanted) {
    const gl::Buffer bystander = winnow::test::upload({poison, poison}, "test bystander");
    for (const std::uint32_t count : {1u, tile(), 3 * tile() + 1}) {
        SCOPED_TRACE(count);
        const GuardedWords words(make_words(Pattern::random, count), "test data");
        bystander.bind_storage(shared::BIND_SCAN_TOTAL);  // another's, and the scan's place for a total
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

TEST_P(ScanTest, NeedsNoTotal) {
    const Words input = make_words(Pattern::random, 2 * tile());
    const GuardedWords source(input, "test input"), output(Words(input.size()), "test output");
    scan_->run(request(Kind::exclusive, source, output));
    EXPECT_EQ(output.values(), reference_of(Kind::exclusive, input));
}

TEST_P(ScanTest, DependsNeitherOnItsScratchNorOnEarlierRuns) {
    scan_->reserve(40 * tile());
    for (const std::uint64_t size : {40 * tile(), tile() + 1, 17 * tile() + 3, 5u}) {
        for (const std::uint32_t pattern : {poison, 0xFFFFFFFFu, 0u}) {
            SCOPED_TRACE(size);
            scan_->poison_scratch(pattern);
            expect_scanned(Kind::exclusive, make_words(Pattern::random, size, pattern));
        }
        expect_scanned(Kind::exclusive, make_words(Pattern::ones, size));
    }
}

TEST_P(ScanTest, RunsInARowWithoutWaiting) {
    const Words input = make_words(Pattern::random, 3 * tile() + 1);
    const GuardedWords buffer(input, "test in place");
    Words expected = input;
    for (int run = 0; run < 5; ++run) {
        scan_->run(request(Kind::inclusive, buffer, buffer));
        expected = reference_of(Kind::inclusive, expected);
    }
    EXPECT_EQ(buffer.values(), expected);
}

/// With the tiles that everyone else gets.
class TunedScanTest : public ScanTest {
    GlslVariant variant() const override { return glsl_variant(facts(), GetParam().choice, {}); }
};

TEST_P(TunedScanTest, EqualsTheReferenceAtTheEdgesOfATile) {
    const std::uint64_t t = tile();
    expect_scanned_of_both_kinds({1, t / 2, t - 1, t, t + 1, 2 * t - 1, 5 * t + 77, prime});
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
