#include "cuda/scan/grid/chained.cuh"
#include "cuda/scan/grid/decoupled_lookback.cuh"
#include "cuda/scan/instances/instances.cuh"

namespace winnow::cuda {
namespace {

template <typename Block>
using ChainedByTicket = Chained<Block, ByTicket>;
template <typename Block>
using LookbackByIndex = DecoupledLookback<Block, ByIndex>;

}  // namespace

/// Sums of f32 also have Brent and Kung's network here, because one of this project's sources measured that
/// pair.
std::unique_ptr<DeviceScan> make_chained(BlockScan block, ScanType type) {
    if (is_sum_of_words(type)) return make_sum_of_words<ChainedByTicket>(block);
    if (!is_sum_of_floats(type)) return nullptr;
    if (block == BlockScan::brent_kung)
        return std::make_unique<ChainedByTicket<Tuned<BrentKung, SumOfF32>>>();
    return make_sum_of_floats<ChainedByTicket>(block);
}

std::unique_ptr<DeviceScan> make_decoupled_lookback(BlockScan block, ScanType type) {
    if (is_sum_of_words(type)) return make_sum_of_words<LookbackByIndex>(block);
    if (is_sum_of_floats(type)) return make_sum_of_floats<LookbackByIndex>(block);
    return block == BlockScan::subgroup ? make_other_type<LookbackByIndex, Subgroup>(type) : nullptr;
}

}  // namespace winnow::cuda
