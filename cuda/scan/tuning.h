// What the kernels are tuned to.
#pragma once

#include "shaders/shared.h"

namespace winnow::cuda {

/// Twice GLSL's items per thread: the tree costs as much for a tile of any size, and its barriers and bank
/// conflicts would else take longer than the tile's memory traffic on a device of Hopper's bandwidth.
constexpr shared::uint ITEMS_PER_THREAD = 2 * shared::SCAN_ITEMS;

}  // namespace winnow::cuda
