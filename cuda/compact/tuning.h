// What the kernels that move records are tuned by. Loads and stores have no hints for the caches: with
// streaming ones 16 M records of 48 bytes, half of them surviving, took 1.1 times as long on an H200.
#pragma once

#include "shaders/shared.h"

namespace winnow::cuda {

using shared::uint;

constexpr uint COMPACT_THREADS = 256;
constexpr uint COMPACT_BLOCKS = 4;  // a multiprocessor shall hold at least; that bounds the registers
/// Rows of 32 records that a warp packs: one word of votes each, and one lane of the warp for each word.
constexpr uint SECTION_ROWS = 8;
/// Loads of 16 bytes that a thread has on their way before it stores the first.
constexpr uint LOADS_IN_FLIGHT = 6;
/// Whether a warp's stores begin at whole 512 bytes of the destination. Then nothing is loaded before the
/// section's place is known; else the first loads are on their way while the tiles before are waited for.
constexpr bool ALIGNED_STORES = true;

}  // namespace winnow::cuda
