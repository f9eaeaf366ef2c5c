// What the code relies on and a device or a process may lack.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/error.h"

namespace winnow::gl {

/// To be called before a driver is started. Throws Error(bad_input) unless the process may start a few
/// threads and has some address space left: Mesa would wait for ever for the threads, and crash without the
/// space.
void require_room_for_a_driver();

/// What a limit is needed for.
enum class Use {
    scans,     // all work: asked of every context, a guest's included
    programs,  // compaction and simulation
    drawing,
};

struct Limit {
    std::string_view name;  // OpenGL's
    unsigned what;          // its value
    int index;              // of those that have several values; -1: one
    std::int64_t needed;    // at least
    Use use;
    std::string_view reason;  // what it is needed for
};

/// All that Winnow needs.
std::span<const Limit> requirements();

/// Whether the current context has what this use needs; if not, the first limit that is too low: its name,
/// what it is, what is needed, and for what.
Availability meets_limits(Use use);
/// Throws Error(absent) with that reason.
void require_limits(Use use);

}  // namespace winnow::gl
