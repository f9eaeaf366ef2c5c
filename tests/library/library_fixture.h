// The public header's classes in the tests' context: the library brings an OpenGL loader of its own, and sees
// nothing of the rooms that the tests are linked with.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "support/gl_fixture.h"
#include "winnow/scan.h"

namespace winnow::test {

/// The address of an OpenGL function of the headless context.
void* load_function(const char* name);

class LibraryTest : public GlTest {
  protected:
    static GlContext make_context() { return GlContext(load_function); }
};

/// With a GlContext that is made already.
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

/// The error that `work` throws; fails the test, and is empty, if it throws none.
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
