// One variant of the GLSL compactors: its sources and its tuning.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/error.h"
#include "compact/compactor.h"
#include "gl/context.h"
#include "gl/program.h"
#include "scan/glsl_variant.h"

namespace winnow::compact {

/// The tile of one work group.
struct GlslTile {
    std::uint32_t threads = 0;  // a power of two
    std::uint32_t records = 0;  // per thread: a multiple of 4; with subgroups any number
    std::uint32_t chunk = 1;    // records that a thread moves at once, all in flight together
    /// The code that makes a record stands once, in a loop, not once for each record.
    bool makes_in_loop = false;

    std::uint32_t size() const { return threads * records; }
};

struct GlslVariant {
    scan::GlslVariant scan;                     // its tuning applies to waiting, but not to the tiles
    GlslTile loaded;                            // for loaded records
    std::array<GlslTile, producer_costs> made;  // for records that are made, which a thread holds all at once

    /// Returns the tile for such records. Of records that are made and held in many elements, a thread has
    /// fewer.
    GlslTile tile(const RecordShape& shape, const Fold* fold) const;
    /// Returns the records of the smallest tile that tile() may return.
    std::uint32_t smallest_tile() const;
    /// Returns the defines of a program that ranks a tile by its block scan or by subgroups.
    gl::Defines defines(const RecordShape& shape, const Fold* fold) const;
};

/// Returns the defines of a program that only moves loaded records.
gl::Defines move_defines(const GlslTile& tile, const RecordShape& shape);

/// Return the variant and the tile tuned for this device. Precondition: glsl_offers() the choice.
GlslVariant glsl_variant(const gl::Facts& facts, ScanChoice choice);
GlslTile move_tile(const gl::Facts& facts);

/// Resolves `automatic` to the fastest compaction that keeps order with this scan, which need not be
/// resolved.
Compaction resolve_glsl(const gl::Facts& facts, Compaction compaction, ScanChoice choice);

/// Returns the scan that the compactor uses, with automatic parts resolved. Precondition: `compaction` is
/// resolved.
ScanChoice scan_beside_glsl(const gl::Facts& facts, Compaction compaction, ScanChoice choice);

/// Says if this device has the compactor with this scan; the reason is a sentence.
Availability glsl_offers(const gl::Facts& facts, Compaction compaction, ScanChoice choice);

}  // namespace winnow::compact
