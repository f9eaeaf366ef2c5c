#include "base/interrupt.h"

#include <csignal>
#include <cstdlib>

#include "base/error.h"

namespace winnow {
namespace {

volatile std::sig_atomic_t signals_seen = 0;

/// A terminal that closes says so twice, which is no impatience.
extern "C" void on_signal(int signal) {
    if (signals_seen != 0 && signal != SIGHUP) std::_Exit(static_cast<int>(ExitStatus::interrupted));
    signals_seen = 1;
}

}  // namespace

void install_interrupt_handler() {
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
    if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup's wish
    // A reader that goes away and a limit on files are failed writes, not deaths.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() {
    return signals_seen != 0;
}

void check_interrupted() {
    if (interrupted()) fail(ExitStatus::interrupted, "interrupted");
}

}  // namespace winnow
