#include "cuda/scan/block/three_phase.cuh"

#include "cuda/scan/instances/make.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceScan> make_three_phase(GridStrategy grid, ScanType type) {
    if (!is_sum_of_words(type)) return nullptr;
    return make_grid<Tuned<ThreePhase, SumOfU32>>(grid);
}

}  // namespace winnow::cuda
