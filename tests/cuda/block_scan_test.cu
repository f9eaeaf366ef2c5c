// Every block scan by itself: at its smallest, as in the textbook (one row per leaf), and as it is used.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "cuda/cuda_test.h"
#include "cuda/scan/block/blelloch.cuh"
#include "cuda/scan/block/brent_kung.cuh"
#include "cuda/scan/block/kogge_stone.cuh"
#include "cuda/scan/block/subgroup.cuh"
#include "cuda/scan/block/three_phase.cuh"

namespace winnow::cuda {
namespace {

using Sum = Monoid<uint, Operator::add>;
constexpr uint REPEATS = 3;  // calls one after another with the same shared memory

/// Scans `x` REPEATS times in succession. totals[k] is the last call's total as thread k received it.
template <typename Block>
__global__ void scan_block(uint* x, uint* totals, bool inclusive) {
    __shared__ typename Block::Shared memory;
    uint items[Block::ITEMS];
    load_tile<Block>(x, 0, Block::TILE, items);
    uint total = 0;
    for (uint i = 0; i < REPEATS; ++i) {
        total = Block::block_scan(memory, items, inclusive);
        __syncthreads();
    }
    store_tile<Block>(x, 0, Block::TILE, 0, items);
    totals[threadIdx.x] = total;
}

template <typename Block>
void expect_scans(bool inclusive) {
    const std::size_t count = Block::TILE;
    std::vector<uint> expected(count);
    for (std::size_t i = 0; i < count; ++i) expected[i] = static_cast<uint>(i) * 2654435761u + 12345u;
    const auto x = test::on_device<uint>(expected);
    const DeviceArray<uint> totals(Block::THREADS);
    uint total = 0;
    for (uint i = 0; i < REPEATS; ++i) {
        total = std::accumulate(expected.begin(), expected.end(), 0u);
        if (inclusive)
            std::inclusive_scan(expected.begin(), expected.end(), expected.begin());
        else
            std::exclusive_scan(expected.begin(), expected.end(), expected.begin(), 0u);
    }
    scan_block<Block><<<1, Block::THREADS>>>(x.data(), totals.data(), inclusive);
    check_launch("scan_block");
    EXPECT_EQ(test::from_device<uint>(x.data(), count), expected);
    EXPECT_EQ(test::from_device<uint>(totals.data(), Block::THREADS),
              std::vector<uint>(Block::THREADS, total))
        << "each thread gets the sum";
}

template <typename Block>
class BlockScanTest : public test::CudaTest {};

template <template <typename, uint, uint> typename Block>
using Shapes = ::testing::Types<Block<Sum, 32, 4>, Block<Sum, 256, 4>, Block<Sum, 128, 16>,
                                Block<Sum, 256, 32>, Block<Sum, 1024, 8>>;

TYPED_TEST_SUITE_P(BlockScanTest);

TYPED_TEST_P(BlockScanTest, AgreesWithTheSequentialScanAndMayBeRepeated) {
    for (const bool inclusive : {false, true}) expect_scans<TypeParam>(inclusive);
}

REGISTER_TYPED_TEST_SUITE_P(BlockScanTest, AgreesWithTheSequentialScanAndMayBeRepeated);

INSTANTIATE_TYPED_TEST_SUITE_P(KoggeStone, BlockScanTest, Shapes<KoggeStone>);
INSTANTIATE_TYPED_TEST_SUITE_P(BrentKung, BlockScanTest, Shapes<BrentKung>);
INSTANTIATE_TYPED_TEST_SUITE_P(BrentKungPadded, BlockScanTest, Shapes<BrentKungPadded>);
INSTANTIATE_TYPED_TEST_SUITE_P(Blelloch, BlockScanTest, Shapes<Blelloch>);
INSTANTIATE_TYPED_TEST_SUITE_P(BlellochPadded, BlockScanTest, Shapes<BlellochPadded>);
INSTANTIATE_TYPED_TEST_SUITE_P(ThreePhase, BlockScanTest, Shapes<ThreePhase>);
INSTANTIATE_TYPED_TEST_SUITE_P(Subgroup, BlockScanTest, Shapes<Subgroup>);

using Smallest = ::testing::Types<KoggeStone<Sum, 1, 4>, KoggeStone<Sum, 2, 4>, BrentKung<Sum, 1, 4>,
                                  BrentKungPadded<Sum, 2, 4>, Blelloch<Sum, 1, 4>, BlellochPadded<Sum, 2, 8>,
                                  ThreePhase<Sum, 1, 4>, ThreePhase<Sum, 2, 8>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Smallest, BlockScanTest, Smallest);

}  // namespace
}  // namespace winnow::cuda
