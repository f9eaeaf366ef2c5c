// The parameters of the tests of GLSL scans: pairs of block scan and grid strategy, their names, and small
// tiles.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "scan/glsl_variant.h"

namespace winnow::scan::test {

inline constexpr BlockScan all_blocks[] = {
    BlockScan::kogge_stone,     BlockScan::brent_kung,  BlockScan::brent_kung_padded, BlockScan::blelloch,
    BlockScan::blelloch_padded, BlockScan::three_phase, BlockScan::subgroup};
inline constexpr GridStrategy all_grids[] = {GridStrategy::scan_then_propagate,
                                             GridStrategy::reduce_then_scan, GridStrategy::chained,
                                             GridStrategy::decoupled_lookback};

/// Returns the name in a form that test names may contain.
inline std::string identifier(std::string_view name) {
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

inline std::string identifier(const ScanChoice& choice) {
    return identifier(name_of(choice.block)) + "_" + identifier(name_of(choice.grid));
}

/// Returns the device's tuning, but with tiles of 2 KiB, so that a few elements fill many tiles and several
/// levels. A block has more threads than a subgroup, and a thread has more than one row.
inline GlslVariant small_tiles(const gl::Facts& facts, ScanChoice choice, ScanType type = {}) {
    GlslVariant variant = glsl_variant(facts, choice, type);
    variant.tuning.threads = 64;
    variant.tuning.thread_bytes = 32;
    return variant;
}

}  // namespace winnow::scan::test
