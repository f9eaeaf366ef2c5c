// Every element type and operator that CUDA offers against the sequential scan, bit for bit; the sums of
// floats are of whole numbers, which floats add exactly in any order.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

#include "cuda/base/check.h"
#include "cuda/base/device_array.h"
#include "cuda/scan/device_scan.h"
#include "cuda/support.h"
#include "scan/reference.h"

namespace winnow::test {
namespace {

using cuda::DeviceArray;
using cuda::Kind;

struct Variant {
    ScanChoice choice;
    ScanType type;
};

template <typename T>
std::vector<T> values(std::size_t count) {
    const Words words = make_words(Pattern::random, 2 * count);
    std::vector<T> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        if constexpr (std::is_floating_point_v<T>)
            all[i] = static_cast<T>(words[i] % 17) - 8;
        else
            all[i] = static_cast<T>(std::uint64_t{words[2 * i]} << 32 | words[2 * i + 1]);
    }
    return all;
}

class DeviceScanTypesTest : public CudaTest, public ::testing::WithParamInterface<Variant> {
  protected:
    /// `offset` in elements from an address on 256 bytes.
    template <typename T>
    void expect_scan(std::size_t count, Kind kind, bool in_place, std::size_t offset) {
        const auto scan = cuda::make_device_scan(GetParam().choice, GetParam().type);
        const std::vector<T> input = values<T>(count);
        const T guard = values<T>(7)[6];
        std::vector<T> expected(count + 1, guard);
        const T total = scan::reference_scan_of<T>(
            kind == Kind::inclusive ? scan::Kind::inclusive : scan::Kind::exclusive, GetParam().type.op,
            input, std::span(expected).first(count));
        DeviceArray<T> from(offset + count + 1), to(offset + count + 1), sum(1);
        DeviceArray<T>& out = in_place ? from : to;
        for (DeviceArray<T>* array : {&from, &to})
            to_device(array->data() + offset + count, std::vector{guard});
        to_device(from.data() + offset, input);
        scan->run(nullptr, {from.data() + offset, out.data() + offset, count, nullptr, sum.data()}, kind);
        EXPECT_TRUE(from_device<T>(out.data() + offset, count + 1) == expected);
        EXPECT_EQ(from_device<T>(sum.data(), 1).front(), total);
    }
};

TEST_P(DeviceScanTypesTest, AgreesWithTheReference) {
    scan::with_type(GetParam().type.element, [&](auto zero) {
        for (const std::size_t count : {0u, 1u, 4095u, 4096u, 8193u, 300'007u})
            for (const Kind kind : {Kind::exclusive, Kind::inclusive})
                for (const std::size_t offset : {0u, 1u}) {
                    SCOPED_TRACE(fmt::format("{} elements from {}", count, offset));
                    expect_scan<decltype(zero)>(count, kind, false, offset);
                    expect_scan<decltype(zero)>(count, kind, true, offset);
                }
    });
}

class ReproducibleTest : public DeviceScanTypesTest {};

TEST_P(ReproducibleTest, GivesTheSameAgain) {
    const auto [choice, type] = GetParam();
    constexpr std::size_t count = 3'000'017;
    std::vector<float> input(count), first;
    const Words words = make_words(Pattern::random, count);
    for (std::size_t i = 0; i < count; ++i) input[i] = static_cast<float>(words[i]) / 3e9f;
    const auto from = on_device<float>(input);
    const DeviceArray<float> to(count);
    const auto scan = cuda::make_device_scan(choice, type);
    for (int run = 0; run < 20; ++run) {
        scan->run(nullptr, {from.data(), to.data(), count, nullptr, nullptr}, Kind::inclusive);
        const auto again = from_device<float>(to.data(), count);
        if (run == 0) first = again;
        EXPECT_TRUE(first == again) << "run " << run;
    }
}

std::vector<Variant> offered() {
    std::vector<Variant> all;
    for (const auto& element : elements)
        for (const auto& op : operators)
            for (const auto& block : block_scans)
                for (const auto& grid : grid_strategies) {
                    const Variant variant{{block.value, grid.value}, {element.value, op.value}};
                    if (block.value != BlockScan::automatic && grid.value != GridStrategy::automatic &&
                        variant.type != ScanType{} &&
                        cuda::device_scan_absence(variant.choice, variant.type).empty())
                        all.push_back(variant);
                }
    return all;
}

/// Other types and operators are exact in any order; decoupled-lookback adds sums in the order in which tiles
/// make them known.
std::vector<Variant> reproducible() {
    std::vector<Variant> all = offered();
    std::erase_if(all, [](const Variant& variant) {
        return variant.type != ScanType{Element::f32, Operator::add} ||
               variant.choice.grid == GridStrategy::decoupled_lookback;
    });
    return all;
}

std::string variant_name(const ::testing::TestParamInfo<Variant>& info) {
    const auto& [choice, type] = info.param;
    std::string name = fmt::format("{}_{}_{}_{}", name_of(type.element), name_of(type.op),
                                   name_of(choice.block), name_of(choice.grid));
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Types, DeviceScanTypesTest, ::testing::ValuesIn(offered()), variant_name);
INSTANTIATE_TEST_SUITE_P(Floats, ReproducibleTest, ::testing::ValuesIn(reproducible()), variant_name);

TEST(DeviceScanOffers, NamesWhatItLacks) {
    const std::string absence = cuda::device_scan_absence({BlockScan::three_phase, GridStrategy::chained},
                                                          {Element::u64, Operator::max});
    EXPECT_NE(absence.find("max of u64"), std::string::npos) << absence;
    EXPECT_NE(absence.find("three-phase and chained"), std::string::npos) << absence;
    EXPECT_EQ(cuda::device_scan_absence({}, {}), "");
}

}  // namespace
}  // namespace winnow::test
