// The check of a camera's way against the objects of the scenery.
#pragma once

#include "effects/compile/transform.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// Throws Invalid with a pointer below `path`, that of the effect, if a point of the camera's way lies
/// inside an object that is there at the time of this point. A mesh that is not closed has no inside.
void check_view_path(const Effect& effect, const Motions& motions, const Path& path);

}  // namespace winnow::effects
