// The block scan by itself, at its smallest, as in the textbook (two items a thread), and as it is used.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "cuda/absence.h"
#include "cuda/base/check.h"
#include "cuda/base/device_array.h"
#include "cuda/scan/block/blelloch.cuh"

namespace winnow::cuda {
namespace {

constexpr uint REPEATS = 3;  // calls in a row with the same shared memory

/// Scans `x` REPEATS times in a row; totals[k] as thread k saw the last.
template <typename BlockScan>
__global__ void scan_block(uint* x, uint* totals) {
    __shared__ typename BlockScan::Shared memory;
    uint items[BlockScan::ITEMS];
    for (uint k = 0; k < BlockScan::ITEMS; ++k) items[k] = x[threadIdx.x * BlockScan::ITEMS + k];
    uint total = 0;
    for (uint i = 0; i < REPEATS; ++i) total = BlockScan::block_scan(memory, items, false);
    for (uint k = 0; k < BlockScan::ITEMS; ++k) x[threadIdx.x * BlockScan::ITEMS + k] = items[k];
    totals[threadIdx.x] = total;
}

template <typename BlockScan>
void expect_scans() {
    const std::size_t count = std::size_t{BlockScan::THREADS} * BlockScan::ITEMS;
    std::vector<uint> expected(count), actual(count), totals(BlockScan::THREADS);
    for (std::size_t i = 0; i < count; ++i) expected[i] = static_cast<uint>(i) * 2654435761u + 12345u;
    DeviceArray<uint> x(count), seen(BlockScan::THREADS);
    check(cudaMemcpy(x.data(), expected.data(), count * sizeof(uint), cudaMemcpyHostToDevice), "cudaMemcpy");
    uint total = 0;
    for (uint i = 0; i < REPEATS; ++i) {
        total = std::accumulate(expected.begin(), expected.end(), 0u);
        std::exclusive_scan(expected.begin(), expected.end(), expected.begin(), 0u);
    }
    scan_block<BlockScan><<<1, BlockScan::THREADS>>>(x.data(), seen.data());
    check_launch("scan_block");
    check(cudaMemcpy(actual.data(), x.data(), count * sizeof(uint), cudaMemcpyDeviceToHost), "cudaMemcpy");
    check(cudaMemcpy(totals.data(), seen.data(), totals.size() * sizeof(uint), cudaMemcpyDeviceToHost),
          "cudaMemcpy");
    EXPECT_EQ(actual, expected);
    EXPECT_EQ(totals, std::vector<uint>(BlockScan::THREADS, total)) << "each thread gets the sum";
}

template <typename BlockScan>
class BlockScanTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string reason = absence(); !reason.empty()) GTEST_SKIP() << reason;
    }
};

using Sizes =
    ::testing::Types<Blelloch<1, 2>, Blelloch<2, 2>, Blelloch<32, 2>, Blelloch<64, 6>, Blelloch<256, 2>,
                     Blelloch<256, 8>, Blelloch<256, 16>, Blelloch<512, 4>, Blelloch<1024, 2>>;
TYPED_TEST_SUITE(BlockScanTest, Sizes);

TYPED_TEST(BlockScanTest, AgreesWithTheSequentialScanAndMayBeRepeated) {
    expect_scans<TypeParam>();
}

}  // namespace
}  // namespace winnow::cuda
