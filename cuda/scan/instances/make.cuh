// From names to kernels.
#pragma once

#include "cuda/scan/grid/hierarchical.cuh"
#include "cuda/scan/grid/single_pass_scan.cuh"
#include "cuda/scan/instances/instances.h"

namespace winnow::cuda {

template <template <typename, uint, uint> typename BlockOf, typename M>
using Tuned = BlockOf<M, TILE_THREADS, THREAD_BYTES / sizeof(typename M::Element)>;

using SumOfU32 = Monoid<std::uint32_t, Operator::add>;
using SumOfF32 = Monoid<float, Operator::add>;

template <typename Block>
std::unique_ptr<DeviceScan> make_grid(GridStrategy grid) {
    switch (grid) {
        case GridStrategy::scan_then_propagate:
            return std::make_unique<ScanThenPropagate<Block>>();
        case GridStrategy::reduce_then_scan:
            return std::make_unique<ReduceThenScan<Block>>();
        case GridStrategy::chained:
            return std::make_unique<SinglePassScan<Block>>(chained<Block, ByTicket>, "chained");
        case GridStrategy::decoupled_lookback:
            return std::make_unique<SinglePassScan<Block>>(decoupled_lookback<Block, ByIndex>,
                                                           "decoupled_lookback");
        case GridStrategy::automatic:
            break;
    }
    return nullptr;
}

constexpr bool is_sum_of_words(ScanType type) {
    return type.op == Operator::add && (type.element == Element::u32 || type.element == Element::i32);
}
constexpr bool is_sum_of_floats(ScanType type) {
    return type.op == Operator::add && type.element == Element::f32;
}

}  // namespace winnow::cuda
