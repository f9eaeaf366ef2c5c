// What a session says of culling and sorting, for a picture.
#pragma once

#include "commands/session.h"
#include "render/renderer.h"

namespace winnow::commands {

/// Without a frozen camera, which is the window's to remember.
render::DrawOrder order_of(Session& session);

}  // namespace winnow::commands
