#include "cuda/scan/block/kogge_stone.cuh"

#include "cuda/scan/instances/make.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceScan> make_kogge_stone(GridStrategy grid, ScanType type) {
    if (!is_sum_of_words(type)) return nullptr;
    return make_grid<Tuned<KoggeStone, SumOfU32>>(grid);
}

}  // namespace winnow::cuda
