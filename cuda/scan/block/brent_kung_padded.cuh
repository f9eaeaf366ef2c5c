// Brent and Kung's network, its leaves placed so that its reduction has no bank conflicts, and its
// distribution at most one of two lanes in a warp's access.
#pragma once

#include "cuda/scan/block/brent_kung.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint LEAVES>
using BrentKungPaddedNetwork = BrentKungTrees<M, THREADS, LEAVES, true>;

template <typename M, uint THREADS, uint ITEMS>
using BrentKungPadded = OverRows<M, THREADS, ITEMS, BrentKungPaddedNetwork>;

}  // namespace winnow::cuda
