#include "cuda/measure/cub.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/version.cuh>

#include <limits>

#if CUB_VERSION >= 300000
#include <cuda/functional>
#endif

#include "cuda/base/cuda_error.h"
#include "cuda/measure/record_types.cuh"

namespace winnow::cuda {
namespace {

// CUB has tunings for the operators that it knows by these names.
#if CUB_VERSION >= 300000
using Min = ::cuda::minimum<>;
using Max = ::cuda::maximum<>;
#else
using Min = cub::Min;
using Max = cub::Max;
#endif

template <typename T>
T greatest() {
    using Limits = std::numeric_limits<T>;
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
}

template <typename T>
T least() {
    using Limits = std::numeric_limits<T>;
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
}

template <typename T>
cudaError_t exclusive_scan(cudaStream_t stream, Operator op, void* scratch, std::size_t& scratch_bytes,
                           const void* from, void* to, int elements) {
    const T* input = static_cast<const T*>(from);
    T* output = static_cast<T*>(to);
    using cub::DeviceScan;
    switch (op) {
        case Operator::min:
            return DeviceScan::ExclusiveScan(scratch, scratch_bytes, input, output, Min{}, greatest<T>(),
                                             elements, stream);
        case Operator::max:
            return DeviceScan::ExclusiveScan(scratch, scratch_bytes, input, output, Max{}, least<T>(),
                                             elements, stream);
        case Operator::add:
            break;
    }
    return DeviceScan::ExclusiveSum(scratch, scratch_bytes, input, output, elements, stream);
}

}  // namespace

void cub_exclusive_scan(cudaStream_t stream, ScanType type, void* scratch, std::size_t& scratch_bytes,
                        const void* input, void* output, std::uint64_t elements) {
    const auto scan = [&] {
        switch (type.element) {
            case Element::i32:
                return exclusive_scan<std::int32_t>;
            case Element::f32:
                return exclusive_scan<float>;
            case Element::u64:
                return exclusive_scan<std::uint64_t>;
            case Element::u32:
                break;
        }
        return exclusive_scan<std::uint32_t>;
    }();
    check(scan(stream, type.op, scratch, scratch_bytes, input, output, static_cast<int>(elements)),
          "cub::DeviceScan");
}

void cub_select(cudaStream_t stream, void* scratch, std::size_t& scratch_bytes,
                const FlaggedRecords& records) {
    with_record(records.columns, [&](auto record) {
        using Record = decltype(record);
        check(cub::DeviceSelect::Flagged(scratch, scratch_bytes,
                                         reinterpret_cast<const Record*>(records.records), records.flags,
                                         reinterpret_cast<Record*>(records.packed), records.survivors,
                                         static_cast<int>(records.count), stream),
              "cub::DeviceSelect::Flagged");
    });
}

void cub_sort_pairs(cudaStream_t stream, void* scratch, std::size_t& scratch_bytes, const KeyedWords& words) {
    check(cub::DeviceRadixSort::SortPairs(scratch, scratch_bytes, words.keys, words.sorted_keys, words.values,
                                          words.sorted_values, static_cast<int>(words.count), 0,
                                          static_cast<int>(words.key_bits), stream),
          "cub::DeviceRadixSort::SortPairs");
}

}  // namespace winnow::cuda
