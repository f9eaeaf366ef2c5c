#include "base/standard_streams.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/descriptor.h"

namespace winnow {
namespace {

ssize_t write_to(void* descriptor, const char* bytes, std::size_t count) {
    errno = write_all(*static_cast<const int*>(descriptor), {bytes, count});
    return errno == 0 ? static_cast<ssize_t>(count) : 0;
}

/// Null if memory is short: then the stream stays as it was.
std::FILE* stream_to(int& descriptor, int buffering) {
    std::FILE* stream = ::fopencookie(&descriptor, "w", {nullptr, write_to, nullptr, nullptr});
    if (stream != nullptr) std::setvbuf(stream, nullptr, buffering, BUFSIZ);
    return stream;
}

}  // namespace

void make_standard_streams_interruptible() {
    static int output = STDOUT_FILENO, errors = STDERR_FILENO;
    std::fflush(stdout);
    if (std::FILE* stream = stream_to(output, ::isatty(output) != 0 ? _IOLBF : _IOFBF)) stdout = stream;
    if (std::FILE* stream = stream_to(errors, _IONBF)) stderr = stream;
}

}  // namespace winnow
