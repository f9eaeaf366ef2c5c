// scan::Scan on CUDA through GL buffers: offsets into buffers, counts and totals on the GPU, limits.
#include "cuda/scan/gl_scan.h"

#include <optional>

#include "base/error.h"
#include "cuda/support.h"
#include "gl/fence.h"
#include "verify/checkers/scan_check.h"

namespace winnow::test {
namespace {

class GlScanTest : public SharedTest {
  protected:
    void SetUp() override {
        SharedTest::SetUp();
        if (!IsSkipped()) scan_ = std::make_unique<cuda::GlScan>(runtime_, cuda::make_device_scan({}));
    }
    void TearDown() override {
        scan_.reset();
        SharedTest::TearDown();
    }
    std::unique_ptr<cuda::GlScan> scan_;
};

TEST_F(GlScanTest, HasNoFaultOnMemoryOfEitherKind) {
    const auto plain = gl::plain_memory();
    for (gl::MemoryProvider* memory : {&runtime_->scratch_memory(), plain.get()})
        for (const std::uint64_t size : {20011u, 5u})
            EXPECT_EQ(
                verify::ScanChecker({*memory, 1}).find_fault(*scan_, {}, size, verify::Thoroughness::full),
                "")
                << size << " elements, " << memory->name();
}

TEST_F(GlScanTest, OfNothingGivesATotalOfZero) {
    gl::Buffer words = runtime_->scratch_memory().allocate(4, "words");
    words.fill(poison);
    scan::Request request;
    request.total = {&words, 0};
    scan_->run(request);
    EXPECT_EQ(words.read_all<std::uint32_t>(1)[0], 0u);
}

TEST_F(GlScanTest, RefusesWhatReachesBeyondItsBuffers) {
    gl::Buffer buffer = runtime_->scratch_memory().allocate(40, "short");
    scan::Request request;
    request.input = request.output = {&buffer, 1};
    request.bound = 10;
    EXPECT_THROW(scan_->run(request), Error);
    EXPECT_TRUE(runtime_->failure().empty());
}

TEST_F(GlScanTest, IsFollowedWithoutWaiting) {
    constexpr std::uint32_t size = 20011;
    const gl::Buffer input = runtime_->scratch_memory().allocate(size * 4, "ones");
    const gl::Buffer output = runtime_->scratch_memory().allocate(size * 4, "their scan");
    input.fill(1);
    output.fill(poison);
    scan::Request request;
    request.input = {&input, 0};
    request.output = {&output, 0};
    request.bound = size;
    scan_->begin(request);
    std::optional<double> milliseconds;
    for (const gl::Deadline deadline; !(milliseconds = scan_->finished()); deadline.check()) {
    }
    EXPECT_GT(*milliseconds, 0);
    EXPECT_EQ(*milliseconds, scan_->kernel_milliseconds());
    EXPECT_EQ(output.read_all<std::uint32_t>(size).back(), size - 1);
    scan_->begin(request);
    scan_.reset();  // waits, and hands the buffers back
    output.fill(poison);
    EXPECT_EQ(output.read_all<std::uint32_t>(1).front(), poison);
}

}  // namespace
}  // namespace winnow::test
