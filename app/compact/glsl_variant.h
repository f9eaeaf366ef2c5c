// One variant of the GLSL compactors: which sources they are made of, and what they are tuned to.
#pragma once

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
    std::uint32_t records = 0;  // a thread: a multiple of 4, or with subgroups of any
    std::uint32_t chunk = 1;    // records that a thread moves at once, on the way together

    std::uint32_t size() const { return threads * records; }
};

struct GlslVariant {
    scan::GlslVariant scan;   // its tuning says how to wait, but not which tiles
    GlslTile loaded;          // records that are loaded
    GlslTile made;            // records that are made, and held all at once
    GlslTile made_at_length;  // where that needs many registers

    const GlslTile& tile(const Fold* fold) const {
        if (fold == nullptr) return loaded;
        return fold->is_long ? made_at_length : made;
    }
    /// The defines of a program that ranks a tile by its block scan or subgroups.
    gl::Defines defines(std::size_t columns, const Fold* fold) const;
};

/// The defines of a program that only moves loaded records.
gl::Defines move_defines(const GlslTile& tile, std::size_t columns);

/// As tuned for this device. Precondition: it is offered.
GlslVariant glsl_variant(const gl::Facts& facts, ScanChoice choice);
GlslTile move_tile(const gl::Facts& facts);

/// Resolves automatic beside this scan, which need not be resolved: to the fastest that keeps order.
Compaction resolve_glsl(const gl::Facts& facts, Compaction compaction, ScanChoice choice);

/// The scan that the compactor uses where `choice` leaves it open. `compaction` is resolved.
ScanChoice scan_beside_glsl(const gl::Facts& facts, Compaction compaction, ScanChoice choice);

/// Says if this device has the compactor with this scan; the reason is a sentence.
Availability glsl_offers(const gl::Facts& facts, Compaction compaction, ScanChoice choice);

}  // namespace winnow::compact
