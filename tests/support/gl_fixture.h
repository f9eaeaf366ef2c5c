// The headless OpenGL context of the tests, one per process; an OpenGL error fails the test that caused it.
#pragma once

#include <gtest/gtest.h>

#include "gl/context.h"

namespace winnow::test {

/// Returns the process's headless context with debug output on. The first call makes it, and it stays
/// current. Throws Error(absent) if this machine has no OpenGL 4.5.
gl::Context& headless_context();

/// Base of every test that uses OpenGL: skips with the reason if there is no context, and fails if the debug
/// output reports an error during the test.
class GlTest : public ::testing::Test {
  protected:
    void SetUp() override;
    void TearDown() override;

    /// Sets the number of errors that a test provokes on purpose; the number of reported errors must be
    /// equal.
    void expect_gl_errors(int count) { expected_errors_ = count; }

    const gl::Facts& facts() const { return headless_context().facts(); }

  private:
    bool has_context_ = false;
    int errors_before_ = 0;
    int expected_errors_ = 0;
};

}  // namespace winnow::test
