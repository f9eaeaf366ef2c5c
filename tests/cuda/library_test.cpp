// The CUDA library keeps its header's promises, on the tests' own memory and stream.
#include <cuda_runtime_api.h>

#include <memory>
#include <utility>

#include "cuda/support.h"
#include "scan/catalogue.h"
#include "verify/checkers/scan_check.h"
#include "winnow/cuda_scan.h"

namespace winnow::test {
namespace {

constexpr std::size_t count = 3 * 4096 + 77;  // several tiles; the last is not full

/// Wraps the library as a scan::Scan, so that the checker applies the same rules to it.
class CudaScanGuest : public DeviceGuest {
  public:
    CudaScanGuest(CudaScan& library, cudaStream_t stream) : library_(library), stream_(stream) {}

    ScanType type() const override { return library_.type(); }
    std::uint64_t tile() const override { return 1; }  // the library does not say
    void reserve(std::uint64_t bound) override { library_.reserve(bound); }
    void poison_scratch(std::uint32_t) override {}

  private:
    void run_there(const cuda::Elements& elements, scan::Kind kind) override {
        library_.run(stream_,
                     {kind, elements.input, elements.output, elements.bound, elements.count, elements.total});
    }

    CudaScan& library_;
    cudaStream_t stream_;
};

TEST(CudaLibraryWithoutDevice, SaysWhyNot) {
    expect_absent_without_device<CudaScan>(cuda_absence());
}

class CudaLibraryTest : public CudaStreamTest {
  protected:
    void expect_no_fault(CudaScan& scan, std::uint64_t elements, verify::Thoroughness depth) {
        CudaScanGuest guest(scan, stream_);
        EXPECT_EQ(checker_.find_fault(guest, scan.choice(), elements, depth), "") << elements;
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    verify::ScanChecker checker_{{*memory_, 1}};
};

TEST_F(CudaLibraryTest, EveryAlgorithmScans) {
    for (const auto& block : block_scans)
        for (const auto& grid : grid_strategies) {
            SCOPED_TRACE(std::string(block.name) + " " + std::string(grid.name));
            ASSERT_EQ(cuda_absence({block.value, grid.value}), "");
            CudaScan scan({block.value, grid.value});
            EXPECT_NE(scan.choice().block, BlockScan::automatic);
            EXPECT_NE(scan.choice().grid, GridStrategy::automatic);
            expect_no_fault(scan, count, verify::Thoroughness::full);
        }
}

TEST_F(CudaLibraryTest, MovesWithWhatItReserved) {
    CudaScan first;
    first.reserve(2 * count);
    CudaScan scan(std::move(first));
    expect_no_fault(scan, count, verify::Thoroughness::brief);
}

TEST_F(CudaLibraryTest, WhatItRefusesIsNotTouched) {
    CudaScan scan;
    const auto both = on_device<std::uint32_t>(Words(count + 1, poison));
    try {
        scan.run(stream_, {ScanKind::exclusive, both.data(), both.data() + 1, count, nullptr, nullptr});
        ADD_FAILURE() << "no error";
    } catch (const ScanError& error) {
        EXPECT_EQ(error.kind(), ScanError::Kind::bad_input);
    }
    EXPECT_EQ(from_device<std::uint32_t>(both.data(), count + 1), Words(count + 1, poison));
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
