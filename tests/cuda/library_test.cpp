// The CUDA library as its header promises it, on the tests' own memory and stream.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <utility>

#include "cuda/base/check.h"
#include "cuda/base/device_array.h"
#include "cuda/support.h"
#include "scan/catalogue.h"
#include "scan/reference.h"
#include "winnow/cuda_scan.h"

namespace winnow::test {
namespace {

using cuda::check;
using cuda::DeviceArray;

constexpr std::size_t count = 3 * 4096 + 77;  // some tiles, the last of them not full

/// Words on the device, with guard words before and behind them.
class GuardedMemory {
  public:
    explicit GuardedMemory(const Words& words)
        : all_(words.size() + 2 * guard_words, guard_word), memory_(all_.size()) {
        std::copy(words.begin(), words.end(), all_.begin() + guard_words);
        to_device(memory_.data(), all_);
        // The stream of the tests does not wait for the default one.
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    }
    std::uint32_t* data() const { return memory_.data() + guard_words; }
    /// Empty if the words are these and the guards as they were.
    std::string difference(const Words& expected) const {
        Words wanted = all_;
        std::copy(expected.begin(), expected.end(), wanted.begin() + guard_words);
        return first_difference(wanted, from_device<std::uint32_t>(memory_.data(), all_.size()));
    }

  private:
    Words all_;
    DeviceArray<std::uint32_t> memory_;
};

TEST(CudaLibraryWithoutDevice, SaysWhyNot) {
    expect_absent_without_device<CudaScan>(cuda_absence());
}

class CudaLibraryTest : public CudaStreamTest {
  protected:
    void run(CudaScan& scan, const CudaScanRequest& request) {
        scan.run(stream_, request);
        wait();
    }

    void expect_scanned(CudaScan& scan) {
        const Words values = make_words(Pattern::random, count);
        for (const ScanKind kind : {ScanKind::exclusive, ScanKind::inclusive}) {
            const GuardedMemory input(values), output(Words(count, poison_word)), total({poison_word});
            Words expected(count);
            const std::uint32_t all = scan::reference_scan(kind, values, expected);
            run(scan, {kind, input.data(), output.data(), count, nullptr, total.data()});
            EXPECT_EQ(output.difference(expected), "");
            EXPECT_EQ(input.difference(values), "");
            EXPECT_EQ(total.difference({all}), "");
        }
    }
};

TEST_F(CudaLibraryTest, EveryAlgorithmScans) {
    for (const auto& block : block_scans)
        for (const auto& grid : grid_strategies) {
            SCOPED_TRACE(std::string(block.name) + " " + std::string(grid.name));
            ASSERT_EQ(cuda_absence({block.value, grid.value}), "");
            CudaScan scan({block.value, grid.value});
            EXPECT_NE(scan.choice().block, BlockScan::automatic);
            EXPECT_NE(scan.choice().grid, GridStrategy::automatic);
            expect_scanned(scan);
        }
}

TEST_F(CudaLibraryTest, TakesTheCountFromTheDeviceAndMoves) {
    CudaScan first;
    first.reserve(2 * count);
    CudaScan scan(std::move(first));
    const GuardedMemory both(Words(count, 2)), places({1000});
    Words expected(count, 2);
    for (std::uint32_t i = 0; i < 1000; ++i) expected[i] = 2 * i;
    run(scan, {ScanKind::exclusive, both.data(), both.data(), count, places.data(), nullptr});
    EXPECT_EQ(both.difference(expected), "");
    EXPECT_EQ(places.difference({1000}), "");
}

TEST_F(CudaLibraryTest, WhatItRefusesIsNotTouched) {
    CudaScan scan;
    const GuardedMemory both(Words(count, poison_word));
    try {
        scan.run(stream_, {ScanKind::exclusive, both.data(), both.data() + 1, count, nullptr, nullptr});
        ADD_FAILURE() << "no error";
    } catch (const ScanError& error) {
        EXPECT_EQ(error.kind(), ScanError::Kind::bad_input);
    }
    EXPECT_EQ(both.difference(Words(count, poison_word)), "");
}

TEST_F(CudaLibraryTest, OtherTypesAreScannedOrAbsentWithAReason) {
    for (const auto& element : elements)
        for (const auto& op : operators) {
            const ScanType type{element.value, op.value};
            const std::string absence = cuda_absence({}, type);
            if (absence.empty()) {
                EXPECT_EQ(CudaScan({}, type).type(), type);
            } else {
                EXPECT_THROW(CudaScan({}, type), ScanError) << absence;
            }
        }
}

}  // namespace
}  // namespace winnow::test
