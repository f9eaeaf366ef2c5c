// What the window remembers from one run to the next: how things are shown, never the simulation.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "effects/settings.h"

namespace winnow::ui {

/// $XDG_CONFIG_HOME/winnow, or ~/.config/winnow; made if it is missing. Empty if there is no such place or it
/// cannot be made: then nothing is remembered.
std::filesystem::path config_directory();

/// The display settings saved in `directory`; defaults for what is missing or not valid there.
effects::Display load_display(const std::filesystem::path& directory);

/// Saves them; a directory that cannot be written is no error.
void save_display(const std::filesystem::path& directory, const effects::Display& display);

inline constexpr std::size_t most_recent = 6;

/// The paths of the effects that were opened last, the newest first; none if that is not known.
std::vector<std::string> load_recent(const std::filesystem::path& directory);
/// Puts a path first; the oldest beyond `most_recent` are forgotten. A directory that cannot be written is no
/// error.
std::vector<std::string> add_recent(const std::filesystem::path& directory, const std::string& path);

}  // namespace winnow::ui
