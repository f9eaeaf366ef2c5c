// The particle that a pixel shows. GLSL, after shared.h, and C++ share the layout; C++ sees it in winnow::shared.
#ifndef WINNOW_PIXELS_H
#define WINNOW_PIXELS_H

#ifdef __cplusplus
#include <shaders/shared.h>
namespace winnow::shared {
#endif

struct PixelParticle {
    vec4 place;  // in the world, metres; w: metres before the eye, NO_DEPTH: no particle has the pixel
    float velocity_x, velocity_y;  // pixels to the right and up since the frame before
    uint emitter;                  // its slot; NO_EMITTER
    uint birth_step;
    uint ordinal;
    uint pad0, pad1, pad2;
};
const float NO_DEPTH = 1e10f;
const uint NO_EMITTER = 0xFFFFFFFFu;

#ifdef __cplusplus
static_assert(sizeof(PixelParticle) == 48);
}  // namespace winnow::shared
#endif
#endif  // WINNOW_PIXELS_H
