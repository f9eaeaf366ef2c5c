// Ctrl-C, SIGTERM or a closed terminal ask for a clean end: loops look here, and what they were writing is
// removed or finished. A wait for somebody else (a pipe's reader, a child) ends too.
#pragma once

namespace winnow {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP (under nohup the last stays ignored), which interrupt
/// system calls. SIGINT and SIGTERM end the process at once if they come again after half a second: until
/// then they are the same request, which `timeout` sends twice. Whatever signal ends the process, temporary
/// files (temporary_file.h) are removed first, but for SIGKILL, which cannot be caught, an exhausted stack,
/// which leaves no room to do so, and real-time signals, which nobody sends to end a program.
void install_interrupt_handler();

bool interrupted();

/// Throws Error(ExitStatus::interrupted) if a signal has arrived.
void check_interrupted();

/// Waits until poll() reports `events` (POLLIN, POLLOUT; errors and hang-ups always count) of the descriptor.
/// Returns false if that has not happened half a second after a signal asked for the end.
bool wait_until_ready(int descriptor, short events);

/// Sleeps for a moment between two looks at what has no descriptor. Throws as check_interrupted() does.
void wait_a_moment();

}  // namespace winnow
