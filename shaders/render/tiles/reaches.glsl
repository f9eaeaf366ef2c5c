// Decides if pixels receive something of a sprite.
#include "render/tiles/pixels.glsl"

uniform float brightest;  // light that counts as 1

// True if a sprite reaches pixels of the frame; false if its size or its light is nothing, or not finite.
bool reaches_frame(PixelSprite sprite) {
    const vec2 away = abs(sprite.center - clamp(sprite.center, vec2(0.0), frame_size));
    const float most = max(max(sprite.light.r, sprite.light.g), max(sprite.light.b, sprite.light.a));
    const float reach = farthest_of(sprite);
    return away.x < reach && away.y < reach && reach < 1e30 && min(sprite.reach, sprite.radius) > 0.0 && most > 0.0 &&
           most < 1e30;
}
