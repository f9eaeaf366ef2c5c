// What the kernels are tuned to, where it differs from GLSL's.
#pragma once

#include "shaders/shared.h"

namespace winnow::cuda {

/// Half of GLSL's items for each of twice the threads: the exchange between memory and registers is a warp's
/// own here, and more registers would leave fewer warps to hide the memory's latency.
constexpr shared::uint BLOCK_THREADS = 2 * shared::SCAN_THREADS;
constexpr shared::uint ITEMS_PER_THREAD = shared::SCAN_ITEMS / 2;

}  // namespace winnow::cuda
