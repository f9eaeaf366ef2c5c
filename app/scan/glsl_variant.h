// One variant of the GLSL scan: which sources it is made of, and what it is tuned to.
#pragma once

#include <string>

#include "base/error.h"
#include "gl/context.h"
#include "gl/defines.h"
#include "scan/catalogue.h"

namespace winnow::scan {

struct GlslTuning {
    std::uint32_t threads = 0;  // of a work group, a power of two
    std::uint32_t thread_bytes =
        0;  // of a tile that one thread holds: whole rows of 16 bytes, a power of two of them
    std::uint32_t patience = 0;  // looks at another tile before a single-pass strategy gives up waiting
    bool by_ticket = true;       // decoupled-lookback: tiles in the order in which groups start, not by index
};

struct GlslVariant {
    ScanChoice choice;  // resolved
    ScanType type;
    GlslTuning tuning;
    std::uint32_t subgroup_size = 0;  // 0: none
    bool wide_atomics = false;        // 64 bits
    std::string schedule_file;        // below shaders/; empty: what the tuning says
    std::uint32_t first_epoch = 1;    // for tests, which let the epochs end

    std::uint64_t tile() const {
        return std::uint64_t{tuning.threads} * tuning.thread_bytes / bytes_of(type.element);
    }
    /// Words of 32 bits that hold what a tile of a single-pass strategy makes known.
    std::uint64_t tile_words() const { return bytes_of(type.element) / 2; }
    /// The last epoch that a tile's words can tell.
    std::uint32_t last_epoch() const { return (1u << (wide_atomics ? 30 : 14)) - 1; }
    /// Of every program of the scan.
    gl::Defines defines() const;
};

/// The fastest pair that is correct on this device, where `choice` leaves it open.
ScanChoice resolve_glsl(const gl::Facts& facts, ScanChoice choice);

/// Whether this device has what the scan needs; the reason names what it lacks.
Availability glsl_offers(const gl::Facts& facts, ScanChoice choice, ScanType type);

/// As tuned for this device. Precondition: it is offered.
GlslVariant glsl_variant(const gl::Facts& facts, ScanChoice choice, ScanType type);

}  // namespace winnow::scan
