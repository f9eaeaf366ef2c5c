// A particle's sprite as the lamp's map of opacity shows it, in texels. Its light holds its depth and its opacity.
#include "render/tiles/levels.glsl"
#include "render/tiles/pixels.glsl"
#include "render/sprites/shade_sprite.glsl"

bool find_particle(uint n, out uint at) {
    at = (pool.first + n) % capacity;
    return n < pool.alive;
}

bool project(uint at, out PixelSprite shown) {
    const ShadeSprite sprite = shade_sprite_of(at);
    const bool is_wide = sprite.radius.x >= sprite.radius.y;
    const vec2 radius = 0.5 * sprite.radius * frame_size;
    shown.center = (sprite.place.xy * 0.5 + 0.5) * frame_size;
    shown.along = is_wide ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
    shown.reach = max(radius.x, radius.y);
    shown.radius = min(radius.x, radius.y);
    shown.height = shown.softness = 0.0;
    shown.light = vec4(sprite.place.z, sprite.opacity / brightest, 0.0, 0.0);
    shown.seed = 0u;
    return reaches_frame(shown);
}
