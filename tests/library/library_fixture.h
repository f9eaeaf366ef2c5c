// Fixtures for the public header's classes in the tests' context. The library has its own OpenGL loader and
// uses none of the code that the tests are linked with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "support/gl_fixture.h"
#include "winnow/scan.h"

namespace winnow::test {

/// Returns the address of an OpenGL function of the headless context.
void* load_function(const char* name);

class LibraryTest : public GlTest {
  protected:
    static GlContext make_context() { return GlContext(load_function); }
};

/// Makes the GlContext before each test.
class LibraryContextTest : public LibraryTest {
  protected:
    void SetUp() override {
        LibraryTest::SetUp();
        if (!IsSkipped()) context_.emplace(make_context());
    }
    const GlContext& context() const { return *context_; }

  private:
    std::optional<GlContext> context_;
};

/// The ScanError that thrown_by() caught. If the work throws none, the test fails and this is empty.
struct Thrown {
    ScanError::Kind kind = ScanError::Kind::failed;
    std::string text;
};

template <typename Work>
Thrown thrown_by(Work&& work) {
    try {
        work();
    } catch (const ScanError& error) {
        return {error.kind(), error.what()};
    }
    ADD_FAILURE() << "no ScanError was thrown";
    return {};
}

}  // namespace winnow::test
