// The numbers by which shaders know the kinds of light, of ground and of sky, in the order of effects::Ground and
// effects::Sky. GLSL and C++ share them; C++ sees them in winnow::shared.
#ifndef WINNOW_SCENERY_H
#define WINNOW_SCENERY_H

#ifdef __cplusplus
#include <cstdint>
namespace winnow::shared {
using uint = std::uint32_t;
#endif

// The kinds of light and shadow in a scene, as bits of LIT_BY, which shaders may know when they are compiled (lamp.glsl).
const uint LIT_BY_SHADE = 1u;          // particles shade each other
const uint LIT_BY_SHADOWS = 2u;        // objects cast shadows
const uint LIT_BY_SOLID_SHADOWS = 4u;  // solid particles do
const uint LIT_BY_POINT_LIGHTS = 8u;   // particles are lights
const uint LIT_BY_FINE_SHADOWS = 16u;  // edges of shadows are the mean of 3 x 3 texels, else of 2 x 2

const uint GROUND_STONE = 0u;
const uint GROUND_WET = 1u;
const uint GROUND_SAND = 2u;
const uint GROUND_STUDIO = 3u;
const uint GROUND_NONE = 4u;
const uint GROUND_PLAIN = 5u;
const uint GROUND_WATER = 6u;

const uint SKY_DUSK = 0u;
const uint SKY_NIGHT = 1u;
const uint SKY_STUDIO = 2u;
const uint SKY_BLACK = 3u;
const uint SKY_GRADIENT = 4u;  // whatever the kind, if the scenery has one
const uint SKY_PICTURE = 5u;   // likewise, before a gradient

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SCENERY_H
