// The way of a camera through the points of an effect's view.
#pragma once

#include "effects/model/effect.h"
#include "render/camera.h"

namespace winnow::render {

/// Returns the pose on the way of a view after so many seconds. Between two cuts, places and targets lie on
/// cubic Hermite splines through the points, whose slopes are those from neighbour to neighbour over their
/// times (Catmull-Rom); before the first point and behind the last the camera rests. Precondition: the path
/// has points.
Pose pose_on_path(const effects::View& view, double seconds);

}  // namespace winnow::render
