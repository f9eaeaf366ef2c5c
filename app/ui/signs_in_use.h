// The signs of the texts that come from people: names, paths and messages.
#pragma once

#include "ui/fonts.h"
#include "ui/model.h"

namespace winnow::ui {

/// Adds the signs of what the model names. Returns true if one is new.
bool add_signs_of(Signs& signs, const Model& model);

}  // namespace winnow::ui
