// Blelloch's network, its leaves placed so that none of its steps has bank conflicts.
#pragma once

#include "cuda/scan/block/blelloch.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint LEAVES>
using BlellochPaddedNetwork = BlellochTree<M, THREADS, LEAVES, true>;

template <typename M, uint THREADS, uint ITEMS>
using BlellochPadded = OverRows<M, THREADS, ITEMS, BlellochPaddedNetwork>;

}  // namespace winnow::cuda
