// A picture of a session as it is now.
#pragma once

#include <optional>
#include <vector>

#include "film/light_frame.h"
#include "gl/context.h"
#include "render/image.h"
#include "render/renderer.h"
#include "render/targets.h"
#include "session/choices.h"
#include "session/session.h"

namespace winnow::session {

/// How a session is drawn.
struct StillChoice {
    gl::Size size{};                       // of the picture, pixels
    int supersample = 1;                   // factor of the drawn sides, 1 to render::max_supersampling
    std::optional<CameraChoice> camera{};  // empty: the effect's view
    FinishChoice finish{};
    bool transparent = false;
    bool identifies = false;  // the particle that each pixel shows is found too
};

/// Draws pictures of one session, also after edits and resets of it. A picture is a function of the run up to
/// there, whatever was drawn of other runs before.
class Still {
  public:
    /// Builds the programs that draw the session's effect, as render::Renderer::load() does. Precondition:
    /// the session outlives this object. Throws as the renderer does.
    Still(Session& session, const StillChoice& choice);

    /// Draws the particles as they are `behind` steps before the end of the last step, and shows the solid
    /// things of the picture to the steps after it. Precondition: the simulation is settled.
    void draw(double behind);
    /// Returns the newest picture, read back.
    render::Image read();
    /// Returns the light of the newest picture, which was drawn so far behind, read back, and what its pixels
    /// show if it identifies that; the picture before it was `seconds` ago.
    film::DrawnLight read_light(double behind, double seconds);
    /// Returns the factor on the light of the newest picture that render::Renderer::metered() gives.
    float metered() const { return renderer_.metered(); }

    /// True if the steps depend on the frames before them, so that each frame has to be drawn.
    bool is_seen() const { return session_.simulation().living().program->sees_depth; }
    /// Says if the newest picture was drawn by tiles; nullopt if none was drawn.
    std::optional<bool> drew_by_tiles() const {
        return drawn_ ? std::optional(renderer_.drew_by_tiles()) : std::nullopt;
    }

  private:
    void finish_passes() const;
    render::Camera camera_at(double behind) const;
    std::vector<render::Scene> scenes(double behind) const;

    Session& session_;
    const StillChoice choice_;
    render::Renderer renderer_;
    render::TargetImage target_;
    bool drawn_ = false;
    std::string last_notice_;  // why triangles were drawn
};

}  // namespace winnow::session
