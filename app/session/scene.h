// The scene that a session shows.
#pragma once

#include <functional>
#include <vector>

#include "render/renderer.h"
#include "session/session.h"

namespace winnow::session {

/// Returns the settings of culling and sorting, without a frozen camera, which the window keeps.
render::DrawOrder order_of(Session& session);

/// Returns the simulated time since the prewarmed steps, `behind` steps before the end of the last one. It
/// depends on step and phase alone, so that parts of a film join also where a saved state goes on.
double seconds_since_first_frame(const Session& session, double behind);

/// Returns the camera of a view, which orbits and plays its path, `behind` steps before the end of the last
/// one.
render::Camera camera_of(const Session& session, const effects::View& view, double behind);

/// Returns a camera as it is so many steps before the end of the last one.
using CameraAt = std::function<render::Camera(double behind)>;

/// The lens and the shutter through which a frame is seen, as effects::View has them.
struct Lens {
    float aperture = 0, focus = 0;  // metres
    float shutter = 0;              // seconds
    int samples = 1;                // pictures whose mean is a frame that neither is sharp nor a moment
};
Lens lens_of(const effects::View& view, int samples);

/// Returns the scenes whose mean is a frame: one, or the lens's samples if it has an aperture or a
/// shutter.
std::vector<render::Scene> scenes_of(Session& session, double behind, const Lens& lens,
                                     const CameraAt& camera_at);

/// Returns the particles as they are `behind` steps before the end of the last step, seen
/// by this camera, with the bloom, vignette and grading of its view.
render::Scene scene_of(Session& session, const render::Camera& camera, double behind = 0);

}  // namespace winnow::session
