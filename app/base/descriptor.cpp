#include "base/descriptor.h"

#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "base/interrupt.h"

namespace winnow {
namespace {

/// A pipe that is ready takes this much without blocking; a regular file never waits for anybody.
std::size_t most_at_once(int descriptor) {
    struct stat status {};
    const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    return regular ? SSIZE_MAX : PIPE_BUF;
}

}  // namespace

int write_all(int descriptor, std::string_view bytes) {
    const std::size_t most = most_at_once(descriptor);
    while (!bytes.empty()) {
        if (!wait_until_ready(descriptor, POLLOUT)) return ECANCELED;
        const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), most));
        if (written < 0 && errno != EINTR && errno != EAGAIN) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return 0;
}

}  // namespace winnow
