#include "base/interrupt.h"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "base/error.h"
#include "base/output_file.h"

namespace winnow {
namespace {

/// For this long after the first signal, another signal counts as the same request and a blocked write may
/// still finish.
constexpr std::int64_t grace_milliseconds = 500;
constexpr int moment_milliseconds = 10;
/// The main thread has so long to notice the first signal; a compiler of a driver may need minutes.
constexpr unsigned patience_seconds = 1;
/// The same while outputs are to be completed: frames that take seconds must not cost a recording.
constexpr unsigned patience_with_outputs_seconds = 10;
constexpr int polite_signals[] = {SIGINT, SIGTERM, SIGHUP};
/// The other signals that end a process unless they are caught.
constexpr int deadly_signals[] = {SIGQUIT, SIGILL,  SIGTRAP,   SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV,
                                  SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO,  SIGPWR, SIGSYS,  SIGSTKFLT};

static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a signal handler uses it");
std::atomic<std::int64_t> first_signal{0};  // monotonic clock in milliseconds; 0: no signal yet
std::atomic<int> wake_up{-1};               // an eventfd that becomes readable once a signal has arrived
std::atomic<bool> is_answered{false};       // the main thread has seen that a signal arrived
std::atomic<unsigned> patience{patience_seconds};
pthread_t main_thread{};

std::int64_t now() {
    constexpr std::int64_t per_second = 1000, nanoseconds = 1'000'000;
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * per_second + time.tv_nsec / nanoseconds;
}

std::int64_t since_first_signal() {
    return now() - first_signal.load();
}

[[noreturn]] void end_at_once() {
    remove_temporary_files();
    ::_exit(static_cast<int>(ExitStatus::interrupted));
}

/// A closing terminal sends SIGHUP twice, so a second SIGHUP does not end the process at once.
extern "C" void on_polite_signal(int signal) {
    const int before = errno;
    std::int64_t none = 0;
    if (first_signal.compare_exchange_strong(none, now())) {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = ::write(wake_up, &one, sizeof one);
        ::alarm(patience);
    } else if (signal != SIGHUP && since_first_signal() >= grace_milliseconds) {
        end_at_once();
    }
    errno = before;
}

extern "C" void on_deadly_signal(int signal) {
    remove_temporary_files();
    std::raise(signal);  // SA_RESETHAND restored the default action: this ends the process
}

void handle(int signal, void (*handler)(int), int flags) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    ::sigaction(signal, &action, nullptr);
}

/// The alarm that the first signal set. One that somebody else sends is a deadly signal.
extern "C" void on_alarm(int signal) {
    if (first_signal != 0) {
        if (!is_answered) end_at_once();
        return;
    }
    handle(signal, SIG_DFL, 0);
    remove_temporary_files();
    std::raise(signal);
}

bool has_handler(int signal) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    return action.sa_handler != SIG_DFL;
}

}  // namespace

void install_interrupt_handler() {
    wake_up = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    main_thread = ::pthread_self();
    handle(SIGALRM, on_alarm, SA_RESTART);
    for (const int signal : polite_signals)
        if (signal != SIGHUP || !has_handler(signal)) handle(signal, on_polite_signal, 0);
    // Handlers of a sanitizer stay.
    for (const int signal : deadly_signals)
        if (!has_handler(signal))
            handle(signal, on_deadly_signal, static_cast<int>(SA_RESETHAND | SA_NODEFER));
    // A vanished reader and a file size limit become failed writes instead of signals that end the process.
    handle(SIGPIPE, SIG_IGN, 0);
    handle(SIGXFSZ, SIG_IGN, 0);
}

void allow_outputs_to_complete() {
    patience = patience_with_outputs_seconds;
}

bool interrupted() {
    if (first_signal == 0) return false;
    if (::pthread_equal(::pthread_self(), main_thread) != 0) is_answered = true;
    return true;
}

void check_interrupted() {
    if (interrupted()) fail(ExitStatus::interrupted, "interrupted");
}

bool wait_until_ready(int descriptor, short events) {
    for (;;) {
        const bool ending = first_signal != 0;  // no answer: the caller may go on
        const auto left = std::max<std::int64_t>(grace_milliseconds - since_first_signal(), 0);
        pollfd watched[] = {{descriptor, events, 0}, {ending ? -1 : wake_up.load(), POLLIN, 0}};
        const int ready = ::poll(watched, std::size(watched), ending ? static_cast<int>(left) : -1);
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0 || watched[0].revents != 0) return true;
        if (ending) return false;
    }
}

void wait_a_moment() {
    check_interrupted();
    pollfd watched{wake_up, POLLIN, 0};
    ::poll(&watched, 1, moment_milliseconds);
}

}  // namespace winnow
