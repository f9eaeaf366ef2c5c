#include "cuda/compact/fused.cuh"

#include "cuda/compact/instances.h"
#include "cuda/scan/grid/chained.cuh"
#include "cuda/scan/grid/decoupled_lookback.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceCompaction> make_fused(GridStrategy grid) {
    if (grid == GridStrategy::chained) return std::make_unique<Fused<Chain<SumOfWords>, ByTicket>>();
    return std::make_unique<Fused<LookBack<SumOfWords>, ByIndex>>();
}

}  // namespace winnow::cuda
