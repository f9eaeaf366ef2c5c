// The scene that a session shows.
#pragma once

#include "render/renderer.h"
#include "session/session.h"

namespace winnow::session {

/// Returns the settings of culling and sorting, without a frozen camera, which the window keeps.
render::DrawOrder order_of(Session& session);

/// Returns the particles as they are `behind` steps, from 0 to below 1, before the end of the last step, seen
/// by this camera, with the usual bloom.
render::Scene scene_of(Session& session, const render::Camera& camera, double behind = 0);

}  // namespace winnow::session
