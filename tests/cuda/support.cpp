#include "cuda/support.h"

#include "cuda/devices.h"

namespace winnow::test {

void CudaStreamTest::SetUp() {
    CudaTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    cuda::check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreate");
}

void CudaStreamTest::TearDown() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

void CudaStreamTest::wait() const {
    cuda::check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
}

void SharedTest::SetUp() {
    if (const std::string reason = cuda::absence(); !reason.empty()) GTEST_SKIP() << reason;
    GlTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    const cuda::Match match = cuda::match_context(facts());
    if (!match.reason.empty()) GTEST_SKIP() << match.reason;
    runtime_ = std::make_shared<cuda::Runtime>(facts(), match.device);
}

void SharedTest::TearDown() {
    runtime_.reset();
    GlTest::TearDown();
}

void FreshProcessTest::SetUp() {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    SharedTest::SetUp();
}

}  // namespace winnow::test
