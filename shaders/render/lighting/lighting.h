// The lamps of a scene, the light of its sky, and the objects whose glow lights others: limits and layouts. GLSL, after
// shared.h, and C++ share them; C++ sees them in winnow::shared.
#ifndef WINNOW_LIGHTING_H
#define WINNOW_LIGHTING_H

#ifdef __cplusplus
#include <shaders/shared.h>
namespace winnow::shared {
#endif

const uint MAX_GLOWS = 8u;  // objects that light others

// A distant lamp, and the map of the depths of objects as it sees them.
struct Lamp {
    vec4 to_lamp;     // unit vector in the world; w: the tangent of half the angle over which the lamp is seen
    vec4 light;       // on what faces it; w: 1 if objects cast shadows in it
    vec4 to_map[4];   // columns of the matrix from the world to the map, 0 to 1
    vec4 map;         // metres per side of the map and of its texels; which of the texture's rows of maps, and 1 / their number
};

// An object that lights others, as a ball.
struct Glow {
    vec4 place;  // w: the radius, metres
    vec4 light;  // of its surface
};

// The light of a frame.
struct Lighting {
    vec4 right;         // of the maps that the first lamp sees; beside it and `up`, its direction is the third axis
    vec4 up;
    vec4 above;         // light from all around on a surface that faces up
    vec4 below;         // likewise down
    vec4 on_particles;  // light from all around on a particle, and that of all lamps but the first
    vec4 zenith;        // of the sky
    vec4 horizon;
    vec4 nadir;
    uint lamps;
    uint glows;
    uint taps;  // samples of a soft shadow
    uint stops;
    Lamp lamp[MAX_LAMPS];  // the first is that in whose light particles shade each other
    Glow glow[MAX_GLOWS];
    vec4 stop[MAX_SKY_STOPS];  // of the sky's gradient; w: radians above the horizon
    vec4 sun;                  // light of its disc; w: brightness of the stars
    vec4 clouds;               // light that they scatter from all around; w: the share of the sky that they cover
    vec4 clouds_lit;           // light of the first lamp that they scatter; w: their drift until now
    vec4 fog;                  // light that it scatters from all around; w: its density at its base, per metre
    vec4 fog_lit;              // light of the first lamp that it scatters; w: how much of it goes on nearly straight
    vec4 fog_shape;            // metres of the base; 1 / metres of the thickness, or 0; 1 / size of the clouds, and octaves of their noise
    vec4 ground;               // colour of plain ground; w: its reflectance from above
    vec4 grid;                 // light of its lines; w: metres between them
};

#ifdef __cplusplus
static_assert(sizeof(Lamp) == 112 && sizeof(Glow) == 32);
static_assert(sizeof(Lighting) ==
              144 + MAX_LAMPS * sizeof(Lamp) + MAX_GLOWS * sizeof(Glow) + (MAX_SKY_STOPS + 8) * sizeof(vec4));
}  // namespace winnow::shared
#endif
#endif  // WINNOW_LIGHTING_H
