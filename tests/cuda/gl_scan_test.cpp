// scan::Scan on CUDA through GL buffers: offsets into buffers, counts and totals on the GPU, limits.
#include "cuda/scan/gl_scan.h"

#include <array>
#include <span>

#include "base/error.h"
#include "cuda/support.h"
#include "scan/reference.h"

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

TEST_F(GlScanTest, ScansARangeOfAGlBuffer) {
    constexpr std::uint32_t size = 20011, input_first = 5, output_first = 3, count = 15000;
    const Words input = make_words(Pattern::random, size);
    const auto plain = gl::plain_memory();
    for (gl::MemoryProvider* memory : {&runtime_->scratch_memory(), plain.get()})
        for (const scan::Kind kind : {scan::Kind::exclusive, scan::Kind::inclusive}) {
            gl::Buffer in = memory->allocate((input_first + size) * 4, "in");
            gl::Buffer out = memory->allocate((output_first + size) * 4, "out"),
                       words = memory->allocate(8, "words");
            in.write_all(std::span(input), input_first * 4);
            out.fill(guard_word);
            const std::array<std::uint32_t, 2> before{count, poison_word};
            words.write_all(std::span<const std::uint32_t>(before));
            scan_->reserve(size);
            scan_->poison_scratch(poison_word);
            scan::Request request;
            request.kind = kind;
            request.input = {&in, input_first};
            request.output = {&out, output_first};
            request.bound = size;
            request.count = {&words, 0};
            request.total = {&words, 1};
            scan_->run(request);
            Words expected(output_first + size, guard_word);
            const std::uint32_t total = scan::reference_scan(
                kind, std::span(input).first(count), std::span(expected).subspan(output_first, count));
            EXPECT_EQ(first_difference(expected, out.read_all<std::uint32_t>(output_first + size)), "");
            EXPECT_EQ(words.read_all<std::uint32_t>(2), (Words{count, total}));
        }
}

TEST_F(GlScanTest, OfNothingGivesATotalOfZero) {
    gl::Buffer words = runtime_->scratch_memory().allocate(4, "words");
    words.fill(poison_word);
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

}  // namespace
}  // namespace winnow::test
