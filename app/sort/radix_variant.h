// One variant of the radix sort: what it is tuned to.
#pragma once

#include <cstdint>

#include "gl/context.h"
#include "gl/defines.h"

namespace winnow::sort {

struct RadixVariant {
    std::uint32_t threads = 0;        // of a work group, a power of two, at least one a digit
    std::uint32_t keys = 0;           // that one thread holds
    std::uint32_t digit_bits = 0;     // of which the sorted 16 or 32 are a multiple
    std::uint32_t subgroup_size = 0;  // ranks by subgroups' ballots; 0: by each thread's own counters

    std::uint64_t tile() const { return std::uint64_t{threads} * keys; }
    std::uint32_t digits() const { return 1u << digit_bits; }
    /// The defines of all programs of the sort; scan::with_pass() adds which it is.
    gl::Defines defines() const;
};

/// As tuned for this device.
RadixVariant radix_variant(const gl::Facts& facts);

}  // namespace winnow::sort
