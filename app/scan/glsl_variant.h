// One variant of the GLSL scan: which sources it is made of, and what it is tuned to.
#pragma once

#include <string>

#include "base/error.h"
#include "gl/context.h"
#include "gl/program.h"
#include "scan/catalogue.h"

namespace winnow::scan {

struct GlslTuning {
    std::uint32_t threads = 0;  // of a work group, a power of two
    std::uint32_t thread_bytes =
        0;  // of a tile that one thread holds: whole rows of 16 bytes, a power of two of them
    std::uint32_t spin_limit = 0;  // looks at another tile before a single-pass strategy gives up waiting
    bool by_ticket = true;         // tiles in the order in which groups start, not by index
};

struct GlslVariant {
    ScanChoice choice;  // resolved
    ScanType type;
    GlslTuning tuning;
    std::uint32_t subgroup_size = 0;  // 0: none
    bool wide_atomics = false;        // 64 bits
    std::string schedule_file;        // for tests: a schedule below shaders/; empty: the tuning's
    std::uint32_t first_epoch = 1;    // for tests, which let the epochs end

    std::uint64_t tile() const {
        return std::uint64_t{tuning.threads} * tuning.thread_bytes / bytes_of(type.element);
    }
    /// Words of 32 bits in the state of a single-pass strategy's tile.
    std::uint64_t tile_words() const { return bytes_of(type.element) / 2; }
    /// The last epoch that a tile's words can tell.
    std::uint32_t last_epoch() const { return (1u << (wide_atomics ? 30 : 14)) - 1; }
    /// The strategy's file below shaders/.
    std::string file() const;
    /// The defines of all programs of the strategy; with_pass() or with_scan_kernel() adds which kernel it
    /// is.
    gl::Defines defines() const;

  private:
    gl::Defines waiting_defines() const;
};

/// The defines of an element type and operator.
gl::Defines type_defines(ScanType type);

/// The defines that choose a block scan, and how it is padded.
gl::Defines block_defines(BlockScan block);

/// The defines of one of several passes that a shader holds.
gl::Defines with_pass(const char* pass, gl::Defines defines);

/// The defines of the one kernel of a single-pass strategy, whose file others include without it.
gl::Defines with_scan_kernel(gl::Defines defines);

/// The fastest pair that is correct on this device, where `choice` leaves it open.
ScanChoice resolve_glsl(const gl::Facts& facts, ScanChoice choice);

/// Says if this device has everything that the scan needs; the reason names the first thing that it lacks.
Availability glsl_offers(const gl::Facts& facts, ScanChoice choice, ScanType type);

/// As tuned for this device. Precondition: it is offered.
GlslVariant glsl_variant(const gl::Facts& facts, ScanChoice choice, ScanType type);

}  // namespace winnow::scan
