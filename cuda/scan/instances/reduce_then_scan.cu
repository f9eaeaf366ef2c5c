#include "cuda/scan/grid/reduce_then_scan.cuh"

#include "cuda/scan/instances/instances.cuh"

namespace winnow::cuda {

std::unique_ptr<DeviceScan> make_reduce_then_scan(BlockScan block, ScanType type) {
    if (is_sum_of_words(type)) return make_sum_of_words<ReduceThenScan>(block);
    if (is_sum_of_floats(type)) return make_sum_of_floats<ReduceThenScan>(block);
    return nullptr;
}

}  // namespace winnow::cuda
