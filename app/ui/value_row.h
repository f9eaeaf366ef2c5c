// Draws a parameter of a module as a row: its value and the menu of its kind.
#pragma once

#include <string>

#include "effects/model/parameter.h"
#include "ui/reset_menu.h"
#include "ui/text_field.h"
#include "ui/widgets.h"

namespace winnow::ui {

/// A parameter of a module in an emitter's stack.
struct ParameterRow {
    const effects::Parameter& parameter;
    std::string name;     // in the map of widgets
    std::string pointer;  // of its value
    nlohmann::json value;
    FindResetValues reset;
    MakeTextEdit
        rename{};  // of an attribute's name: the edit that another name becomes; none: that of a value
};

/// Draws the row and, below it, the editor of a curve or a gradient. The label is dim while the value is the
/// default.
void value_row(Draw& draw, const ParameterRow& row);

}  // namespace winnow::ui
