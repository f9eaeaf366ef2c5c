// Brent and Kung's network, its leaves placed so that none of its steps has bank conflicts.
#pragma once

#include "cuda/scan/block/brent_kung.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint LEAVES>
using BrentKungPaddedNetwork = BrentKungTrees<M, THREADS, LEAVES, true>;

template <typename M, uint THREADS, uint ITEMS>
using BrentKungPadded = OverRows<M, THREADS, ITEMS, BrentKungPaddedNetwork>;

}  // namespace winnow::cuda
