// DeviceScan against the sequential scan: every edge, poisoned scratch, guard words, on CUDA's own memory.
#include "cuda/scan/device_scan.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cuda/base/check.h"
#include "cuda/base/device_array.h"
#include "cuda/support.h"
#include "scan/reference.h"

namespace winnow::test {
namespace {

using cuda::DeviceArray;
using cuda::Kind;

constexpr std::size_t ALIGNED = 0;

struct Case {
    Words input;
    Kind kind = Kind::exclusive;
    std::optional<std::uint32_t> device_count;  // empty: the bound, known to the host
    bool in_place = false;
    std::size_t input_offset = ALIGNED, output_offset = ALIGNED;  // words from an address on 256 bytes
};

/// What the whole output, the guard words included, must be afterwards; and the total.
struct Expected {
    Words output;
    std::uint32_t total = 0;
};

Expected reference(const Case& c) {
    const std::size_t count = std::min<std::size_t>(c.device_count.value_or(c.input.size()), c.input.size());
    Expected expected{Words(c.input.size() + guard_words, guard_word), 0};
    if (c.in_place) std::copy(c.input.begin(), c.input.end(), expected.output.begin());
    const scan::Kind kind = c.kind == Kind::inclusive ? scan::Kind::inclusive : scan::Kind::exclusive;
    expected.total =
        scan::reference_scan(kind, std::span(c.input).first(count), std::span(expected.output).first(count));
    return expected;
}

class DeviceScanTest : public CudaTest, public ::testing::WithParamInterface<ScanChoice> {
  protected:
    void SetUp() override {
        CudaTest::SetUp();
        if (!IsSkipped()) scan_ = cuda::make_device_scan(GetParam());
    }

    /// Runs the case `repeats` times from the same input and compares everything each time.
    void expect_scan(const Case& c, int repeats = 1) {
        const Expected expected = reference(c);
        const std::size_t size = c.input.size();
        DeviceArray<std::uint32_t> input(c.input_offset + size + guard_words),
            output(c.output_offset + size + guard_words), words(2);
        for (int i = 0; i < repeats; ++i) {
            Words before(size + guard_words, guard_word);
            if (c.in_place) std::copy(c.input.begin(), c.input.end(), before.begin());
            to_device(output.data() + c.output_offset, before);
            to_device(input.data() + c.input_offset, c.input);
            to_device(words.data(), Words{c.device_count.value_or(0), poison_word});
            scan_->reserve(size);
            scan_->poison_scratch(nullptr, poison_word);
            std::uint32_t* out = output.data() + c.output_offset;
            scan_->run(nullptr,
                       {c.in_place ? out : input.data() + c.input_offset, out, size,
                        c.device_count ? words.data() : nullptr, words.data() + 1},
                       c.kind);
            EXPECT_EQ(first_difference(expected.output, from_device<std::uint32_t>(out, size + guard_words)),
                      "")
                << "run " << i;
            EXPECT_EQ(from_device<std::uint32_t>(words.data() + 1, 1)[0], expected.total)
                << "total, run " << i;
        }
    }

    std::vector<std::uint64_t> edges() const {
        const std::uint64_t tile = scan_->tile();
        return {0,   1,   2,   31,       32,   33,       127,      128,          129,  255,   256,   257,
                511, 512, 513, tile - 1, tile, tile + 1, 3 * tile, 3 * tile + 5, 7919, 65536, 65537, 1000003};
    }

