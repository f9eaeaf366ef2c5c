#include "base/descriptor.h"

#include <sys/stat.h>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>

#include "base/interrupt.h"

namespace winnow {

namespace {

/// Returns the most bytes that one write() may take. A pipe that is ready takes this many without blocking; a
/// write to a regular file never waits for a reader.
std::size_t max_at_once(int descriptor) {
    struct stat status {};
    const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    return regular ? SSIZE_MAX : PIPE_BUF;
}

int output_error = 0;  // the first of standard output

ssize_t write_to(void* descriptor, const char* bytes, std::size_t count) {
    const int number = *static_cast<const int*>(descriptor);
    errno = write_all(number, {bytes, count});
    if (number == STDOUT_FILENO && output_error == 0) output_error = errno;
    return errno == 0 ? static_cast<ssize_t>(count) : 0;
}

/// Returns null if memory runs out; the caller then keeps its stream as it was.
std::FILE* stream_to(int& descriptor, int buffering) {
    std::FILE* stream = ::fopencookie(&descriptor, "w", {nullptr, write_to, nullptr, nullptr});
    if (stream != nullptr) std::setvbuf(stream, nullptr, buffering, BUFSIZ);
    return stream;
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
    const std::size_t most = max_at_once(descriptor);
    while (!bytes.empty()) {
        if (!wait_until_ready(descriptor, POLLOUT)) return ECANCELED;
        const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), most));
        if (written < 0 && errno != EINTR && errno != EAGAIN) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return 0;
}

namespace {
bool had_standard_output = true;
}

void hold_standard_descriptors() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
        if (number == STDOUT_FILENO) had_standard_output = false;
        ::open("/dev/null", O_RDONLY);  // gets the lowest free number, which is this one
    }
}

bool has_standard_output() {
    return had_standard_output;
}

int standard_output_error() {
    return output_error;
}

void make_standard_streams_interruptible() {
    static int output = STDOUT_FILENO, errors = STDERR_FILENO;
    std::fflush(stdout);
    if (std::FILE* stream = stream_to(output, ::isatty(output) != 0 ? _IOLBF : _IOFBF)) stdout = stream;
    if (std::FILE* stream = stream_to(errors, _IONBF)) stderr = stream;
}

}  // namespace winnow
