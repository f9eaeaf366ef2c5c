// What a driver takes for granted.
#pragma once

namespace winnow::gl {

/// To be called before a driver is started. Throws Error(bad_input) unless the process may start a few
/// threads and has some address space left: Mesa would wait for ever for the threads, and crash without the
/// space.
void require_room_for_a_driver();

}  // namespace winnow::gl
