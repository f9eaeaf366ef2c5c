// The places in shared memory where the kernels' padded networks put their leaves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace winnow::test {

/// Returns the places of this many leaves: 64 to 8192 in powers of two, with elements of 4 or 8 bytes.
std::vector<std::uint32_t> padded_leaf_places(std::uint32_t leaves, std::size_t element_bytes);

}  // namespace winnow::test
