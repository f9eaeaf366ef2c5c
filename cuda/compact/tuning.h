// What the kernels that move records are tuned by.
#pragma once

#include "shaders/shared.h"

namespace winnow::cuda {

using shared::uint;

constexpr uint COMPACT_THREADS = 256;
constexpr uint COMPACT_BLOCKS = 4;  // a multiprocessor shall hold at least; that bounds the registers
/// Rows of 32 records that a warp packs: one word of votes each, and one lane of the warp for each word.
constexpr uint SECTION_ROWS = 16;
/// Loads of 16 bytes that a thread has on their way before it stores the first.
constexpr uint LOADS_IN_FLIGHT = 8;
/// Every record is touched once: whether to tell the caches so.
constexpr bool STREAM_LOADS = true;
constexpr bool STREAM_STORES = true;

}  // namespace winnow::cuda
