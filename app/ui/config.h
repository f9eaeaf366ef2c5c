// Settings that the window keeps from one run to the next: the display and recent files, never the
// simulation.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "settings/settings.h"
#include "ui/layout.h"
#include "ui/model.h"

namespace winnow::ui {

/// Returns $XDG_CONFIG_HOME/winnow, or ~/.config/winnow, and creates it if it is missing. Empty if neither
/// variable is set or it cannot be created: then nothing is kept.
std::filesystem::path config_directory();

/// Returns the display settings saved in `directory`; a setting that is missing or not valid gets its
/// default.
effects::DisplaySettings load_display(const std::filesystem::path& directory);

/// Saves the display settings; a directory that cannot be written is no error.
void save_display(const std::filesystem::path& directory, const effects::DisplaySettings& display);

/// Returns the arrangement saved in `directory`; what is missing or not valid is as it is at first.
Layout load_layout(const std::filesystem::path& directory);
/// Saves the arrangement; a directory that cannot be written is no error.
void save_layout(const std::filesystem::path& directory, const Layout& layout);

/// The views that are kept for an effect, which is a built-in name or a path.
struct ViewsOfEffect {
    std::string effect;
    std::vector<SavedView> views;
    bool operator==(const ViewsOfEffect&) const = default;
};
/// Returns the views saved in `directory`; those that are not valid are left out.
std::vector<ViewsOfEffect> load_views(const std::filesystem::path& directory);
/// Saves the views; a directory that cannot be written is no error.
void save_views(const std::filesystem::path& directory, const std::vector<ViewsOfEffect>& all);

inline constexpr std::size_t max_recent = 6;

/// Returns the paths of the effects that were opened last, the newest first; none if the file cannot be read.
std::vector<std::string> load_recent(const std::filesystem::path& directory);
/// Puts a path first, drops the oldest beyond `max_recent`, and returns the list. A directory that cannot be
/// written is no error.
std::vector<std::string> add_recent(const std::filesystem::path& directory, const std::string& path);

}  // namespace winnow::ui
