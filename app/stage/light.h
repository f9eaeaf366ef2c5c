// The light of another program's scene, in which its effects are seen.
#pragma once

#include <glm/glm.hpp>

#include "effects/model/scenery.h"

namespace winnow::stage {

/// The light of another program's scene, linear.
struct Light {
    glm::vec3 to_lamp{0, 1, 0};  // a distant one
    glm::vec3 lamp{1};
    glm::vec3 above{0}, below{0};  // from all around, on what faces up and down
};

/// Throws Error(bad_input) if a number is out of its range.
void check(const Light& light);

/// Lights the scenery, which is not seen, as the program's own things are lit. There are as many lamps as
/// before, with shadows or not, so that the same programs draw.
void put(const Light& light, effects::Scenery& scenery);

}  // namespace winnow::stage
