// stdout and stderr, for those who print.
#pragma once

namespace winnow {

/// From now on stdout and stderr write as write_all() does: a reader that has stalled holds up nobody whom a
/// signal has asked for the end. What could not be written is an error of the stream.
void make_standard_streams_interruptible();

}  // namespace winnow
