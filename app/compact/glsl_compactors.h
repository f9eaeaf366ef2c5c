// The compactors in GLSL. Objects that they get by reference must outlive them.
#pragma once

#include <memory>

#include "compact/compactor.h"
#include "compact/glsl_compactor_variant.h"
#include "gl/passes.h"
#include "scan/scan.h"

namespace winnow::compact {

/// The textbook pipeline: `scan` scans the votes, one word each, then a GLSL pass moves every column. Passes
/// "scan" and "move".
std::unique_ptr<Compactor> make_staged(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan);

/// Counts the votes in words of 32 votes each, scans the counts with `scan`, and lets every group of the move
/// rank its own records. Passes "scan" and "move".
std::unique_ptr<Compactor> make_bits(const gl::Tools& tools, std::unique_ptr<scan::Scan> scan,
                                     const GlslTile& tile);

/// Vote, scan and move in one pass. Pass "compact".
std::unique_ptr<Compactor> make_fused(const gl::Tools& tools, const GlslVariant& variant);

/// Appends by an atomic counter, which is the word of the survivors; keeps no order. Pass "compact".
std::unique_ptr<Compactor> make_atomic(const gl::Tools& tools, const GlslVariant& variant);

/// Makes the compactor tuned for this device. Throws Error(absent) with the reason if the device does not
/// offer it.
std::unique_ptr<Compactor> make_glsl_compactor(const gl::Tools& tools, Compaction compaction,
                                               ScanChoice choice);

}  // namespace winnow::compact
