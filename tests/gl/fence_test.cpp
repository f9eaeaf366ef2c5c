// Checks fences, and the errors when the GPU is lost or does not answer, with functions that pretend to be
// such a driver.
#include "gl/fence.h"

#include <gtest/gtest.h>

#include <utility>

#include "gl/buffer.h"
#include "gl/debug.h"
#include "support/errors.h"
#include "support/gl_answers.h"
#include "support/gl_fixture.h"

namespace winnow::gl {
namespace {

using test::expect_error;
using test::GlAnswer;

class FenceTest : public test::GlTest {};

GLenum GLAD_API_PTR guilty_reset() {
    return GL_GUILTY_CONTEXT_RESET;
}
GLenum GLAD_API_PTR innocent_reset() {
    return GL_INNOCENT_CONTEXT_RESET;
}
GLsync GLAD_API_PTR no_fence(GLenum, GLbitfield) {
    return nullptr;
}
GLenum GLAD_API_PTR fails(GLsync, GLbitfield, GLuint64) {
    return GL_WAIT_FAILED;
}
GLenum GLAD_API_PTR expires(GLsync, GLbitfield, GLuint64) {
    return GL_TIMEOUT_EXPIRED;
}

TEST_F(FenceTest, Pass) {
    EXPECT_TRUE(Fence().passed());
    EXPECT_TRUE(Fence().empty());
    Fence fence = Fence::here();
    EXPECT_FALSE(fence.empty());
    fence.wait();
    EXPECT_TRUE(fence.passed());
    Fence other = std::move(fence);
    EXPECT_TRUE(fence.empty());  // NOLINT(bugprone-use-after-move): tests the moved-from object
    EXPECT_TRUE(other.passed());
    other = Fence();
    EXPECT_TRUE(other.passed());
}

TEST_F(FenceTest, HaveNotPassedWhileTheDriverSaysSo) {
    const Fence fence = Fence::here();
    const GlAnswer answer(glad_glClientWaitSync, &expires);
    EXPECT_FALSE(fence.passed());
}

TEST_F(FenceTest, ThatTheDriverFailsAreAnError) {
    const Fence fence = Fence::here();
    const GlAnswer answer(glad_glClientWaitSync, &fails);
    expect_error(ExitStatus::absent, "cannot wait for the GPU", [&] { fence.passed(); });
    expect_error(ExitStatus::absent, "cannot wait for the GPU", [&] { fence.wait(); });
    const GlAnswer reset(glad_glGetGraphicsResetStatus, &guilty_reset);
    expect_error(ExitStatus::absent, "the GPU was reset by this program's commands", [&] { fence.passed(); });
}

TEST_F(FenceTest, ThatTheDriverDoesNotMakeAreAnError) {
    const GlAnswer answer(glad_glFenceSync, &no_fence);
    expect_error(ExitStatus::absent, "cannot make a fence", [] { Fence::here(); });
}

TEST_F(FenceTest, AreWaitedForNoLongerOnceTheContextIsLost) {
    const Fence fence = Fence::here();
    const GlAnswer answer(glad_glClientWaitSync, &expires);
    const GlAnswer reset(glad_glGetGraphicsResetStatus, &innocent_reset);
    expect_error(ExitStatus::absent, "the GPU was reset by another program", [&] { fence.wait(); });
}

TEST_F(FenceTest, ADeadlineEnds) {
    EXPECT_NO_THROW(Deadline().check());
    expect_error(ExitStatus::absent, "has not answered for 0 s", [] {
        for (const Deadline deadline(std::chrono::milliseconds(1));;) deadline.check();
    });
}

TEST_F(FenceTest, ALostContextIsAnErrorOfWhatWaitsForTheGpu) {
    const Buffer buffer = plain_memory()->allocate(4, "test");
    EXPECT_NO_THROW(require_context());
    const GlAnswer reset(glad_glGetGraphicsResetStatus, &guilty_reset);
    for (const auto& wait : {+[](const Buffer&) { require_context(); }, +[](const Buffer&) { finish(); },
                             +[](const Buffer& b) { b.read_all<std::uint32_t>(1); }})
        expect_error(ExitStatus::absent, "this OpenGL context is lost", [&] { wait(buffer); });
}

int errors_asked = 0;
GLenum GLAD_API_PTR lost_for_ever() {
    ++errors_asked;
    return GL_CONTEXT_LOST;
}
GLenum GLAD_API_PTR two_errors() {
    constexpr GLenum queue[]{GL_INVALID_VALUE, GL_OUT_OF_MEMORY};
    return errors_asked < 2 ? queue[errors_asked++] : GL_NO_ERROR;
}

TEST_F(FenceTest, ErrorsAreTakenUntilThereIsNone) {
    errors_asked = 0;
    const GlAnswer answer(glad_glGetError, &two_errors);
    const Errors taken = take_errors();
    EXPECT_EQ(taken.first, static_cast<GLenum>(GL_INVALID_VALUE));
    EXPECT_TRUE(taken.out_of_memory);
    EXPECT_EQ(take_errors().first, static_cast<GLenum>(GL_NO_ERROR));
}

TEST_F(FenceTest, ErrorsOfALostContextHaveNoEnd) {
    errors_asked = 0;
    const GlAnswer answer(glad_glGetError, &lost_for_ever);
    EXPECT_EQ(take_errors().first, static_cast<GLenum>(GL_CONTEXT_LOST));
    EXPECT_LT(errors_asked, 100);
}

}  // namespace
}  // namespace winnow::gl
