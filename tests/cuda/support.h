// What the tests of the CUDA room share: fixtures that skip with the reason, and marked words.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>

#include "cuda/cuda_test.h"
#include "cuda/runtime.h"
#include "support/gl_fixture.h"
#include "support/words.h"
#include "winnow/scan_types.h"

namespace winnow::test {

constexpr std::uint32_t guard_word = 0xC0DEC0DE;   // lies where nothing may be written
constexpr std::uint32_t poison_word = 0xDEADBEEF;  // lies in scratch before a run
constexpr std::size_t guard_words = 64;

/// A CudaTest with a stream of its own, which does not wait for the default one.
class CudaStreamTest : public CudaTest {
  protected:
    void SetUp() override;
    void TearDown() override;
    void wait() const;  // for the stream

    cudaStream_t stream_ = nullptr;
};

/// Where there is no CUDA device: that `said` is the reason, and that making a `Made` of the library throws
/// it. Elsewhere skips.
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

/// For death tests: each in a fresh process, since CUDA does not survive a fork.
class FreshProcessTest : public SharedTest {
  protected:
    void SetUp() override;
};

}  // namespace winnow::test
