// Records as structs, the form that CUB and Thrust take.
#pragma once

#include <stdexcept>

#include "cuda/measure/records.h"

namespace winnow::cuda {

template <unsigned COLUMNS>
struct alignas(16) RecordOf {
    uint4 parts[COLUMNS];
};

/// Calls `work` with a record of `columns` columns.
template <typename Work>
void with_record(std::uint32_t columns, Work work) {
    static_assert(MAX_BASELINE_COLUMNS == 4, "one case for each number of columns");
    switch (columns) {
        case 1:
            return work(RecordOf<1>{});
        case 2:
            return work(RecordOf<2>{});
        case 3:
            return work(RecordOf<3>{});
        case 4:
            return work(RecordOf<4>{});
        default:
            throw std::invalid_argument("baselines have records of 1 to MAX_PEER_COLUMNS columns");
    }
}

}  // namespace winnow::cuda
