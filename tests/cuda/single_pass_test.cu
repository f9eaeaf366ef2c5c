// The single-pass strategies under schedules that a driver is free to choose (tiles out of order, late tiles,
// waits that end at once) and at the end of their epochs.
#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "cuda/cuda_test.h"
#include "cuda/hostile_schedules.cuh"
#include "cuda/scan/block/kogge_stone.cuh"
#include "cuda/scan/block/subgroup.cuh"
#include "cuda/scan/grid/chained.cuh"
#include "cuda/scan/grid/decoupled_lookback.cuh"

namespace winnow::cuda {
namespace {

using Words = std::vector<std::uint32_t>;
using Sum = Monoid<std::uint32_t, Operator::add>;
using Fast = Subgroup<Sum, 256, 32>;
using Textbook = KoggeStone<Sum, 256, 4>;

struct Variant {
    const char* name;
    std::unique_ptr<DeviceScan> (*make)(uint first_epoch);
};

template <typename Scan>
std::unique_ptr<DeviceScan> make(uint first_epoch) {
    return std::make_unique<Scan>(first_epoch);
}

const Variant variants[] = {
    {"chained_backwards", make<Chained<Textbook, Backwards>>},
    {"chained_late", make<Chained<Textbook, Late>>},
    {"chained_hasty", make<Chained<Fast, Hasty>>},
    {"chained_by_ticket", make<Chained<Fast, ByTicket>>},
    {"lookback_backwards", make<DecoupledLookback<Textbook, Backwards>>},
    {"lookback_backwards_fast", make<DecoupledLookback<Fast, Backwards>>},
    {"lookback_backwards_in_haste", make<DecoupledLookback<Fast, BackwardsInHaste>>},
    {"lookback_late", make<DecoupledLookback<Fast, Late>>},
    {"lookback_hasty", make<DecoupledLookback<Fast, Hasty>>},
    {"lookback_by_ticket", make<DecoupledLookback<Fast, ByTicket>>},
    {"lookback_by_index", make<DecoupledLookback<Fast, ByIndex>>},
};

class SinglePassTest : public test::CudaTest, public ::testing::WithParamInterface<Variant> {
  protected:
    static void expect_scans(DeviceScan& scan, std::size_t count, bool in_place) {
        Words input(count), expected(count);
        for (std::size_t i = 0; i < count; ++i) input[i] = static_cast<uint>(i) * 2654435761u + 12345u;
        std::exclusive_scan(input.begin(), input.end(), expected.begin(), 0u);
        const uint total = expected.back() + input.back();
        const auto from = test::on_device<uint>(input);
        const DeviceArray<uint> to(count), sum(1);
        const DeviceArray<uint>& out = in_place ? from : to;
        scan.run(nullptr, {from.data(), out.data(), count, nullptr, sum.data()}, Kind::exclusive);
        EXPECT_EQ(test::from_device<uint>(out.data(), count), expected);
        EXPECT_EQ(test::from_device<uint>(sum.data(), 1).front(), total);
    }
};

TEST_P(SinglePassTest, NeverHangsAndIsNeverWrong) {
    const auto scan = GetParam().make(1);
    for (const bool in_place : {false, true})
        for (const std::size_t tiles : {1u, 2u, 33u, 700u})
            expect_scans(*scan, tiles * scan->tile() - 5, in_place);
}

TEST_P(SinglePassTest, SurvivesTheEndOfItsEpochs) {
    const auto scan = GetParam().make(LAST_EPOCH - 2);
    for (int run = 0; run < 6; ++run) expect_scans(*scan, (run % 2 + 2) * 40 * scan->tile(), false);
}

INSTANTIATE_TEST_SUITE_P(Schedules, SinglePassTest, ::testing::ValuesIn(variants),
                         [](const auto& variant) { return std::string(variant.param.name); });

}  // namespace
}  // namespace winnow::cuda
