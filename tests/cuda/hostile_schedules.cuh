// Schedules that a driver is free to choose: tiles out of order, late tiles, and waits that end at once.
#pragma once

#include "cuda/scan/grid/waiting.cuh"

namespace winnow::cuda {

constexpr uint FEW_LOOKS = 3;
constexpr uint LATE = 1u << 16;  // clock cycles

inline __device__ void sleep_cycles(uint cycles) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

/// The last tile comes first: while the device is full, the tiles that others wait for have not even begun.
struct Backwards {
    static constexpr uint spin_limit = FEW_LOOKS;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>&, std::uint64_t tiles, uint&) {
        return blockIdx.x < tiles ? static_cast<uint>(tiles - 1 - blockIdx.x) : blockIdx.x;
    }
    static __device__ void delay_tile(uint) {}
};

struct BackwardsInHaste : Backwards {
    static constexpr uint spin_limit = 1;
};

/// Every seventh tile is late, so that its followers compute its sum, which it then publishes itself.
struct Late {
    static constexpr uint spin_limit = FEW_LOOKS;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>& pass, std::uint64_t tiles, uint& ticket) {
        return ByTicket::take_tile(pass, tiles, ticket);
    }
    static __device__ void delay_tile(uint tile) {
        if (tile % 7 == 3) sleep_cycles(LATE);
    }
};

/// Every tile falls back after its first look.
struct Hasty {
    static constexpr uint spin_limit = 1;
    template <typename T>
    static __device__ uint take_tile(const Pass<T>& pass, std::uint64_t tiles, uint& ticket) {
        return ByTicket::take_tile(pass, tiles, ticket);
    }
    static __device__ void delay_tile(uint) {}
};

}  // namespace winnow::cuda
