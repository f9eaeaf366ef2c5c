// What the tests of GLSL scans run over: pairs of block scan and grid strategy, their names, and small tiles.
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

/// A name as part of a test's.
inline std::string identifier(std::string_view name) {
    std::string text(name);
    std::replace(text.begin(), text.end(), '-', '_');
    return text;
}

inline std::string identifier(const ScanChoice& choice) {
    return identifier(name_of(choice.block)) + "_" + identifier(name_of(choice.grid));
}

/// As tuned for this device, but for tiles of 2 KiB, so that a few elements are many tiles and several
/// levels. More threads than a subgroup has, and more rows than one a thread.
inline GlslVariant small_tiles(const gl::Facts& facts, ScanChoice choice, ScanType type = {}) {
    GlslVariant variant = glsl_variant(facts, choice, type);
    variant.tuning.threads = 64;
    variant.tuning.thread_bytes = 32;
    return variant;
}

}  // namespace winnow::scan::test
