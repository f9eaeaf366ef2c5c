#include "cuda/scan/block/blelloch.cuh"

#include "cuda/scan/instances/make.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceScan> make_blelloch(GridStrategy grid, ScanType type) {
    if (is_sum_of_words(type)) return make_grid<Tuned<Blelloch, SumOfU32>>(grid);
    if (is_sum_of_floats(type)) return make_grid<Tuned<Blelloch, SumOfF32>>(grid);
    return grid == GridStrategy::scan_then_propagate ? make_default_of_other_type(type) : nullptr;
}

}  // namespace winnow::cuda
