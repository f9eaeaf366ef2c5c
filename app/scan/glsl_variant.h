// One variant of the GLSL scan: its sources and its tuning.
#pragma once

#include <string>

#include "base/error.h"
#include "gl/context.h"
#include "gl/program.h"
#include "scan/catalogue.h"

namespace winnow::scan {

struct GlslTuning {
    std::uint32_t threads = 0;       // per work group, a power of two
    std::uint32_t thread_bytes = 0;  // bytes per thread: 16 times a power of two
    std::uint32_t spin_limit = 0;    // polls of another tile before waiting gives up
    bool by_ticket = true;           // true: tiles in the order in which groups start; false: by group index
};

struct GlslVariant {
    ScanChoice choice;  // resolved
    ScanType type;
    GlslTuning tuning;
    std::uint32_t subgroup_size = 0;  // 0: none
    bool wide_atomics = false;        // 64-bit atomics
    std::string schedule_file;        // for tests: a path below shaders/; empty: as tuned
    std::uint32_t first_epoch = 1;    // for tests of the epochs' wrap-around

    std::uint64_t tile() const {
        return std::uint64_t{tuning.threads} * tuning.thread_bytes / bytes_of(type.element);
    }
    /// Returns the 32-bit words of a tile's state in a single-pass strategy; scan/grid/waiting.glsl says what
    /// they hold.
    std::uint64_t tile_words() const {
        const std::uint64_t sum_words = bytes_of(type.element) / 2;
        const bool sum_is_one_word = wide_atomics && bytes_of(type.element) == sizeof(std::uint32_t);
        return sum_is_one_word ? sum_words : 2 * sum_words;
    }
    /// Returns the last epoch that fits into a tile's words.
    std::uint32_t last_epoch() const { return (1u << (wide_atomics ? 30 : 14)) - 1; }
    /// Returns the strategy's file, below shaders/. Those with a hierarchy of sums have a section for each
    /// pass.
    std::string file() const;
    /// Returns the defines that all programs of the strategy share; with_scan_kernel() adds the define
    /// of a single-pass strategy's kernel.
    gl::Defines defines() const;

  private:
    gl::Defines waiting_defines() const;
};

/// Returns the defines of an element type and operator.
gl::Defines type_defines(ScanType type);

/// Returns the defines that select a block scan and its padding.
gl::Defines block_defines(BlockScan block);

/// Adds the define of the kernel of a single-pass strategy. Other shaders include the strategy's file without
/// it.
gl::Defines with_scan_kernel(gl::Defines defines);

/// Replaces automatic choices by the fastest pair that is correct on this device.
ScanChoice resolve_glsl(const gl::Facts& facts, ScanChoice choice);

/// Says if this device has everything that the scan needs; the reason names the first thing that it lacks.
Availability glsl_offers(const gl::Facts& facts, ScanChoice choice, ScanType type);

/// Returns the variant tuned for this device. Precondition: glsl_offers() the choice.
GlslVariant glsl_variant(const gl::Facts& facts, ScanChoice choice, ScanType type);

}  // namespace winnow::scan
