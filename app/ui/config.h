// What the window remembers from one run to the next: how things are shown, never the simulation.
#pragma once

#include <filesystem>

#include "effects/settings.h"

namespace winnow::ui {

/// $XDG_CONFIG_HOME/winnow, or ~/.config/winnow; made if it is missing. Empty if there is no such place or it
/// cannot be made: then nothing is remembered.
std::filesystem::path config_directory();

/// The display settings saved in `directory`; defaults for what is missing or not valid there.
effects::Display load_display(const std::filesystem::path& directory);

/// Saves them; a directory that cannot be written is no error.
void save_display(const std::filesystem::path& directory, const effects::Display& display);

}  // namespace winnow::ui
