// Checks that a long run holds no more memory and objects at its end than at its beginning. `WINNOW_SOAK=1800
// winnow_test_soak` runs for half an hour.
#include <gtest/gtest.h>

#include "soak/course.h"
#include "support/gl_fixture.h"

namespace winnow::test {
namespace {

class SoakTest : public GlTest {};

TEST_F(SoakTest, MemoryIsFlatAndObjectsComeBackToTheirNumber) {
    expect_flat_course(headless_context(), {"glsl", "cpu"});
}

}  // namespace
}  // namespace winnow::test
