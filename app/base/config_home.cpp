#include "base/config_home.h"

#include <cstdlib>

namespace winnow {

std::filesystem::path config_home() {
    // The XDG specification says that a relative path is invalid and must be ignored.
    if (const char* home = std::getenv("XDG_CONFIG_HOME"); home != nullptr && home[0] == '/') return home;
    if (const char* home = std::getenv("HOME"); home != nullptr && home[0] != '\0')
        return std::filesystem::path(home) / ".config";
    return {};
}

}  // namespace winnow
