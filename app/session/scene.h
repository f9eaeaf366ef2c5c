// What a session shows.
#pragma once

#include "render/renderer.h"
#include "session/session.h"

namespace winnow::session {

/// Without a frozen camera, which is the window's to remember.
render::DrawOrder order_of(Session& session);

/// The particles as they are now, seen by this camera, with the usual bloom.
render::Scene scene_of(Session& session, const render::Camera& camera);

}  // namespace winnow::session
