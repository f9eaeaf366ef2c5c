// Checks what is printed for the driver's messages.
#include "gl/debug.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gl/buffer.h"
#include "support/gl_fixture.h"

namespace winnow::gl {
namespace {

class DebugTest : public test::GlTest {
  protected:
    void TearDown() override {
        start_debug_output(Messages::errors);
        GlTest::TearDown();
    }

    /// Returns what is printed for a message that the driver might send.
    static std::string said(const std::string& text, GLuint id, GLenum type = GL_DEBUG_TYPE_PERFORMANCE) {
        ::testing::internal::CaptureStderr();
        glDebugMessageInsert(GL_DEBUG_SOURCE_APPLICATION, type, id, GL_DEBUG_SEVERITY_MEDIUM,
                             static_cast<GLsizei>(text.size()), text.data());
        return ::testing::internal::GetCapturedStderr();
    }
};

TEST_F(DebugTest, AnErrorIsCounted) {
    const DebugReport before = debug_report();
    expect_gl_errors(1);
    ::testing::internal::CaptureStderr();
    glEnable(0x1234);  // no capability
    const std::string line = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(debug_report().errors, before.errors + 1);
    EXPECT_FALSE(debug_report().last.empty());
    EXPECT_EQ(line.find("OpenGL error (high, API): "), 0u) << line;
    const DebugGroup group("a group is not an error");
    EXPECT_EQ(debug_report().errors, before.errors + 1);
}

TEST_F(DebugTest, OfWhatIsNoErrorOnlyAllIsSaid) {
    EXPECT_EQ(said("slow", 1), "");
    start_debug_output(Messages::all);
    EXPECT_EQ(said("slow\nindeed\n", 1), "OpenGL performance (medium, application): slow indeed\n");
    const DebugGroup group("simulate");
    EXPECT_EQ(said("slow", 1), "OpenGL performance (medium, application) in simulate: slow\n");
}

TEST_F(DebugTest, ObjectsAreNamedByTheirLabels) {
    start_debug_output(Messages::all);
    const Buffer buffer = plain_memory()->allocate(4, "particles: votes");
    const std::string text = fmt::format(
        "Buffer object {0} was moved; buffer 999999, buffer{0}, buffer {0}D and framebuffer {0} were not",
        buffer.name());
    const std::string label = fmt::format(" [Buffer object {} is particles: votes]\n", buffer.name());
    const std::string line = said(text, 2);
    EXPECT_NE(line.find(text + label), std::string::npos) << line;
}

TEST_F(DebugTest, FewOfAKindAreSaid) {
    start_debug_output(Messages::all);
    std::string all;
    for (int i = 0; i < 100; ++i) all += said(fmt::format("number {}", i), 3);
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 4) << all;
    EXPECT_NE(all.find("number 3 (more like this are not printed)\n"), std::string::npos) << all;
    EXPECT_NE(said("another kind", 4), "");
}

}  // namespace
}  // namespace winnow::gl
