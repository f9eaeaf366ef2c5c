// The desktop's programs for files.
#pragma once

#include <string>

namespace winnow::view {

/// Opens a file or a folder with the program that the desktop has for it, and does not wait for it. Throws
/// Error(absent) if xdg-open is not installed.
void open_on_desktop(const std::string& path);

}  // namespace winnow::view
