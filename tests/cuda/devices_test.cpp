// The facts known of a device belong to that device only: a process may have several.
#include <gtest/gtest.h>

#include "cuda/compact/device_compaction.h"
#include "cuda/cuda_test.h"
#include "cuda/runtime_calls.h"

namespace winnow::test {
namespace {

class DevicesTest : public CudaTest {};

TEST_F(DevicesTest, ACompactionAsksTheDeviceThatItIsMadeOn) {
    for (int made = 0; made < 2; ++made) {
        const RuntimeCalls calls;
        cuda::make_device_compaction(Compaction::bits, {});
        EXPECT_EQ(calls.questions(), "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags 1");
    }
}

}  // namespace
}  // namespace winnow::test
