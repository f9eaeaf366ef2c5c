// What is scanned, and with what: an element type and an associative operator with its identity.
#pragma once

#include <cstdint>
#include <limits>

#include "scan/catalogue.h"
#include "shaders/shared.h"

namespace winnow::cuda {

using shared::uint;

template <typename T, Operator OP>
struct Monoid {
    using Element = T;

    static constexpr __host__ __device__ T identity() { return IDENTITY; }

    /// Sums of integers wrap around: those of i32 are computed as u32.
    static __device__ T combine(T a, T b) {
        if constexpr (OP == Operator::min)
            return b < a ? b : a;
        else if constexpr (OP == Operator::max)
            return a < b ? b : a;
        else if constexpr (std::numeric_limits<T>::is_integer)
            return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
        else
            return a + b;
    }

  private:
    using Limits = std::numeric_limits<T>;
    static constexpr T LARGEST = Limits::has_infinity ? Limits::infinity() : Limits::max();
    static constexpr T LEAST = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    static constexpr T IDENTITY = OP == Operator::add ? T(0) : OP == Operator::min ? LARGEST : LEAST;
};

}  // namespace winnow::cuda
