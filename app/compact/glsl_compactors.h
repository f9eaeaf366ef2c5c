// The compactors in GLSL. What they are given by reference outlives them.
#pragma once

#include <memory>

#include "compact/compactor.h"
#include "compact/glsl_variant.h"
#include "gl/tools.h"
#include "scan/scan.h"

namespace winnow::compact {

/// The textbook pipeline: votes are scanned, one word each, by `scan`, then every column is moved by a GLSL
/// pass. Passes "scan" and "move".
std::unique_ptr<Compactor> make_staged(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan);

/// The votes' words, 32 votes each, are counted and the counts scanned by `scan`; then every group of the
/// move ranks its own. Passes "scan" and "move".
std::unique_ptr<Compactor> make_bits(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan,
                                     const GlslTile& tile);

/// Vote, scan and move in one pass. Pass "compact".
std::unique_ptr<Compactor> make_fused(const gl::Tools& tools, const GlslVariant& variant);

/// The append by an atomic counter, which is the survivors' word: keeps no order. Pass "compact".
std::unique_ptr<Compactor> make_atomic(const gl::Tools& tools, const GlslVariant& variant);

/// As tuned for this device. Error(absent) with the reason if it does not offer it.
std::unique_ptr<Compactor> make_glsl_compactor(const gl::Tools& tools, Compaction compaction,
                                               ScanChoice choice);

}  // namespace winnow::compact
