// The kinds of light and shadow in a scene: constants if LIT_BY is defined, else uniforms. A software renderer computes all
// branches of a shader whatever its uniforms say.
#include "render/scenery.h"
#ifdef LIT_BY
const bool is_shaded = (LIT_BY & LIT_BY_SHADE) != 0u;
const bool has_shadows = (LIT_BY & LIT_BY_SHADOWS) != 0u;
const bool has_solid_shadows = (LIT_BY & LIT_BY_SOLID_SHADOWS) != 0u;
const bool has_point_lights = (LIT_BY & LIT_BY_POINT_LIGHTS) != 0u;
const bool has_fine_shadows = (LIT_BY & LIT_BY_FINE_SHADOWS) != 0u;
#else
uniform bool is_shaded, has_shadows, has_solid_shadows, has_point_lights, has_fine_shadows;
#endif
