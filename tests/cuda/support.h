// Shared by the CUDA tests: fixtures that skip with the reason, and scans of device memory in the form that
// the checkers use.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "cuda/cuda_test.h"
#include "cuda/runtime.h"
#include "cuda/scan/device_scan.h"
#include "scan/scan.h"
#include "support/gl_fixture.h"
#include "support/words.h"
#include "verify/checkers/inputs.h"
#include "winnow/scan_types.h"

namespace winnow::test {

/// Scans of each grid strategy that compactors use.
inline constexpr ScanChoice textbook{BlockScan::blelloch, GridStrategy::scan_then_propagate};
inline constexpr ScanChoice reducing{BlockScan::brent_kung_padded, GridStrategy::reduce_then_scan};
inline constexpr ScanChoice chained{BlockScan::automatic, GridStrategy::chained};

/// Skips with the reason unless this process can use CUDA, and OpenGL for the buffers that a checker
/// compares.
class DeviceTest : public GlTest {
  protected:
    void SetUp() override;
};

/// Adds a stream of its own, which does not wait for the default one.
class CudaStreamTest : public DeviceTest {
  protected:
    void SetUp() override;
    void TearDown() override;

    cudaStream_t stream_ = nullptr;
};

/// Where there is no CUDA device, expects that `said` is the reason and that making a `Made` of the library
/// throws it. Skips elsewhere.
template <typename Made>
void expect_absent_without_device(const std::string& said) {
    const std::string reason = cuda::absence();
    if (reason.empty()) GTEST_SKIP() << "this machine has a CUDA device";
    EXPECT_EQ(said, reason);
    try {
        const Made made;
        FAIL() << "no error";
    } catch (const ScanError& error) {
        EXPECT_EQ(error.kind(), ScanError::Kind::absent);
        EXPECT_EQ(error.what(), "cuda: " + reason);
    }
}

/// Skips with the reason unless CUDA can work on the GL context's memory.
class SharedTest : public GlTest {
  protected:
    void SetUp() override;
    void TearDown() override;

    std::shared_ptr<cuda::Runtime> runtime_;
};

/// Copies of the buffers that a request names, in device memory. Whole buffers are copied, guards included.
class DeviceCopies {
  public:
    /// Returns the word's address in the copy of its buffer, or null where there is no buffer.
    void* place_of(const gl::Buffer* buffer, std::uint64_t word);
    /// Waits for the device and writes the copies' contents back to the buffers.
    void copy_back();

  private:
    std::map<const gl::Buffer*, cuda::DeviceArray<std::byte>> copies_;
};

/// Wraps a scan of device memory as a scan of OpenGL's buffers, so that the checker applies the same rules to
/// it.
class DeviceGuest : public scan::Scan {
  public:
    void run(const scan::Request& request) final;

  private:
    virtual void run_there(const cuda::Elements& elements, scan::Kind kind) = 0;
};

/// Wraps the DeviceScans of this project.
class DeviceScanGuest : public DeviceGuest {
  public:
    explicit DeviceScanGuest(ScanChoice choice, ScanType type = {})
        : type_(type), scan_(cuda::make_device_scan(choice, type)) {}

    ScanType type() const override { return type_; }
    std::uint64_t tile() const override { return scan_->tile(); }
    void reserve(std::uint64_t bound) override { scan_->reserve(bound); }
    void poison_scratch(std::uint32_t word) override { scan_->poison_scratch(nullptr, word); }

  private:
    void run_there(const cuda::Elements& elements, scan::Kind kind) override {
        scan_->run(nullptr, elements, kind);
    }

    ScanType type_;
    std::unique_ptr<cuda::DeviceScan> scan_;
};

/// For death tests: each runs in a fresh process, since CUDA does not survive a fork.
class FreshProcessTest : public SharedTest {
  protected:
    void SetUp() override;
};

}  // namespace winnow::test
