// The opening in the Lab through which the particles are seen. Pointing at a particle lights the cells that
// tell of it, and pointing at a cell marks its particle.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>

#include "ui/drawing_painter.h"
#include "ui/widgets.h"

namespace winnow::ui {

class LabScene {
  public:
    /// Call it in each frame before the others.
    void begin();
    /// Lights the cells in a drawing that tell of the particle that is pointed at, and finds the cell under
    /// the pointer. Call it in the window that the drawing was painted in.
    void join(Draw& draw, const lab::Drawing& drawing, const Placement& placement);
    /// Leaves an opening of this size at the cursor of the current window.
    void open(Draw& draw, ImVec2 size);
    /// Ends the part of the frame that is known before the picture beneath is drawn.
    void end(Draw& draw);
    /// Draws the marks over everything else.
    void mark(const LabModel& lab, const Fonts& fonts, float scale, UiMap& map) const;

    bool is_open() const { return is_open_; }
    ImVec2 least() const { return least_; }
    ImVec2 most() const { return most_; }
    /// Returns the opening; without one, the whole window.
    Area area() const;
    bool has_pointer() const { return is_open_ && has_pointer_; }

  private:
    ImVec2 place(const LabParticle& particle) const;
    std::optional<std::size_t> nearest(const LabModel& lab, ImVec2 to, float reach) const;

    bool is_open_ = false, has_pointer_ = false;
    ImVec2 least_, most_;                 // of the opening, pixels
    std::optional<std::size_t> pointed_;  // the particle that was pointed at in the last frame
    std::optional<std::size_t> newly_;    // and in this one
    std::optional<ImVec2> lowest_cell_;   // the middle of the lower edge of the lowest cell that is lit
};

}  // namespace winnow::ui
