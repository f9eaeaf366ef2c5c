// The menu that resets a setting, by a right click on its row.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "ui/draw.h"

namespace winnow::ui {

/// The defaults of settings. Each is looked up once: that takes longer than drawing its row.
class Defaults {
  public:
    /// Returns the default of the setting at a pointer; nullopt if there is no such setting.
    const std::optional<nlohmann::json>& at(const std::string& pointer);

  private:
    std::unordered_map<std::string, std::optional<nlohmann::json>> found_;  // by the pointer
};

/// The values that a setting can be reset to.
struct ResetValues {
    std::optional<nlohmann::json> saved, usual;
};

/// Returns them; asked only of rows that can be seen, because finding them takes longer than drawing the row.
using FindResetValues = std::function<ResetValues()>;

/// Returns a setting's value in the saved effect, and its default.
ResetValues reset_values(const Draw& draw, const std::string& pointer);

/// Opens a menu to reset the setting on a right click on its row, which lies between these corners. Draws a
/// mark if the value differs from the saved effect's.
void reset_menu(Draw& draw, const std::string& pointer, const nlohmann::json& value, ImVec2 least,
                ImVec2 most);
void reset_menu(Draw& draw, const std::string& pointer, const nlohmann::json& value,
                const ResetValues& values, ImVec2 least, ImVec2 most);

}  // namespace winnow::ui
