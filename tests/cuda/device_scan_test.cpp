// DeviceScan against the sequential scan: every edge, poisoned scratch, guard words, on CUDA's own memory.
#include "cuda/scan/device_scan.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "cuda/base/cuda_error.h"
#include "cuda/base/device_array.h"
#include "cuda/support.h"
#include "verify/checkers/scan_check.h"

namespace winnow::test {
namespace {

using cuda::DeviceArray;
using verify::Input;
using verify::ScanCase;
using verify::Thoroughness;

class DeviceScanTest : public DeviceTest, public ::testing::WithParamInterface<ScanChoice> {
  protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (IsSkipped()) return;
        scan_.emplace(GetParam());
        checker_.emplace(verify::ScanSetting{*memory_, 1});
    }

    void expect_no_fault(std::uint64_t size, const std::vector<ScanCase>& cases) {
        EXPECT_EQ(checker_->find_fault(*scan_, GetParam(), size, cases), "") << size << " elements";
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    std::optional<DeviceScanGuest> scan_;
    std::optional<verify::ScanChecker> checker_;
};

TEST_P(DeviceScanTest, AgreesWithTheReferenceAroundEveryEdge) {
    std::vector<ScanCase> cases;
    for (const Input input : {Input::zero, Input::one, Input::alternating, Input::largest, Input::random})
        for (const ScanKind kind : {ScanKind::exclusive, ScanKind::inclusive})
            cases.push_back({.input = input, .kind = kind});
    const std::uint64_t tile = scan_->tile();
    for (const std::uint64_t size : {std::uint64_t{0},
                                     std::uint64_t{1},
                                     std::uint64_t{2},
                                     std::uint64_t{31},
                                     std::uint64_t{32},
                                     std::uint64_t{33},
                                     std::uint64_t{127},
                                     std::uint64_t{128},
                                     std::uint64_t{129},
                                     std::uint64_t{255},
                                     std::uint64_t{256},
                                     std::uint64_t{257},
                                     std::uint64_t{511},
                                     std::uint64_t{512},
                                     std::uint64_t{513},
                                     tile - 1,
                                     tile,
                                     tile + 1,
                                     3 * tile,
                                     3 * tile + 5,
                                     std::uint64_t{7919},
                                     std::uint64_t{65536},
                                     std::uint64_t{65537},
                                     std::uint64_t{1000003}})
        expect_no_fault(size, cases);
}

// Covers every kind, place, alignment and count on the GPU.
TEST_P(DeviceScanTest, HasNoFault) {
    const std::uint64_t tile = scan_->tile();
    for (const std::uint64_t size : {5 * tile + 77, std::uint64_t{1}, tile, tile + 1})
        EXPECT_EQ(checker_->find_fault(*scan_, GetParam(), size, Thoroughness::full), "") << size;
}

TEST_P(DeviceScanTest, NeedsAThirdLevelBeyondATileOfTiles) {
    for (const std::uint64_t size : verify::level_edge_sizes(scan_->tile()))
        expect_no_fault(size, {ScanCase{}});
}

TEST_P(DeviceScanTest, GivesTheSameAgainAndAgain) {
    expect_no_fault(300007, std::vector<ScanCase>(20));
}

TEST_P(DeviceScanTest, WorksInPlace) {
    expect_no_fault(1000003, {{.kind = ScanKind::exclusive, .in_place = true},
                              {.kind = ScanKind::inclusive, .in_place = true},
                              {.kind = ScanKind::inclusive, .in_place = true, .poisoned = false}});
}

TEST_P(DeviceScanTest, ReadsAnyCountOnTheDevice) {
    const auto tile = static_cast<std::uint32_t>(scan_->tile());
    std::vector<ScanCase> cases;
    for (const std::uint32_t count : {33u, tile - 1, tile, tile + 1, 4 * tile})
        for (const bool in_place : {false, true}) cases.push_back({.in_place = in_place, .count = count});
    expect_no_fault(5 * tile + 77, cases);
}

TEST_P(DeviceScanTest, AcceptsAnyWordAsABeginning) {
    std::vector<ScanCase> cases;
    for (const std::uint32_t input : {0, 1, 2, 3})
        for (const std::uint32_t output : {0, 1, 3})
            cases.push_back({.input_shift = input, .output_shift = output});
    expect_no_fault(3 * scan_->tile() + 11, cases);
}

TEST_P(DeviceScanTest, ScansTenMillion) {
    EXPECT_EQ(checker_->find_fault(*scan_, GetParam(), verify::ten_million, Thoroughness::brief), "");
}

/// Returns a value for every index, cheap enough for four billion of them.
std::uint32_t mixed(std::uint64_t i) {
    return static_cast<std::uint32_t>(i * 0x9E3779B97F4A7C15u >> 32);
}

class LargestLengthTest : public CudaTest, public ::testing::WithParamInterface<ScanChoice> {};

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
    cuda::make_device_scan(GetParam())
        ->run(nullptr, {data.data(), data.data(), size, nullptr, total.data()}, ScanKind::exclusive);
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

std::string choice_name(const ::testing::TestParamInfo<ScanChoice>& info) {
    std::string name = fmt::format("{}_{}", name_of(info.param.block), name_of(info.param.grid));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Pairs, DeviceScanTest, ::testing::ValuesIn(members(ScanChoice{})), choice_name);
INSTANTIATE_TEST_SUITE_P(Pairs, LargestLengthTest,
                         ::testing::Values(ScanChoice{BlockScan::blelloch, GridStrategy::scan_then_propagate},
                                           ScanChoice{BlockScan::subgroup, GridStrategy::reduce_then_scan},
                                           ScanChoice{BlockScan::subgroup, GridStrategy::decoupled_lookback}),
                         choice_name);

}  // namespace
}  // namespace winnow::test
