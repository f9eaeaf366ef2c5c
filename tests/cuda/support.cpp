#include "cuda/support.h"

#include "cuda/absence.h"
#include "cuda/devices.h"

namespace winnow::test {

void CudaTest::SetUp() {
    if (const std::string reason = cuda::absence(); !reason.empty()) GTEST_SKIP() << reason;
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

}  // namespace winnow::test
