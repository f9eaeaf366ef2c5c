// Ctrl-C, SIGTERM and a closed terminal ask for a clean end: loops check for it here and remove or finish
// what they were writing. Waiting for a pipe's reader or a child process ends too.
#pragma once

namespace winnow {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP (under nohup SIGHUP stays ignored), which interrupt
/// system calls. SIGINT and SIGTERM end the process at once if they come again after half a second: until
/// then they count as the same request, because `timeout` sends them twice. Temporary files (output_file.h)
/// are removed before any signal ends the process. The exceptions are SIGKILL, which cannot be caught, a
/// stack overflow, which leaves the handler no stack, and real-time signals, which are not used to end a
/// program.
void install_interrupt_handler();

/// Returns true once one of these signals has arrived.
bool interrupted();

/// Throws Error(ExitStatus::interrupted) if a signal has arrived.
void check_interrupted();

/// Waits until poll() reports `events` (POLLIN, POLLOUT; errors and hang-ups always count) for the
/// descriptor. Returns false if that has not happened half a second after a signal asked for the end.
bool wait_until_ready(int descriptor, short events);

/// Sleeps 10 ms at most, for loops that poll something without a descriptor. Throws like check_interrupted().
void wait_a_moment();

}  // namespace winnow
