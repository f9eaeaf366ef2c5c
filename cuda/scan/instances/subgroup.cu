#include "cuda/scan/block/subgroup.cuh"

#include "cuda/scan/instances/make.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceScan> make_subgroup(GridStrategy grid, ScanType type) {
    if (is_sum_of_words(type)) return make_grid<Tuned<Subgroup, SumOfU32>>(grid);
    if (is_sum_of_floats(type)) return make_grid<Tuned<Subgroup, SumOfF32>>(grid);
    return grid == GridStrategy::decoupled_lookback ? make_fastest_of_other_type(type) : nullptr;
}

}  // namespace winnow::cuda
