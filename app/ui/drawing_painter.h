// Paints a lesson's drawing into a draw list of Dear ImGui.
#pragma once

#include <imgui.h>

#include <cstddef>

#include "lab/drawing.h"
#include "ui/theme.h"

namespace winnow::ui {

/// The frame of a drawing that is painted, and where.
struct Placement {
    ImVec2 origin;    // the place of the drawing's point (0, 0) in the window, pixels
    float scale = 1;  // pixels a unit
    std::size_t frame = 0;

    ImVec2 place(lab::Point point) const {
        return ImVec2(origin.x + point.x * scale, origin.y + point.y * scale);
    }
};

/// A rectangle in the drawing's units.
struct Extent {
    lab::Point least, most;
};

/// Returns the rectangle of the body in any frame; the window shows the rest as text of its own.
Extent painted_extent(const lab::Drawing& drawing);

/// Returns the rectangle that a frame highlights; all of it if the frame highlights nothing.
Extent highlighted(const lab::Drawing& drawing, std::size_t frame);

enum class Part { body, whole };  // of a drawing

/// Paints what lies within the list's clip rectangle.
void paint(ImDrawList& list, const lab::Drawing& drawing, const Placement& placement, const Fonts& fonts,
           Part part = Part::body);

}  // namespace winnow::ui
