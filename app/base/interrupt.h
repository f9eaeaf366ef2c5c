// Ctrl-C, SIGTERM and a closed terminal ask for a clean end: loops check for it here and remove or finish
// what they were writing. Waiting for a pipe's reader or a child process ends too.
#pragma once

namespace winnow {

/// Installs handlers for SIGINT, SIGTERM and SIGHUP (under nohup SIGHUP stays ignored), which interrupt
/// system calls. SIGINT and SIGTERM end the process at once if they come again after half a second: until
/// then they count as the same request, because `timeout` sends them twice. A signal that the main thread
/// does not notice within a second, because a driver compiles, say, ends the process at once too. Temporary
/// files (output_file.h) are removed before any signal ends the process. The exceptions are SIGKILL, which
/// cannot be caught, a stack overflow, which leaves the handler no stack, and real-time signals, which are
/// not used to end a program.
void install_interrupt_handler();

/// From now on the main thread has ten seconds to notice a signal, because outputs are worth completing.
void allow_outputs_to_complete();

/// Returns true once one of these signals has arrived. On the main thread (which installed the handlers) that
/// answers the signal: the program is then given the time that it needs to end.
bool interrupted();

/// Throws Error(ExitStatus::interrupted) if a signal has arrived.
void check_interrupted();

/// Waits until poll() reports `events` (POLLIN, POLLOUT; errors and hang-ups always count) for the
/// descriptor. Returns false if that has not happened half a second after a signal asked for the end.
bool wait_until_ready(int descriptor, short events);

/// Sleeps 10 ms at most, for loops that poll something without a descriptor. Throws like check_interrupted().
void wait_a_moment();

}  // namespace winnow
