#include "support/gl_fixture.h"

#include <memory>

#include "base/error.h"
#include "gl/debug.h"
#include "gl/fence.h"

namespace winnow::test {

gl::Context& headless_context() {
    static const std::unique_ptr<gl::Context> context =
        gl::make_headless({.debug = true, .device = {}, .errors_only = true});
    return *context;
}

void GlTest::SetUp() {
    try {
        headless_context();
    } catch (const Error& error) {
        if (error.status() != ExitStatus::absent) throw;
        GTEST_SKIP() << error.what();
    }
    errors_before_ = gl::debug_report().errors;
    has_context_ = true;
}

void GlTest::TearDown() {
    if (!has_context_) return;
    gl::finish();  // attributes errors of queued commands to this test
    const gl::DebugReport report = gl::debug_report();
    EXPECT_EQ(report.errors - errors_before_, expected_errors_) << "last OpenGL error: " << report.last;
}

}  // namespace winnow::test
