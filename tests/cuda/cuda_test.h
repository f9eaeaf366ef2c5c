// The fixture and the helpers of every test with a CUDA device, kernels' own tests included; it sees no
// OpenGL.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "cuda/base/cuda_error.h"
#include "cuda/base/device_array.h"
#include "cuda/base/driver.h"

namespace winnow::test {

/// Skips with the reason unless this process can use CUDA.
class CudaTest : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string reason = cuda::absence(); !reason.empty()) GTEST_SKIP() << reason;
    }
};

/// Writes the values to device memory from `to` on, which has room for them.
template <typename T>
void to_device(void* to, const std::vector<T>& values) {
    cuda::check(cudaMemcpy(to, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
                "cudaMemcpy");
}

/// Copies the bits into newly allocated device memory.
template <typename T, typename From>
cuda::DeviceArray<T> on_device(const std::vector<From>& values) {
    static_assert(sizeof(T) == sizeof(From));
    cuda::DeviceArray<T> array(values.size());
    to_device(array.data(), values);
    return array;
}

/// Waits for the default stream.
template <typename T>
std::vector<T> from_device(const void* from, std::size_t count) {
    std::vector<T> values(count);
    cuda::check(cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
}

}  // namespace winnow::test
