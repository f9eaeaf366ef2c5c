// Ctrl-C, or a terminal that is closed, asks for a clean end: loops look here, and what they were writing is
// removed or finished.
#pragma once

namespace winnow {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP; under nohup the last stays ignored. A second signal ends
/// the process at once.
void install_interrupt_handler();

bool interrupted();

/// Throws Error(ExitStatus::interrupted) if a signal has arrived.
void check_interrupted();

}  // namespace winnow
