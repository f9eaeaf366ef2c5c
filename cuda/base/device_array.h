// CUDA memory that owns itself, and a kernel that fills it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "cuda/base/cuda_error.h"

namespace winnow::cuda {

/// Uninitialised device memory for `count` elements of T. Move-only.
template <typename T>
class DeviceArray {
  public:
    DeviceArray() = default;
    /// Throws CudaError if there is not enough memory.
    explicit DeviceArray(std::size_t count) : count_(count) {
        if (count > 0) check(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)), "cudaMalloc");
    }
    DeviceArray(DeviceArray&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    DeviceArray& operator=(DeviceArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        return *this;
    }
    ~DeviceArray() {
        if (data_ != nullptr) cudaFree(data_);  // a failure cannot be handled here
    }

    T* data() const { return data_; }
    std::size_t count() const { return count_; }

  private:
    T* data_ = nullptr;
    std::size_t count_ = 0;
};

/// Fills device memory with one word, for poisoning scratch.
void fill(cudaStream_t stream, std::uint32_t* words, std::uint64_t count, std::uint32_t word);

}  // namespace winnow::cuda
