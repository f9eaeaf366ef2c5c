// Copying and pasting parts of an effect as JSON text: by a menu, or by Ctrl+C and Ctrl+V over what the
// pointer is on.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

#include "ui/draw.h"

namespace winnow::ui {

/// Puts the value on the clipboard.
void copy_text(const nlohmann::ordered_json& value);

/// Returns what the clipboard holds as JSON. If that is none, asks for a warning that says so.
std::optional<nlohmann::json> pasted_json(Draw& draw);

/// Asks for the edit, named `what` in the history; if it would be refused, for a warning that says why.
void paste(Draw& draw, const effects::Edit& edit, const std::string& what);

/// Returns what Ctrl+C or Ctrl+V asks for, once, if the pointer is on it.
Clip clip_by_keys(Draw& draw, bool is_pointed_at);

/// Draws the entries of an open menu that copy and paste: "<name>/copy" and "<name>/paste".
Clip clip_entries(Draw& draw, const std::string& name);

}  // namespace winnow::ui
