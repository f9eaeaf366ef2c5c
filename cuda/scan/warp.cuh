// What a warp does together. All of its lanes must call these.
#pragma once

#include "cuda/scan/monoid.cuh"

namespace winnow::cuda {

constexpr uint WARP = 32;
constexpr uint ALL_LANES = 0xFFFFFFFF;

inline __device__ uint lane() {
    return threadIdx.x % WARP;
}

/// Inclusive, by Kogge-Stone's network in log2 32 steps.
template <typename M>
__device__ typename M::Element warp_scan(typename M::Element value) {
#pragma unroll
    for (uint stride = 1; stride < WARP; stride *= 2) {
        const auto left = __shfl_up_sync(ALL_LANES, value, stride);
        if (lane() >= stride) value = M::combine(left, value);
    }
    return value;
}

/// The inclusive scan's values moved up by one lane: the exclusive scan.
template <typename M>
__device__ typename M::Element shifted(typename M::Element inclusive) {
    const auto left = __shfl_up_sync(ALL_LANES, inclusive, 1);
    return lane() == 0 ? M::identity() : left;
}

/// To every lane. Its order is the same at every call.
template <typename M>
__device__ typename M::Element warp_reduce(typename M::Element value) {
#pragma unroll
    for (uint stride = WARP / 2; stride > 0; stride /= 2)
        value = M::combine(value, __shfl_xor_sync(ALL_LANES, value, stride));
    return value;
}

#if __CUDA_ARCH__ >= 800  // which has an instruction for it
template <>
inline __device__ uint warp_reduce<Monoid<uint, Operator::add>>(uint value) {
    return __reduce_add_sync(ALL_LANES, value);
}
#endif

}  // namespace winnow::cuda
