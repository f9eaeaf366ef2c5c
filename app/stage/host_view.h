// The view of another program, as matrices of any convention, in the form that drawing needs.
#pragma once

#include <glm/glm.hpp>

#include "gl/context.h"
#include "render/host_picture.h"

namespace winnow::stage {

/// The ends of the depth that the host's projection gives.
enum class ClipDepth { minus_one_to_one, zero_to_one };

/// Returns how the host sees the world by these matrices, which multiply columns: the usual depth or
/// reversed, with a far plane or without one, upright or upside down, off the middle or not. A parallel
/// projection is replaced by a perspective one from so far away that its picture differs by less than half a
/// pixel in `frame`. Throws Error(bad_input) if a number is not finite, the view is more than a turn and a
/// move, or the projection shears or turns.
render::HostView host_view(const glm::mat4& view, const glm::mat4& projection, ClipDepth depth,
                           gl::Size frame);

}  // namespace winnow::stage
