// What a session shows.
#pragma once

#include "commands/session.h"
#include "render/renderer.h"

namespace winnow::commands {

/// Without a frozen camera, which is the window's to remember.
render::DrawOrder order_of(Session& session);

/// The particles as they are now, seen by this camera, with the usual bloom.
render::Scene scene_of(Session& session, const render::Camera& camera);

}  // namespace winnow::commands
