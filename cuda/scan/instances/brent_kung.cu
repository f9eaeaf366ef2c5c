#include "cuda/scan/block/brent_kung.cuh"

#include "cuda/scan/instances/make.cuh"

namespace winnow::cuda {

/// Of f32 the chained one, which a source of this project measured.
std::unique_ptr<DeviceScan> make_brent_kung(GridStrategy grid, ScanType type) {
    if (is_sum_of_words(type)) return make_grid<Tuned<BrentKung, SumOfU32>>(grid);
    if (is_sum_of_floats(type) && grid == GridStrategy::chained)
        return std::make_unique<SinglePassScan<Tuned<BrentKung, SumOfF32>>>(
            chained<Tuned<BrentKung, SumOfF32>, ByTicket>, "chained");
    return nullptr;
}

}  // namespace winnow::cuda
