#include "cuda/measure/cub_sort.h"

#include <cub/device/device_radix_sort.cuh>

#include "cuda/base/check.h"

namespace winnow::cuda {

void cub_sort_pairs(cudaStream_t stream, void* scratch, std::size_t& scratch_bytes, const KeyedWords& words) {
    check(cub::DeviceRadixSort::SortPairs(scratch, scratch_bytes, words.keys, words.sorted_keys, words.values,
                                          words.sorted_values, static_cast<int>(words.count), 0,
                                          static_cast<int>(words.key_bits), stream),
          "cub::DeviceRadixSort::SortPairs");
}

}  // namespace winnow::cuda
