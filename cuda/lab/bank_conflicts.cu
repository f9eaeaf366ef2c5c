// The reads of each step of Blelloch's tree in shared memory, one launch a step, for Nsight Compute to count
// their bank conflicts. cuda/lab/measure_bank_conflicts.py runs this program under it. Prints a line for each
// launch, in order: leaves, bytes of a leaf, padding, stride.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

#include "cuda/base/cuda_error.h"
#include "cuda/base/device_array.h"
#include "shaders/scan/leaf_place.h"

namespace winnow::cuda {
namespace {

constexpr std::uint32_t threads = 1024, min_leaves = 64, max_leaves = 8192, bank_row_bytes = 32 * 4;

/// As in app/lab/banks.h.
enum class Padding { none, one_level, kernels };
constexpr const char* padding_names[] = {"none", "one-level", "kernels"};

/// Returns the place of a leaf, in elements.
template <typename T, Padding PADDING>
__host__ __device__ std::uint32_t place(std::uint32_t leaf, std::uint32_t leaves) {
    constexpr std::uint32_t banks = bank_row_bytes / sizeof(T);
    if (PADDING == Padding::none) return leaf;
    if (PADDING == Padding::one_level) return leaf + leaf / 32;
    return PADDED_LEAF_PLACE(leaf, leaves, banks);
}

/// Leaf i is i. Node t of the step is the sum of leaves (2t + 1) stride - 1 and (2t + 2) stride - 1.
/// `volatile` keeps every read a load of its own.
template <typename T, Padding PADDING>
__global__ void read_step(std::uint32_t leaves, std::uint32_t stride, T* nodes) {
    extern __shared__ unsigned long long words[];
    volatile T* tree = reinterpret_cast<volatile T*>(words);
    for (std::uint32_t leaf = threadIdx.x; leaf < leaves; leaf += threads)
        tree[place<T, PADDING>(leaf, leaves)] = leaf;
    __syncthreads();
    for (std::uint32_t t = threadIdx.x; t < leaves / (2 * stride); t += threads) {
        const T left = tree[place<T, PADDING>((2 * t + 1) * stride - 1, leaves)];
        const T right = tree[place<T, PADDING>((2 * t + 2) * stride - 1, leaves)];
        nodes[t] = left + right;
    }
}

/// Launches all steps of one tree. Returns false if a sum is wrong.
template <typename T, Padding PADDING>
bool read_tree(std::uint32_t leaves) {
    const std::size_t bytes = (place<T, PADDING>(leaves - 1, leaves) + 1) * sizeof(T);
    check(cudaFuncSetAttribute(read_step<T, PADDING>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "cudaFuncSetAttribute");
    DeviceArray<T> nodes(leaves / 2);
    for (std::uint32_t stride = 1; stride < leaves; stride *= 2) {
        std::printf("%u %zu %s %u\n", leaves, sizeof(T), padding_names[static_cast<int>(PADDING)], stride);
        read_step<T, PADDING><<<1, threads, bytes>>>(leaves, stride, nodes.data());
        check_launch("read_step");
        std::vector<T> sums(leaves / (2 * stride));
        check(cudaMemcpy(sums.data(), nodes.data(), sums.size() * sizeof(T), cudaMemcpyDeviceToHost),
              "cudaMemcpy");
        for (std::uint32_t t = 0; t < sums.size(); ++t)
            if (sums[t] != (4 * t + 3) * stride - 2) return false;
    }
    return true;
}

template <typename T>
bool read_trees(std::uint32_t leaves) {
    return read_tree<T, Padding::none>(leaves) && read_tree<T, Padding::one_level>(leaves) &&
           read_tree<T, Padding::kernels>(leaves);
}

bool read_all() {
    for (std::uint32_t leaves = min_leaves; leaves <= max_leaves; leaves *= 2)
        if (!read_trees<std::uint32_t>(leaves) || !read_trees<std::uint64_t>(leaves)) return false;
    return true;
}

}  // namespace
}  // namespace winnow::cuda

int main() {
    try {
        if (winnow::cuda::read_all()) return 0;
        std::fprintf(stderr, "bank_conflicts: a sum is wrong\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bank_conflicts: %s\n", error.what());
    }
    return 1;
}
