// The presets of stacks: modules that a person keeps by name and adds to any emitter.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "effects/format/stack_preset.h"
#include "ui/text_field.h"

namespace winnow::ui {

/// Asks for the preset's modules behind those of a list, as one edit; if that would be refused, for a warning
/// that says why.
void add_preset(Draw& draw, const effects::StackPlace& place, const effects::StackPreset& preset);

/// Returns the names of the preset's modules, for a line below its name.
std::string modules_text(const effects::StackPreset& preset);

/// A heading over an emitter's stack whose button opens the menu: the modules of the stack that are saved as
/// a preset and, below them, a row for each preset that renames, adds and deletes it.
class PresetMenu {
  public:
    void draw(Draw& draw, std::size_t emitter);

  private:
    void row(Draw& draw, std::size_t emitter, std::size_t index);
    void saving(Draw& draw, std::size_t emitter);
    void save_row(Draw& draw, std::size_t emitter);

    std::vector<char> chosen_;              // by module of the stack: 1 if it is to be saved
    std::string new_name_;                  // of what is to be saved
    TypedName typed_;                       // of a preset
    std::optional<std::size_t> to_delete_;  // the preset whose deletion waits for a second press
};

}  // namespace winnow::ui
