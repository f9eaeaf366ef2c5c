// The project's shaders and a registry of passes in the tests' context.
#pragma once

#include <memory>

#include "gl/passes.h"
#include "gl/program.h"
#include "support/gl_fixture.h"

namespace winnow::test {

class ShaderTest : public GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (!IsSkipped()) passes_ = std::make_unique<gl::Passes>(facts());
    }

    gl::ShaderLibrary shaders_;
    std::unique_ptr<gl::Passes> passes_;  // null if the test is skipped
};

}  // namespace winnow::test
