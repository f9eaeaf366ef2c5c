// The limits of a device or process that Winnow relies on beyond OpenGL 4.5: shaders, binding points, work
// groups, threads and address space.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/error.h"

namespace winnow::gl {

/// Must be called before a driver is started. Throws Error(bad_input) unless the process may start a few
/// threads and has some address space and stack: Mesa would wait forever for its threads, and would crash
/// without the others.
void require_room_for_a_driver();

/// The use that a limit is needed for.
enum class Use {
    scans,     // all work: required of every context, also a caller's of the library
    programs,  // compaction and simulation
    drawing,
};

/// One limit of OpenGL that Winnow needs.
struct Limit {
    std::string_view name;  // the name of OpenGL's constant
    unsigned what;          // the value of that constant
    int index;              // index of a limit with several values; -1: it has one
    std::int64_t needed;    // the smallest sufficient value
    Use use;
    std::string_view reason;  // what it is needed for, for messages
};

/// Returns all limits that Winnow needs.
std::span<const Limit> requirements();

/// Says if the current context meets the limits of this use. If not, the reason names the first limit that is
/// too low, its value, the value needed, and what it is needed for.
Availability meets_limits(Use use);
/// Throws Error(absent) with the reason that meets_limits() gives.
void require_limits(Use use);

}  // namespace winnow::gl