    std::unique_ptr<cuda::DeviceScan> scan_;
};

TEST_P(DeviceScanTest, AgreesWithTheReferenceAroundEveryEdge) {
    for (const std::uint64_t size : edges())
        for (const Pattern pattern : all_patterns)
            for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
                SCOPED_TRACE(fmt::format("{} elements, {}, {}", size, name_of(pattern),
                                         kind == Kind::inclusive ? "inclusive" : "exclusive"));
                expect_scan({.input = make_words(pattern, size), .kind = kind, .device_count = {}});
            }
}

TEST_P(DeviceScanTest, NeedsAThirdLevelBeyondATileOfTiles) {
    const std::uint64_t tile_of_tiles = scan_->tile() * scan_->tile();
    for (const std::uint64_t size : {tile_of_tiles - 1, tile_of_tiles, tile_of_tiles + 1}) {
        SCOPED_TRACE(size);
        expect_scan({.input = make_words(Pattern::random, size), .device_count = {}});
    }
}

TEST_P(DeviceScanTest, GivesTheSameAgainAndAgain) {
    expect_scan({.input = make_words(Pattern::random, 300007), .device_count = {}}, 20);
}

TEST_P(DeviceScanTest, WorksInPlace) {
    for (const std::uint64_t size :
         {std::uint64_t{1}, scan_->tile(), scan_->tile() + 1, std::uint64_t{1000003}})
        for (const Kind kind : {Kind::exclusive, Kind::inclusive}) {
            SCOPED_TRACE(size);
            expect_scan({.input = make_words(Pattern::random, size),
                         .kind = kind,
                         .device_count = {},
                         .in_place = true},
                        2);
        }
}

TEST_P(DeviceScanTest, ReadsTheCountOnTheDeviceAndClampsIt) {
    const Words input = make_words(Pattern::random, 5 * scan_->tile() + 77);
    const auto tile = static_cast<std::uint32_t>(scan_->tile());
    for (const std::uint32_t count : {0u, 1u, 33u, tile - 1, tile, tile + 1, 4 * tile, 5 * tile + 76,
                                      5 * tile + 77, 5 * tile + 78, 0xFFFFFFFFu})
        for (const bool in_place : {false, true}) {
            SCOPED_TRACE(count);
            expect_scan({.input = input, .device_count = count, .in_place = in_place});
        }
}

TEST_P(DeviceScanTest, AcceptsAnyWordAsABeginning) {
    for (const std::size_t input_offset : {0, 1, 2, 3})
        for (const std::size_t output_offset : {0, 1, 3}) {
            SCOPED_TRACE(fmt::format("input at word {}, output at word {}", input_offset, output_offset));
            expect_scan({.input = make_words(Pattern::random, 3 * scan_->tile() + 11),
                         .device_count = {},
                         .input_offset = input_offset,
                         .output_offset = output_offset});
        }
}

TEST_P(DeviceScanTest, NeedsNoTotal) {
    DeviceArray<std::uint32_t> data(100);
    to_device(data.data(), Words(100, 1));
    scan_->run(nullptr, {data.data(), data.data(), 100, nullptr, nullptr}, Kind::inclusive);
    EXPECT_EQ(from_device<std::uint32_t>(data.data(), 100)[99], 100u);
}

/// A value for every index, cheap enough for four billion of them.
std::uint32_t mixed(std::uint64_t i) {
    return static_cast<std::uint32_t>(i * 0x9E3779B97F4A7C15u >> 32);
}

TEST_P(DeviceScanTest, ScansTenMillion) {
    expect_scan({.input = make_words(Pattern::random, 10'000'000), .device_count = {}});
}

class LargestLengthTest : public DeviceScanTest {};

TEST_P(LargestLengthTest, ScansWith64BitIndices) {
    constexpr std::uint64_t size = 0xFFFFFFFF, chunk = std::uint64_t{1} << 26;
    std::size_t free_bytes = 0, total_bytes = 0;
    cuda::check(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    if (free_bytes < size * sizeof(std::uint32_t) + (std::size_t{1} << 30))
        GTEST_SKIP() << "needs 17 GiB of free GPU memory";
    DeviceArray<std::uint32_t> data(size), total(1);
    Words words(chunk);
    for (std::uint64_t begin = 0; begin < size; begin += chunk) {
        words.resize(std::min(chunk, size - begin));
        for (std::size_t i = 0; i < words.size(); ++i) words[i] = mixed(begin + i);
        to_device(data.data() + begin, words);
    }
    scan_->run(nullptr, {data.data(), data.data(), size, nullptr, total.data()}, Kind::exclusive);
    std::uint32_t sum = 0;
    for (std::uint64_t begin = 0; begin < size; begin += chunk) {
        const Words actual = from_device<std::uint32_t>(data.data() + begin, std::min(chunk, size - begin));
        for (std::size_t i = 0; i < actual.size(); ++i) {
            if (actual[i] != sum)
                FAIL() << "word " << begin + i << " is " << actual[i] << " instead of " << sum;
            sum += mixed(begin + i);
        }
    }
    EXPECT_EQ(from_device<std::uint32_t>(total.data(), 1)[0], sum);
}

std::vector<ScanChoice> all_choices() {
    std::vector<ScanChoice> all;
    for (const auto& block : block_scans)
        for (const auto& grid : grid_strategies)
            if (block.value != BlockScan::automatic && grid.value != GridStrategy::automatic)
                all.push_back({block.value, grid.value});
    return all;
}

std::string choice_name(const ::testing::TestParamInfo<ScanChoice>& info) {
    std::string name = fmt::format("{}_{}", name_of(info.param.block), name_of(info.param.grid));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Pairs, DeviceScanTest, ::testing::ValuesIn(all_choices()), choice_name);
INSTANTIATE_TEST_SUITE_P(Pairs, LargestLengthTest,
                         ::testing::Values(ScanChoice{BlockScan::blelloch, GridStrategy::scan_then_propagate},
                                           ScanChoice{BlockScan::subgroup, GridStrategy::reduce_then_scan},
                                           ScanChoice{BlockScan::subgroup, GridStrategy::decoupled_lookback}),
                         choice_name);

}  // namespace
}  // namespace winnow::test
