// Schedules that no driver promises not to have: tiles out of order, tiles that are late, waits that are
// given up at once.
#pragma once

#include "cuda/scan/grid/single_pass.cuh"

namespace winnow::cuda {

constexpr uint IMPATIENT = 3;
constexpr uint LATE = 1u << 16;  // clock cycles

inline __device__ void sleep_cycles(uint cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

/// The last tile comes first: while the device is full, those waited for have not even begun.
struct Backwards {
    static constexpr uint patience = IMPATIENT;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>&, std::uint64_t tiles) {
        return blockIdx.x < tiles ? static_cast<uint>(tiles - 1 - blockIdx.x) : blockIdx.x;
    }
    static __device__ void delay(uint) {}
};

struct BackwardsInHaste : Backwards {
    static constexpr uint patience = 1;
};

/// Every seventh tile is late, so that its followers compute its sum, which it then publishes itself.
struct Late {
    static constexpr uint patience = IMPATIENT;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>& pass, std::uint64_t tiles) {
        return ByTicket::take_tile(pass, tiles);
    }
    static __device__ void delay(uint tile) {
        if (tile % 7 == 3) sleep_cycles(LATE);
    }
};

/// Everyone gives up at the first look.
struct Hasty {
    static constexpr uint patience = 1;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>& pass, std::uint64_t tiles) {
        return ByTicket::take_tile(pass, tiles);
    }
    static __device__ void delay(uint) {}
};

}  // namespace winnow::cuda
