// A long run that switches to CUDA and back holds as much memory at its end as at its beginning, CUDA's
// objects included. `WINNOW_SOAK=1800 winnow_test_cuda --gtest_filter='*Soak*'` runs for half an hour.
#include <gtest/gtest.h>

#include "cuda/runtime_calls.h"
#include "cuda/support.h"
#include "soak/course.h"

namespace winnow::test {
namespace {

class CudaSoakTest : public SharedTest {};

TEST_F(CudaSoakTest, MemoryIsFlatAndObjectsComeBackToTheirNumber) {
    expect_flat_course(headless_context(), {"glsl", "cuda", "cpu"}, RuntimeCalls::alive);
}

}  // namespace
}  // namespace winnow::test
