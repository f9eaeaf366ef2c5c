#include "cuda/measure/cub_select.h"

#include <cub/device/device_select.cuh>

#include "cuda/base/check.h"
#include "cuda/measure/record_types.cuh"

namespace winnow::cuda {

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

}  // namespace winnow::cuda
