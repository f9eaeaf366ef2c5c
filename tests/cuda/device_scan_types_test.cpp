// Every element type and operator that CUDA offers against the sequential scan, bit for bit. Float sums are
// of whole numbers, which floats add exactly in any order.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "cuda/base/cuda_error.h"
#include "cuda/base/device_array.h"
#include "cuda/scan/device_scan.h"
#include "cuda/support.h"
#include "verify/checkers/scan_check.h"

namespace winnow::test {
namespace {

using cuda::DeviceArray;

struct ScanVariant {
    ScanChoice choice;
    ScanType type;
};

class DeviceScanTypesTest : public DeviceTest, public ::testing::WithParamInterface<ScanVariant> {};

TEST_P(DeviceScanTypesTest, AgreesWithTheReference) {
    const auto [choice, type] = GetParam();
    std::vector<verify::ScanCase> cases;
    for (verify::ScanCase one : verify::kinds_and_places(
             type.element == Element::f32 ? verify::Input::small : verify::Input::random))
        for (const std::uint32_t shift : {0, 1}) {
            one.input_shift = one.output_shift = shift;
            cases.push_back(one);
        }
    DeviceScanGuest scan(choice, type);
    const auto memory = gl::plain_memory();
    verify::ScanChecker checker({*memory, 1});
    for (const std::uint64_t count : {0u, 1u, 4095u, 4096u, 8193u, 300'007u})
        EXPECT_EQ(checker.find_fault(scan, choice, count, cases), "") << count << " elements";
}

class ReproducibleTest : public CudaTest, public ::testing::WithParamInterface<ScanVariant> {};

TEST_P(ReproducibleTest, GivesTheSameAgain) {
    const auto [choice, type] = GetParam();
    constexpr std::size_t count = 3'000'017;
    std::vector<float> first;
    const auto from = on_device<float>(verify::make_values<float>(verify::Input::positive, 1, count));
    const DeviceArray<float> to(count);
    const auto scan = cuda::make_device_scan(choice, type);
    for (int run = 0; run < 20; ++run) {
        scan->run(nullptr, {from.data(), to.data(), count, nullptr, nullptr}, ScanKind::inclusive);
        const auto again = from_device<float>(to.data(), count);
        if (run == 0) first = again;
        EXPECT_TRUE(first == again) << "run " << run;
    }
}

std::vector<ScanVariant> offered() {
    std::vector<ScanVariant> all;
    for (const auto& element : elements)
        for (const auto& op : operators)
            for (const ScanChoice choice : members(ScanChoice{})) {
                const ScanVariant variant{choice, {element.value, op.value}};
                if (variant.type != ScanType{} &&
                    cuda::device_scan_absence(variant.choice, variant.type).empty())
                    all.push_back(variant);
            }
    return all;
}

/// Other types and operators are exact in any order. decoupled-lookback adds sums in the order in which tiles
/// publish them.
std::vector<ScanVariant> reproducible() {
    std::vector<ScanVariant> all = offered();
    std::erase_if(all, [](const ScanVariant& variant) {
        return variant.type != ScanType{Element::f32, Operator::add} ||
               variant.choice.grid == GridStrategy::decoupled_lookback;
    });
    return all;
}

std::string variant_name(const ::testing::TestParamInfo<ScanVariant>& info) {
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
