// Handles in the picture: places, directions, radii and boxes of the effect are dragged where they are seen.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "ui/handle_list.h"
#include "ui/projection.h"
#include "ui/widgets.h"

namespace winnow::ui {

/// The colours of x, y and z.
inline const std::array<ImVec4, 3> axis_colors{ImVec4(0.95f, 0.38f, 0.36f, 1), ImVec4(0.47f, 0.82f, 0.42f, 1),
                                               ImVec4(0.42f, 0.62f, 1.00f, 1)};

class SceneHandles {
  public:
    /// Takes the mouse where it is on a handle; a drag edits the effect, as one gesture. Dragged places move
    /// in the plane that faces the camera, or along one of the three axes of the handle that was touched
    /// last; Ctrl rounds them to tenths of a metre. Call it before the panel's windows are drawn.
    void interact(Draw& draw, std::size_t emitter);
    /// Draws the handles behind the panel, as the camera of this frame sees them. Call it once the camera has
    /// its place.
    void paint(const Model& model, const Fonts& fonts, float scale) const;
    /// Forgets the handles, because they are hidden.
    void hide();
    bool is_held() const { return held_.has_value(); }

  private:
    /// A part of a handle that can be held: 0 is its middle, 1 to 3 are its axes.
    struct Grip {
        std::string handle;
        int axis = 0;
        bool operator==(const Grip&) const = default;
    };
    struct Held {
        Grip grip;
        Handle handle;  // as it was when the drag began
        ImVec2 off;     // pixels from the mouse to the grip
    };

    void grip(Draw& draw, const Handle& handle, int axis, ImVec2 at);
    void drag(Draw& draw);
    bool is_put_away(const Handle& handle) const;

    std::vector<Handle> handles_;
    std::string touched_;  // the handle whose axes are shown; empty: none
    std::optional<Grip> hovered_;
    std::optional<Held> held_;
};

}  // namespace winnow::ui
