// The scans that are built: the table of block scans for every grid strategy. Each strategy is instantiated
// in one of the translation units beside this file, so that they compile in parallel.
//
// Sums of u32 have all pairs. To keep the build small, the other types and operators have only the default
// pair and the fastest pair, and sums of f32 also the pairs that comparisons need. Sums of i32 use those of
// u32.
#pragma once

#include "cuda/scan/block/blelloch.cuh"
#include "cuda/scan/block/brent_kung.cuh"
#include "cuda/scan/block/kogge_stone.cuh"
#include "cuda/scan/block/subgroup.cuh"
#include "cuda/scan/block/three_phase.cuh"
#include "cuda/scan/common.cuh"

namespace winnow::cuda {

/// A block scan over tiles of the fastest size.
template <template <typename, uint, uint> typename BlockOf, typename M>
using Tuned = BlockOf<M, TILE_THREADS, THREAD_BYTES / sizeof(typename M::Element)>;

using SumOfU32 = Monoid<std::uint32_t, Operator::add>;
using SumOfF32 = Monoid<float, Operator::add>;

constexpr bool is_sum_of_words(ScanType type) {
    return type.op == Operator::add && (type.element == Element::u32 || type.element == Element::i32);
}
constexpr bool is_sum_of_floats(ScanType type) {
    return type.op == Operator::add && type.element == Element::f32;
}

// Each of the following functions returns null if there is no such scan. GridOf<Block> is a DeviceScan.

template <template <typename> typename GridOf>
std::unique_ptr<DeviceScan> make_sum_of_words(BlockScan block) {
    switch (block) {
        case BlockScan::kogge_stone:
            return std::make_unique<GridOf<Tuned<KoggeStone, SumOfU32>>>();
        case BlockScan::brent_kung:
            return std::make_unique<GridOf<Tuned<BrentKung, SumOfU32>>>();
        case BlockScan::brent_kung_padded:
            return std::make_unique<GridOf<Tuned<BrentKungPadded, SumOfU32>>>();
        case BlockScan::blelloch:
            return std::make_unique<GridOf<Tuned<Blelloch, SumOfU32>>>();
        case BlockScan::blelloch_padded:
            return std::make_unique<GridOf<Tuned<BlellochPadded, SumOfU32>>>();
        case BlockScan::three_phase:
            return std::make_unique<GridOf<Tuned<ThreePhase, SumOfU32>>>();
        case BlockScan::subgroup:
            return std::make_unique<GridOf<Tuned<Subgroup, SumOfU32>>>();
        case BlockScan::automatic:
            break;
    }
    return nullptr;
}

template <template <typename> typename GridOf>
std::unique_ptr<DeviceScan> make_sum_of_floats(BlockScan block) {
    switch (block) {
        case BlockScan::blelloch:
            return std::make_unique<GridOf<Tuned<Blelloch, SumOfF32>>>();
        case BlockScan::blelloch_padded:
            return std::make_unique<GridOf<Tuned<BlellochPadded, SumOfF32>>>();
        case BlockScan::subgroup:
            return std::make_unique<GridOf<Tuned<Subgroup, SumOfF32>>>();
        default:
            return nullptr;
    }
}

template <template <typename> typename GridOf, template <typename, uint, uint> typename BlockOf, typename T>
std::unique_ptr<DeviceScan> make_extreme(Operator op) {
    if (op == Operator::min) return std::make_unique<GridOf<Tuned<BlockOf, Monoid<T, Operator::min>>>>();
    return std::make_unique<GridOf<Tuned<BlockOf, Monoid<T, Operator::max>>>>();
}

/// Makes the scans of the types and operators other than 32-bit sums.
template <template <typename> typename GridOf, template <typename, uint, uint> typename BlockOf>
std::unique_ptr<DeviceScan> make_other_type(ScanType type) {
    using SumOfU64 = Monoid<std::uint64_t, Operator::add>;
    if (type.op == Operator::add)
        return type.element == Element::u64 ? std::make_unique<GridOf<Tuned<BlockOf, SumOfU64>>>() : nullptr;
    switch (type.element) {
        case Element::u32:
            return make_extreme<GridOf, BlockOf, std::uint32_t>(type.op);
        case Element::i32:
            return make_extreme<GridOf, BlockOf, std::int32_t>(type.op);
        case Element::f32:
            return make_extreme<GridOf, BlockOf, float>(type.op);
        case Element::u64:
            return make_extreme<GridOf, BlockOf, std::uint64_t>(type.op);
    }
    return nullptr;
}

}  // namespace winnow::cuda
