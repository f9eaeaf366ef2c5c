// The scene that a session shows.
#pragma once

#include "render/renderer.h"
#include "session/session.h"

namespace winnow::session {

/// Returns the settings of culling and sorting, without a frozen camera, which the window keeps.
render::DrawOrder order_of(Session& session);

/// Returns the particles in their present state, seen by this camera, with the usual bloom.
render::Scene scene_of(Session& session, const render::Camera& camera);

}  // namespace winnow::session
