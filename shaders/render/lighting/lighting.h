// The lamps of a scene, the light of its sky, and the objects whose glow lights others: limits and layouts. GLSL, after
// shared.h, and C++ share them; C++ sees them in winnow::shared.
#ifndef WINNOW_LIGHTING_H
#define WINNOW_LIGHTING_H

#ifdef __cplusplus
#include <shaders/shared.h>
namespace winnow::shared {
#endif

const uint MAX_GLOWS = 8u;  // objects that light others
const float GLOW_NEAREST = 0.02f;  // metres from the middle of such an object to where its map of shadows begins
const float GLOW_MARGIN = 1.05f;  // the width of a square of the map by that of a cube's face, for filters at its edges
const uint CASCADES = 3u;   // maps of a lamp in a wide scenery: of what is near the eye, of what is farther, and of all
const uint SCATTER_SIDE = 32u;    // cells per side of the grid in which particles scatter light; a work group has a plane of them
const float SCATTER_FINE = 1024.0;  // parts of one, in which cells count
const uint HARMONICS = 9u;  // of the light of a picture all around

// A distant lamp, and the map of the depths of objects as it sees them.
struct Lamp {
    vec4 to_lamp;     // unit vector in the world; w: the tangent of half the angle over which the lamp is seen
    vec4 light;       // on what faces it; w: 1 if objects cast shadows in it
    vec4 to_map[4];   // columns of the matrix from the world to the map, 0 to 1
    vec4 map;         // metres per side of the map and of its texels; which of the texture's rows of maps, and 1 / their number,
                      // 0: nothing casts shadows in it
    vec4 cascade[CASCADES - 1u];  // in a wide scenery, of the maps before that of all, which lie in rows from that one on: where the map of
                                  // all lies in each, and its factor
};

// An object that lights others, as a ball.
struct Glow {
    vec4 place;  // w: the radius, metres
    vec4 light;  // of its surface; w: 1 + the number of its map of shadows, or 0
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
    vec4 harmonic[HARMONICS];  // of the light on surfaces, if it is a picture's: factors of 1, y, z, x, xy, yz, 3z^2 - 1, xz, x^2 - y^2
    vec4 sky_picture;          // cosine and sine of the angle that it is turned by; brightness
    vec4 ground_picture;       // 1 / metres of its width and of its height
    vec4 water;                // light that its depths scatter, as a share; w: slope of the waves
    vec4 waves;                // 1 / metres of the longest; seconds; octaves; w: extinction of haze before it, 1 / metre
};

#ifdef __cplusplus
static_assert(sizeof(Lamp) == 112 + (CASCADES - 1) * sizeof(vec4) && sizeof(Glow) == 32);
static_assert(sizeof(Lighting) ==
              144 + MAX_LAMPS * sizeof(Lamp) + MAX_GLOWS * sizeof(Glow) + 
                  (MAX_SKY_STOPS + HARMONICS + 12) * sizeof(vec4));
}  // namespace winnow::shared
#endif
#endif  // WINNOW_LIGHTING_H
