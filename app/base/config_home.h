// The folder below which programs keep what people configure.
#pragma once

#include <filesystem>

namespace winnow {

/// Returns $XDG_CONFIG_HOME, or ~/.config; empty if the environment names neither.
std::filesystem::path config_home();

}  // namespace winnow
