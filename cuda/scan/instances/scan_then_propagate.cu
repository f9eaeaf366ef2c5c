#include "cuda/scan/grid/scan_then_propagate.cuh"

#include "cuda/scan/instances/instances.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceScan> make_scan_then_propagate(BlockScan block, ScanType type) {
    if (is_sum_of_words(type)) return make_sum_of_words<ScanThenPropagate>(block);
    if (is_sum_of_floats(type)) return make_sum_of_floats<ScanThenPropagate>(block);
    return block == BlockScan::blelloch ? make_other_type<ScanThenPropagate, Blelloch>(type) : nullptr;
}

}  // namespace winnow::cuda
