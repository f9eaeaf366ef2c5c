// The check of a camera's way against the objects of the scenery.
#pragma once

#include "effects/compile/transform.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// Returns true if a place lies inside an object, which has no motion. Of a mesh nothing is known: false.
bool is_inside(const SceneObject& object, const glm::vec3& place);

/// Throws Invalid with a pointer below `path`, that of the effect's view, if a point of the camera's way lies
/// inside an object that is there at the time of this point.
void check_view_path(const Effect& effect, const Motions& motions, const Path& path);

}  // namespace winnow::effects
