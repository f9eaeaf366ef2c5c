#include "cuda/leaf_places.h"

#include <stdexcept>

#include "cuda/scan/block/network.cuh"

namespace winnow::test {
namespace {

constexpr std::uint32_t least = 64, most = 8192;

template <typename T, std::uint32_t LEAVES>
std::vector<std::uint32_t> places_of(std::uint32_t leaves) {
    if constexpr (LEAVES <= most) {
        if (leaves != LEAVES) return places_of<T, LEAVES * 2>(leaves);
        std::vector<std::uint32_t> places;
        for (std::uint32_t i = 0; i < LEAVES; ++i) places.push_back(cuda::leaf_place<true, T, LEAVES>(i));
        return places;
    }
    throw std::invalid_argument("no such tree");
}

}  // namespace

std::vector<std::uint32_t> padded_leaf_places(std::uint32_t leaves, std::size_t element_bytes) {
    return element_bytes == sizeof(std::uint64_t) ? places_of<std::uint64_t, least>(leaves)
                                                  : places_of<std::uint32_t, least>(leaves);
}

}  // namespace winnow::test
