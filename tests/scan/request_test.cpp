// Requests that a scan must refuse, before it touches anything.
#include <gtest/gtest.h>

#include <functional>

#include "gl/program.h"
#include "scan/cpu_scan.h"
#include "scan/glsl_scan.h"
#include "scan/scan.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/words.h"
#include "verify/checkers/inputs.h"

namespace winnow::scan {
namespace {

using winnow::test::expect_error;
using winnow::test::Words;

class RequestTest : public winnow::test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        input_ = winnow::test::upload(words_, "test input");
        output_ = winnow::test::upload(words_, "test output");
        pool_ = winnow::test::upload({5, 6}, "test pool");
    }

    /// Returns a request that is valid until a test changes it.
    Request request() const {
        Request r;
        r.input = {&input_, 0};
        r.output = {&output_, 0};
        r.bound = words_.size();
        r.count = {&pool_, 0};
        r.total = {&pool_, 1};
        return r;
    }

    void expect_refused(const std::string& part, const std::function<void(Request&)>& change) {
        Request r = request();
        EXPECT_NO_THROW(validate(r, {}));
        change(r);
        expect_error(ExitStatus::bad_input, part, [&] { validate(r, {}); });
        expect_error(ExitStatus::bad_input, part, [&] { make_cpu_scan()->run(r); });
        expect_error(ExitStatus::bad_input, part, [&] { glsl().run(r); });
        EXPECT_EQ(input_.read_all<std::uint32_t>(words_.size()), words_);
        EXPECT_EQ(output_.read_all<std::uint32_t>(words_.size()), words_);
        EXPECT_EQ(pool_.read_all<std::uint32_t>(2), (Words{5, 6}));
    }

    Scan& glsl() {
        if (!glsl_) {
            shaders_ = std::make_unique<gl::ShaderLibrary>();
            glsl_ = make_glsl_scan(facts(), *shaders_, ScanChoice{});
        }
        return *glsl_;
    }

    const Words words_ = verify::random_words(100);
    gl::Buffer input_, output_, pool_;
    std::unique_ptr<gl::ShaderLibrary> shaders_;
    std::unique_ptr<Scan> glsl_;
};

TEST_F(RequestTest, RefusesMissingBuffers) {
    expect_refused("no input buffer", [](Request& r) { r.input.buffer = nullptr; });
    expect_refused("no output buffer", [](Request& r) { r.output.buffer = nullptr; });
}

TEST_F(RequestTest, RefusesRangesBeyondTheirBuffers) {
    expect_refused("101 elements from 0 exceed the 100", [](Request& r) { r.bound = 101; });
    expect_refused("the input buffer (test input)", [](Request& r) { r.input.first = 1; });
    expect_refused("the output buffer (test output)", [](Request& r) { r.output.first = 1; });
    expect_refused("exceed", [](Request& r) { r.output.first = 101; });
    expect_refused("exceed",
                   [](Request& r) { r.input.first = ~std::uint64_t{0} - 50; });  // the sum would wrap
}

TEST_F(RequestTest, RefusesMoreElementsThan32BitsCanIndex) {
    expect_refused("4294967296 elements exceed the limit of 4294967295",
                   [](Request& r) { r.bound = std::uint64_t{1} << 32; });
    expect_refused("exceed", [](Request& r) { r.bound = ~std::uint64_t{0}; });
    expect_refused("exceed", [](Request& r) { r.bound = 0xFFFFFFFF; });  // beyond these buffers
}

TEST_F(RequestTest, RefusesWordsOutsideTheirBuffers) {
    expect_refused("the count lies outside its buffer (test pool)", [](Request& r) { r.count.index = 2; });
    expect_refused("the total lies outside its buffer (test pool)",
                   [](Request& r) { r.total.index = 0xFFFFFFFF; });
}

TEST_F(RequestTest, RefusesInputAndOutputThatOverlap) {
    expect_refused("overlap", [&](Request& r) {
        r.output = {&input_, 20};
        r.bound = 21;
    });
    expect_refused("overlap", [&](Request& r) {
        r.input = {&output_, 20};
        r.bound = 21;
    });
    Request r = request();
    r.output = {&input_, 20};
    r.bound = 20;
    EXPECT_NO_THROW(validate(r, {}));  // they are adjacent
}

TEST_F(RequestTest, RefusesCountAndTotalWhereTheyWouldBeOverwritten) {
    expect_refused("same word", [](Request& r) { r.total.index = 0; });
    expect_refused("the total lies within the output", [&](Request& r) { r.total = {&output_, 99}; });
    expect_refused("the count lies within the output", [&](Request& r) { r.count = {&output_, 0}; });
    Request r = request();
    r.bound = 99;
    r.total = {&output_, 99};
    EXPECT_NO_THROW(validate(r, {}));  // directly behind the output, as offsets are often kept
}

TEST_F(RequestTest, GlslRefusesWhatExceedsTheStorageBlockLimit) {
    gl::Facts small = facts();
    small.limits.storage_block_bytes = 64 * sizeof(std::uint32_t);
    gl::ShaderLibrary shaders;
    const auto scan = make_glsl_scan(small, shaders, ScanChoice{});
    Request r = request();
    r.bound = 10;  // the whole buffer is bound
    expect_error(ExitStatus::bad_input, "test input: a buffer of 400 bytes exceeds", [&] { scan->run(r); });
    expect_error(ExitStatus::bad_input, "scan of 65 elements", [&] { scan->reserve(65); });
    EXPECT_NO_THROW(scan->reserve(64));
    EXPECT_EQ(output_.read_all<std::uint32_t>(words_.size()), words_);
}

TEST_F(RequestTest, GlslReserveRefusesWhatTheDeviceCannotHold) {
    const std::uint64_t too_many = facts().limits.storage_block_bytes / sizeof(std::uint32_t) + 1;
    expect_error(ExitStatus::bad_input, "GL_MAX_SHADER_STORAGE_BLOCK_SIZE",
                 [&] { glsl().reserve(too_many); });
}

}  // namespace
}  // namespace winnow::scan
