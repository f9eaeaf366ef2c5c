#include "scan/error_bound.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "scan/network.h"

namespace winnow::scan {
namespace {

std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

/// A thread sums its items in sequence, the block's network scans the sums, and the thread scans its items
/// again, beginning with its result from the network. The network has at most as many elements as the tile.
/// Three-phase and subgroup join sections with Kogge-Stone; the sequential part of a section counts as items,
/// and the scan within a subgroup counts as another Kogge-Stone, which is no deeper than one over the whole
/// tile.
std::uint64_t depth_of_tile(BlockScan block, std::uint64_t tile) {
    const auto width = static_cast<std::uint32_t>(std::bit_ceil(tile));
    const bool joins = block == BlockScan::three_phase || block == BlockScan::subgroup;
    const std::uint64_t network =
        joins ? 2 * depth(kogge_stone(width)) + 1 : depth(network_of(block, width, 1));
    return 2 * std::min(tile, max_items_per_thread) + network;
}

/// Returns the number of levels, each holding the sums of the tiles below, until one tile holds a whole
/// level.
std::uint64_t levels_of(std::uint64_t tile, std::uint64_t length) {
    std::uint64_t levels = 1;
    for (std::uint64_t elements = length; elements > tile; elements = divided_up(elements, tile)) ++levels;
    return levels;
}

}  // namespace

std::uint64_t depth_of(ScanChoice choice, std::uint64_t tile, std::uint64_t length) {
    if (tile <= 1) return length;
    const std::uint64_t inside = depth_of_tile(choice.block, tile);
    const std::uint64_t tiles = divided_up(length, tile), levels = levels_of(tile, length);
    switch (choice.grid) {
        case GridStrategy::automatic:
            break;
        case GridStrategy::scan_then_propagate:
            // The sum of a tile is an element of the next level; on the way back each level adds once.
            return levels * inside + levels - 1;
        case GridStrategy::reduce_then_scan:
            // As above, but the tiles of the lowest level are processed twice. Where one block scans all
            // sums, tile after tile, each tile adds one addition to the carry.
            return (levels + 1) * inside + levels + divided_up(tiles, tile);
        case GridStrategy::chained:
        case GridStrategy::decoupled_lookback:
            // In the worst case the prefix of the last tile has passed from each tile to the next.
            return inside + tiles + 1;
    }
    throw std::logic_error("a depth needs a resolved grid strategy");
}

std::uint64_t parallel_depth(std::uint64_t length, unsigned subarrays) {
    return divided_up(length, std::max(1u, subarrays)) + subarrays + 1;
}

double error_bound(Operator op, std::uint64_t depth, std::uint64_t elements, double magnitudes) {
    if (op != Operator::add) return 0;
    constexpr double of_float = std::numeric_limits<float>::epsilon();
    constexpr double of_double = std::numeric_limits<double>::epsilon();
    return (of_float * static_cast<double>(depth) + of_double * static_cast<double>(elements)) * magnitudes;
}

}  // namespace winnow::scan
