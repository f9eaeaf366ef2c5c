#include "cuda/measure/thrust_remove.h"

#include <thrust/execution_policy.h>
#include <thrust/remove.h>
#include <thrust/system_error.h>

#include <algorithm>
#include <vector>

#include "cuda/base/cuda_error.h"
#include "cuda/base/device_array.h"
#include "cuda/measure/record_types.cuh"

namespace winnow::cuda {

/// An allocator in the form that Thrust takes.
class ThrustRemove::Memory {
  public:
    using value_type = char;

    char* allocate(std::ptrdiff_t bytes) {
        const auto wanted = static_cast<std::size_t>(bytes);
        for (Block& block : blocks_)
            if (block.free && block.array.count() >= wanted) {
                block.free = false;
                return block.array.data();
            }
        blocks_.push_back({DeviceArray<char>(wanted), false});
        return blocks_.back().array.data();
    }
    void deallocate(char* data, std::size_t) {
        for (Block& block : blocks_) block.free |= block.array.data() == data;
    }

  private:
    struct Block {
        DeviceArray<char> array;
        bool free;
    };
    std::vector<Block> blocks_;
};

namespace {

struct IsDead {
    __device__ bool operator()(std::uint8_t flag) const { return flag == 0; }
};

}  // namespace

ThrustRemove::ThrustRemove() : memory_(std::make_unique<Memory>()) {}
ThrustRemove::~ThrustRemove() = default;

std::uint32_t ThrustRemove::run(cudaStream_t stream, const FlaggedRecords& records) {
    std::ptrdiff_t survivors = 0;
    try {
        with_record(records.columns, [&](auto record) {
            auto* first = reinterpret_cast<decltype(record)*>(records.records);
            const auto policy = thrust::cuda::par(*memory_).on(stream);
            survivors =
                thrust::remove_if(policy, first, first + records.count, records.flags, IsDead{}) - first;
        });
    } catch (const thrust::system_error& error) {
        throw CudaError(static_cast<cudaError_t>(error.code().value()),
                        fmt::format("CUDA: thrust::remove_if failed: {}", error.what()));
    }
    return static_cast<std::uint32_t>(survivors);
}

}  // namespace winnow::cuda
