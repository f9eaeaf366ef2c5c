// Messages about refused edits in the words of the panel.
#pragma once

#include <span>
#include <string>

#include "settings/settings.h"

namespace winnow::view {

/// Returns a message that begins with a JSON pointer, such as "/effect/emitters/0/modules/1/direction: ...",
/// with what the panel calls that place: "sparks, jet, direction: ...". The pointer counts after the `edits`,
/// which were refused. Other messages are returned as they are.
std::string in_words(const std::string& message, const effects::Settings& before,
                     std::span<const effects::Edit> edits);

/// Returns what the panel calls the setting at the pointer: "jet, rate", "density".
std::string subject_of(const effects::Settings& settings, const std::string& pointer);

}  // namespace winnow::view
