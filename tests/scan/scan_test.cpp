// Every backend of this room against the reference, with its real kernels.
#include "scan/scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "gl/program.h"
#include "scan/cpu_scan.h"
#include "scan/glsl_scan.h"
#include "scan/reference.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"
#include "support/words.h"

namespace winnow::scan {
namespace {

using test::GuardedWords;
using test::Pattern;
using test::Words;

constexpr std::uint32_t tile = shared::SCAN_TILE;
constexpr std::uint32_t poison = 0xA5A5A5A5;

/// Around the edges of a subgroup, of a leaf and a row of a tile, of a tile, and of 32 tiles; and a prime.
const std::uint64_t edge_sizes[] = {0,
                                    1,
                                    2,
                                    3,
                                    7,
                                    8,
                                    9,
                                    31,
                                    32,
                                    33,
                                    63,
                                    64,
                                    65,
                                    255,
                                    256,
                                    257,
                                    511,
                                    512,
                                    513,
                                    tile - 1,
                                    tile,
                                    tile + 1,
                                    2 * tile - 1,
                                    2 * tile,
                                    2 * tile + 1,
                                    3 * tile - 1,
                                    32 * tile - 1,
                                    32 * tile,
                                    32 * tile + 1,
                                    99'991};

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
    Backend backend;
    Kind kind;
};

std::string name_of(const Variant& variant) {
    return std::string(winnow::name_of(variant.backend)) +
           (variant.kind == Kind::exclusive ? "_exclusive" : "_inclusive");
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

class ScanTest : public test::GlTest, public ::testing::WithParamInterface<Variant> {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        if (GetParam().backend == Backend::cpu) {
            scan_ = make_cpu_scan();
        } else {
            shaders_ = std::make_unique<gl::ShaderLibrary>();
            scan_ = make_glsl_scan(facts(), *shaders_, ScanChoice{});
        }
    }

    Kind kind() const { return GetParam().kind; }

    Request request(const GuardedWords& input, const GuardedWords& output) const {
        Request request;
        request.kind = kind();
        request.input = input.range();
        request.output = output.range();
        request.bound = input.count();
        return request;
    }

    /// Scans `input` into a buffer of its own and checks all that a scan promises.
    void expect_scanned(const Words& input, Place from = Place::aligned, Place to = Place::aligned) {
        const GuardedWords source(input, "test input", guards_of(from));
        const GuardedWords output(test::make_words(Pattern::random, input.size(), 99), "test output",
                                  guards_of(to));
        const gl::Buffer total = test::upload({poison, poison, poison}, "test total");
        Request r = request(source, output);
        r.total = {&total, 1};
        scan_->run(r);
        EXPECT_EQ(output.values(), reference_of(kind(), input));
        EXPECT_EQ(total.read_all<std::uint32_t>(3), (Words{poison, sum_of(input), poison}));
        EXPECT_EQ(source.values(), input);
        EXPECT_TRUE(output.guards_untouched());
        EXPECT_TRUE(source.guards_untouched());
    }

    std::unique_ptr<gl::ShaderLibrary> shaders_;
    std::unique_ptr<Scan> scan_;
};

TEST_P(ScanTest, EqualsTheReferenceAtEveryEdge) {
    for (const std::uint64_t size : edge_sizes) {
        SCOPED_TRACE(size);
        for (const Place place : places)
            expect_scanned(test::make_words(Pattern::random, size), place, place);
    }
}

TEST_P(ScanTest, InputAndOutputMayBeAlignedDifferently) {
    for (const std::uint64_t size : {6u, tile, 2 * tile + 6})
        for (const Place from : places)
            for (const Place to : places) {
                SCOPED_TRACE(size);
                expect_scanned(test::make_words(Pattern::random, size), from, to);
            }
}

TEST_P(ScanTest, EqualsTheReferenceForEveryPattern) {
    for (const Pattern pattern : test::all_patterns)
        for (const std::uint64_t size : {tile, 5 * tile + 77}) {
            SCOPED_TRACE(test::name_of(pattern) + ' ' + std::to_string(size));
            expect_scanned(test::make_words(pattern, size));
        }
}

TEST_P(ScanTest, ScansInPlace) {
    for (const std::uint64_t size : {1u, tile - 1, tile, 3 * tile + 1, 50'021u}) {
        SCOPED_TRACE(size);
        const Words input = test::make_words(Pattern::random, size);
        for (const Place place : places) {
            const GuardedWords both(input, "test in place", guards_of(place));
            scan_->run(request(both, both));
            EXPECT_EQ(both.values(), reference_of(kind(), input));
            EXPECT_TRUE(both.guards_untouched());
        }
    }
}

TEST_P(ScanTest, ScansPartOfABufferIntoAnotherPartOfIt) {
    constexpr std::uint64_t size = 3 * tile + 5, from = 2 * size + 3, to = 11;
    const Words all = test::make_words(Pattern::random, from + size + 9);
    const gl::Buffer buffer = test::upload(all, "test parts");
    Request r;
    r.kind = kind();
    r.input = {&buffer, from};
    r.output = {&buffer, to};
    r.bound = size;
    scan_->run(r);
    Words expected = all;
    const Words part = reference_of(kind(), Words(all.begin() + from, all.begin() + from + size));
    std::copy(part.begin(), part.end(), expected.begin() + to);
    EXPECT_EQ(buffer.read_all<std::uint32_t>(all.size()), expected);
}

TEST_P(ScanTest, TakesTheCountFromTheGpuAndClampsIt) {
    constexpr std::uint32_t bound = 4 * tile + 9;
    const std::uint32_t counts[] = {0,        1,        100,       tile - 1,  tile,
                                    tile + 1, 3 * tile, bound - 1, bound + 1, 0xFFFFFFFF};
    const Words input = test::make_words(Pattern::random, bound);
    const Words before = test::make_words(Pattern::random, bound, 7);
    for (const std::uint32_t count : counts) {
        SCOPED_TRACE(count);
        const std::uint64_t scanned = std::min<std::uint64_t>(count, bound);
        const GuardedWords source(input, "test input");
        const GuardedWords output(before, "test output");
        const gl::Buffer pool = test::upload({poison, poison, count, poison}, "test count and total");
        Request r = request(source, output);
        r.count = {&pool, 2};
        r.total = {&pool, 1};
        scan_->run(r);
        const Words part(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(scanned));
        Words expected = reference_of(kind(), part);
        expected.insert(expected.end(), before.begin() + static_cast<std::ptrdiff_t>(scanned), before.end());
        EXPECT_EQ(output.values(), expected);
        EXPECT_EQ(pool.read_all<std::uint32_t>(4), (Words{poison, sum_of(part), count, poison}));
        EXPECT_TRUE(output.guards_untouched());
    }
}

TEST_P(ScanTest, ABoundOfZeroStillGivesATotal) {
    const gl::Buffer total = test::upload({poison, poison}, "test total");
    Request r;
    r.kind = kind();
    r.total = {&total, 1};
    scan_->run(r);
    EXPECT_EQ(total.read_all<std::uint32_t>(2), (Words{poison, 0u}));
}

TEST_P(ScanTest, NeedsNoTotal) {
    const Words input = test::make_words(Pattern::random, 2 * tile);
    const GuardedWords source(input, "test input"), output(Words(input.size()), "test output");
    scan_->run(request(source, output));
    EXPECT_EQ(output.values(), reference_of(kind(), input));
}

TEST_P(ScanTest, DependsNeitherOnItsScratchNorOnEarlierRuns) {
    scan_->reserve(40 * tile);
    for (const std::uint64_t size : {40 * tile, tile + 1, 17 * tile + 3, 5u}) {
        for (const std::uint32_t pattern : {poison, 0xFFFFFFFFu, 0u}) {
            SCOPED_TRACE(size);
            scan_->poison_scratch(pattern);
            expect_scanned(test::make_words(Pattern::random, size, pattern));
        }
        expect_scanned(test::make_words(Pattern::ones, size));
    }
}

TEST_P(ScanTest, RunsInARowWithoutWaiting) {
    const Words input = test::make_words(Pattern::random, 3 * tile + 1);
    const GuardedWords buffer(input, "test in place");
    Words expected = input;
    for (int run = 0; run < 5; ++run) {
        scan_->run(request(buffer, buffer));
        expected = reference_of(kind(), expected);
    }
    EXPECT_EQ(buffer.values(), expected);
}

// 16,777,217 elements: once is enough.
class LargeScanTest : public ScanTest {};

TEST_P(LargeScanTest, HasALevelMoreBeyondTheSquareOfATile) {
    expect_scanned(test::make_words(Pattern::random, std::uint64_t{tile} * tile + 1));
}

std::string variant_name(const ::testing::TestParamInfo<Variant>& variant) {
    return name_of(variant.param);
}

INSTANTIATE_TEST_SUITE_P(Backends, ScanTest,
                         ::testing::Values(Variant{Backend::glsl, Kind::exclusive},
                                           Variant{Backend::glsl, Kind::inclusive},
                                           Variant{Backend::cpu, Kind::exclusive},
                                           Variant{Backend::cpu, Kind::inclusive}),
                         variant_name);
INSTANTIATE_TEST_SUITE_P(Backends, LargeScanTest, ::testing::Values(Variant{Backend::glsl, Kind::inclusive}),
                         variant_name);

}  // namespace
}  // namespace winnow::scan
