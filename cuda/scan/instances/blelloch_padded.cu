#include "cuda/scan/block/blelloch_padded.cuh"

#include "cuda/scan/instances/make.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceScan> make_blelloch_padded(GridStrategy grid, ScanType type) {
    if (is_sum_of_words(type)) return make_grid<Tuned<BlellochPadded, SumOfU32>>(grid);
    if (is_sum_of_floats(type)) return make_grid<Tuned<BlellochPadded, SumOfF32>>(grid);
    return nullptr;
}

}  // namespace winnow::cuda
