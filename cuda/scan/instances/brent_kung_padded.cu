#include "cuda/scan/block/brent_kung_padded.cuh"

#include "cuda/scan/instances/make.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceScan> make_brent_kung_padded(GridStrategy grid, ScanType type) {
    if (!is_sum_of_words(type)) return nullptr;
    return make_grid<Tuned<BrentKungPadded, SumOfU32>>(grid);
}

}  // namespace winnow::cuda
