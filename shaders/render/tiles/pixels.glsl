// Sprites measured in pixels, and the light that each of their pixels receives, in whole units. Sums of whole units do
// not depend on their order.
#include "render/camera.glsl"

const float UNITS = 1048574.0;  // of the brightest sprite; 4096 of them and their rounding fit into 32 bits

uniform vec2 frame_size;  // pixels

struct PixelSprite {
    vec2 center;     // from the frame's lower left corner
    vec2 along;      // unit vector of its longer axis
    float reach;     // half the longer axis
    float radius;    // half the other
    float height;    // of the centre above the plane
    float softness;  // over which it fades into the plane; 0: it does not fade
    vec3 light;      // in its middle, 0 to 1 of the effect's brightest
    uint seed;       // of the rounding; its upper 8 bits count
};

// What a sprite's seed grows by from pixel to pixel.
const uint SEED_PER_COLUMN = 2654435769u, SEED_PER_ROW = 2246822507u;

// Returns a number from 0 to 1 by which a pixel's light is rounded; it depends on the sprite and the pixel alone.
float rounding_of(uint seed) { return float(seed >> 8u) * (1.0 / 16777216.0); }

// Returns the share of the sprite's light at an offset in pixels from its centre.
float share_at(PixelSprite sprite, vec2 offset) {
    const float u = dot(offset, sprite.along) / sprite.reach;
    const float v = dot(offset, vec2(-sprite.along.y, sprite.along.x)) / sprite.radius;
    const float inside = max(0.0, 1.0 - (u * u + v * v));
    float above = 1.0;
    if (sprite.softness > 0.0)
        above = clamp((sprite.height + dot(camera.view[1].xy, offset)) / sprite.softness * 0.5 + 0.5, 0.0, 1.0);
    return inside * inside * above;
}

// Returns the units of light that the pixel receives. What is less than a unit is rounded at random, so that many faint
// sprites have their light together.
uvec3 units_at(PixelSprite sprite, uvec2 pixel) {
    const float share = share_at(sprite, vec2(pixel) + 0.5 - sprite.center);
    if (share <= 0.0) return uvec3(0u);
    return uvec3(sprite.light * (share * UNITS) + rounding_of(sprite.seed + pixel.x * SEED_PER_COLUMN + pixel.y * SEED_PER_ROW));
}
