// What the other kernels than the scans are tuned to.
#pragma once

#include "shaders/shared.h"

namespace winnow::cuda {

constexpr shared::uint BLOCK_THREADS = 256;

}  // namespace winnow::cuda
