// A sprite in 32 bytes: centre, 32 bits each; direction of the longer axis, reach, radius, height above the plane,
// softness, premultiplied colour and opacity, depth and softness before objects, 16 bits each. With PICTURES there are 16 more
// bytes: its picture, two words.
#include "render/tiles/pixels.glsl"

const float MAX_PACKED = 60000.0;  // of any value with 16 bits but the direction

vec2 packable(vec2 values) { return clamp(values, -MAX_PACKED, MAX_PACKED); }

#ifdef PICTURES
const uint SPRITE_ELEMENTS = 3u;
#else
const uint SPRITE_ELEMENTS = 2u;
#endif

void pack_sprite(PixelSprite sprite, out uvec4 place, out uvec4 look) {
    place = uvec4(floatBitsToUint(sprite.center), packHalf2x16(packable(vec2(sprite.reach, sprite.radius))),
                  packSnorm2x16(sprite.along));
    look = uvec4(packHalf2x16(packable(vec2(sprite.height, sprite.softness))), packHalf2x16(packable(sprite.light.rg)),
                 packHalf2x16(packable(sprite.light.ba)), packHalf2x16(packable(sprite.before)));
}

PixelSprite unpack_sprite(uvec4 place, uvec4 look) {
    const vec2 size = unpackHalf2x16(place.z), fade = unpackHalf2x16(look.x);
    PixelSprite sprite;
    sprite.center = uintBitsToFloat(place.xy);
    sprite.along = unpackSnorm2x16(place.w);
    sprite.reach = size.x;
    sprite.radius = size.y;
    sprite.height = fade.x;
    sprite.softness = fade.y;
    sprite.light = vec4(unpackHalf2x16(look.y), unpackHalf2x16(look.z));
    sprite.seed = 0u;
    sprite.before = unpackHalf2x16(look.w);
    return sprite;
}
