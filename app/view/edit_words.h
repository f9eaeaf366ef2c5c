// Messages about refused edits in the words of the panel.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "settings/settings.h"

namespace winnow::view {

/// Returns a message that begins with a JSON pointer, such as "/effect/emitters/0/modules/1/direction: ...",
/// with what the panel calls that place: "sparks, jet, direction: ...". The pointer counts after the `edits`,
/// which were refused. Other messages are returned as they are.
std::string in_words(const std::string& message, const effects::Settings& before,
                     std::span<const effects::Edit> edits);

/// Returns what an edit of the settings does: "jet: rate 900", "sparks: add size", "density 2". A value that
/// takes more than a few words is left out.
std::string change_words(const effects::Settings& before, const effects::Edit& edit);

/// Returns what the panel calls the steps from the effect or the simulation to a setting: "jet", "rate".
std::vector<std::string> steps_to(const effects::Settings& settings, const std::string& pointer);

/// Returns what the panel calls an element of a list: its name, or that of its module. Several of one module
/// are numbered. `key`: what the list is called.
std::string element_words(const nlohmann::json& list, std::size_t index, const std::string& key);

/// Returns a value in a few words: "900", "on", "0, 1, 0", "random 0.5, 0.9", "a curve"; empty: it takes
/// more.
std::string value_words(const nlohmann::json& value);

}  // namespace winnow::view
