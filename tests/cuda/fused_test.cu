// The fused compaction under hostile schedules and at the end of its epochs.
#include "cuda/compact/fused.cuh"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "cuda/cuda_test.h"
#include "cuda/hostile_schedules.cuh"
#include "cuda/scan/grid/chained.cuh"
#include "cuda/scan/grid/decoupled_lookback.cuh"

namespace winnow::cuda {
namespace {

struct Variant {
    const char* name;
    std::unique_ptr<DeviceCompaction> (*make)(uint first_epoch);
};

template <typename Strategy, typename Schedule>
std::unique_ptr<DeviceCompaction> make(uint first_epoch) {
    return std::make_unique<Fused<Strategy, Schedule>>(first_epoch);
}

const Variant variants[] = {
    {"chained_backwards", make<Chain<SumOfWords>, Backwards>},
    {"chained_late", make<Chain<SumOfWords>, Late>},
    {"chained_hasty", make<Chain<SumOfWords>, Hasty>},
    {"chained_by_ticket", make<Chain<SumOfWords>, ByTicket>},
    {"lookback_backwards", make<LookBack<SumOfWords>, Backwards>},
    {"lookback_backwards_in_haste", make<LookBack<SumOfWords>, BackwardsInHaste>},
    {"lookback_late", make<LookBack<SumOfWords>, Late>},
    {"lookback_hasty", make<LookBack<SumOfWords>, Hasty>},
    {"lookback_by_index", make<LookBack<SumOfWords>, ByIndex>},
};

struct Record {
    uint words[4];
};

class FusedTest : public test::CudaTest, public ::testing::WithParamInterface<Variant> {
  protected:
    /// Compacts records that hold their own index. About half of them survive, and none in some tiles.
    static void expect_compacts(DeviceCompaction& compaction, uint count) {
        std::vector<uint> votes((count + WARP - 1) / WARP), expected;
        for (std::size_t w = 0; w < votes.size(); ++w)
            votes[w] = w * WARP / COMPACT_TILE % 5 == 2 ? 0 : static_cast<uint>(w) * 2654435761u + 12345u;
        std::vector<Record> records(count);
        for (uint i = 0; i < count; ++i) {
            records[i] = {{i, ~i, i * 3, 7}};
            if (votes[i / WARP] >> i % WARP & 1) expected.push_back(i);
        }
        const auto device_votes = test::on_device<uint>(votes);
        const auto from = test::on_device<Record>(records),
                   to = test::on_device<Record>(std::vector<Record>(count));
        DeviceArray<uint> survivors(1);
        DeviceRequest request;
        request.columns[0] = {reinterpret_cast<const shared::uvec4*>(from.data()),
                              reinterpret_cast<shared::uvec4*>(to.data())};
        request.column_count = 1;
        request.capacity = request.bound = count;
        request.votes = device_votes.data();
        request.survivors = survivors.data();
        compaction.scan(nullptr, request);
        compaction.move(nullptr, request);
        ASSERT_EQ(test::from_device<uint>(survivors.data(), 1).front(), expected.size());
        const auto packed = test::from_device<Record>(to.data(), count);
        for (std::size_t s = 0; s < expected.size(); ++s) {
            const uint i = expected[s];
            const uint(&found)[4] = packed[s].words;
            ASSERT_TRUE(found[0] == i && found[1] == ~i && found[2] == i * 3 && found[3] == 7)
                << "survivor " << s << " is record " << found[0] << ", not " << i;
        }
        for (std::size_t s = expected.size(); s < count; ++s)
            ASSERT_EQ(packed[s].words[3], 0u) << "written behind the survivors, at " << s;
    }
};

TEST_P(FusedTest, NeverHangsAndIsNeverWrong) {
    const auto compaction = GetParam().make(1);
    for (const uint tiles : {1u, 2u, 33u, 700u}) expect_compacts(*compaction, tiles * COMPACT_TILE - 5);
}

TEST_P(FusedTest, SurvivesTheEndOfItsEpochs) {
    const auto compaction = GetParam().make(LAST_EPOCH - 2);
    for (uint run = 0; run < 6; ++run) expect_compacts(*compaction, (run % 2 + 2) * 40 * COMPACT_TILE);
}

INSTANTIATE_TEST_SUITE_P(Schedules, FusedTest, ::testing::ValuesIn(variants),
                         [](const auto& variant) { return std::string(variant.param.name); });

}  // namespace
}  // namespace winnow::cuda
