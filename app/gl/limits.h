// What is asked of a device beside OpenGL 4.5: the limits that shaders, binding points and work groups rely
// on.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/error.h"

namespace winnow::gl {

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
