// The sequential compaction that every compactor is compared with, and the same as a backend.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "compact/compactor.h"

namespace winnow::compact {

using Element = std::array<std::uint32_t, 4>;  // 16 bytes of a column

/// Returns the survivors of a ring in order: element (first + i) mod ring.size() for every i with votes[i] ==
/// 1.
std::vector<Element> reference_compact(std::span<const Element> ring, std::uint32_t first,
                                       std::span<const std::uint32_t> votes);

/// Makes the compactor that reads back, compacts on the CPU and uploads.
std::unique_ptr<Compactor> make_cpu_compactor();

}  // namespace winnow::compact
