// Draws what an emitter has lists of beside its modules: local values, bursts and children.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "effects/model/effect.h"
#include "ui/draw.h"

namespace winnow::ui {

/// Draws the local values of an emitter, or of the effect, with a field for each name and each expression:
/// "<name>/<let>/name" and "<name>/<let>".
void let_rows(Draw& draw, const std::string& name, std::optional<std::size_t> emitter);

/// Draws the bursts of an emitter, each below a bar that opens it: "emitter/bursts/<index>".
void burst_rows(Draw& draw, std::size_t emitter);

/// Likewise the links to its children: "emitter/children/<index>".
void child_rows(Draw& draw, std::size_t emitter);

}  // namespace winnow::ui
