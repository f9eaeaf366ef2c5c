#include "view/desktop.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"

namespace winnow::view {

/// The shell ends at once and leaves the program to the system, which reaps it.
void open_on_desktop(const std::string& path) {
    std::string shell = "sh", flag = "-c", name = "sh", file = path;
    std::string script =
        "command -v xdg-open >/dev/null || exit 1; xdg-open \"$1\" </dev/null >/dev/null 2>&1 &";
    char* words[] = {shell.data(), flag.data(), script.data(), name.data(), file.data(), nullptr};
    pid_t child = -1;
    int status = -1;
    if (::posix_spawnp(&child, "sh", nullptr, nullptr, words, environ) == 0)
        while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
    if (status != 0) absent("{} cannot be opened from here: install the package xdg-utils", path);
}

}  // namespace winnow::view
