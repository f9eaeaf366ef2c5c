// A headless OpenGL context for tests, one a process; an OpenGL error fails the test that caused it.
#pragma once

#include <gtest/gtest.h>

#include "gl/context.h"

namespace winnow::test {

/// The process's headless context with debug output on, made when first asked for and current ever after.
/// Error(absent) where this machine has no OpenGL 4.5.
gl::Context& headless_context();

/// Base of every test that touches OpenGL: skips with the reason where there is no context, and fails if
/// the debug output reported an error between the test's begin and end.
class GlTest : public ::testing::Test {
  protected:
    void SetUp() override;
    void TearDown() override;

    /// For tests that provoke an error on purpose: how many they expect. What was reported is compared with
    /// it.
    void expect_gl_errors(int count) { expected_errors_ = count; }

    const gl::Facts& facts() const { return headless_context().facts(); }

  private:
    bool has_context_ = false;
    int errors_before_ = 0;
    int expected_errors_ = 0;
};

}  // namespace winnow::test
