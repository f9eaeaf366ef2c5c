// Sprites measured in pixels.
#include "render/frame/camera.glsl"

uniform vec2 frame_size;  // pixels

struct PixelSprite {
    vec2 center;     // from the frame's lower left corner
    vec2 along;      // unit vector of its longer axis
    float reach;     // half the longer axis
    float radius;    // half the other
    float height;    // of the centre above the plane
    float softness;  // over which it fades into the plane; 0: it does not fade
    vec4 light;      // in its middle: premultiplied colour and opacity, or one channel each
    uint seed;       // of its rounding; the upper 8 bits count
    vec2 before;     // metres: its depth in front of the eye, and over which it fades into objects
    uvec2 picture;   // zero: it is a soft disc
    uvec2 map;       // of a turned picture, as picture.glsl packs it
};

// Returns the radius of the circle around the sprite; of a picture, the axis along may be the shorter one.
float farthest_of(PixelSprite sprite) {
    return max(sprite.reach, sprite.radius);
}

// Returns half the width and half the height of the sprite.
vec2 extent_of(PixelSprite sprite) {
    const vec2 along = sprite.along * sprite.reach, across = sprite.along.yx * sprite.radius;
    return sqrt(along * along + across * across);
}

// Returns (a, b, c) of the ellipse a x^2 + 2 b x y + c y^2 < 1, where x and y are offsets from its centre.
vec3 ellipse_of(PixelSprite sprite) {
    const vec2 per_axis = 1.0 / (vec2(sprite.reach, sprite.radius) * vec2(sprite.reach, sprite.radius));
    const vec2 squares = sprite.along * sprite.along;
    return vec3(dot(squares, per_axis), sprite.along.x * sprite.along.y * (per_axis.x - per_axis.y), dot(squares.yx, per_axis));
}

// Returns (s, t): the share s + t * rise of the sprite is not faded into the plane, before it is clamped to 0 to 1, at
// an offset that lies `rise` pixels higher in the world than the centre.
vec2 fade_of(PixelSprite sprite) {
    if (sprite.softness <= 0.0) return vec2(1.0, 0.0);
    return vec2(sprite.height / sprite.softness * 0.5 + 0.5, 0.5 / sprite.softness);
}

uniform float brightest;  // light that counts as 1

// True if a sprite reaches pixels of the frame; false if its size or its light is nothing, or not finite.
bool reaches_frame(PixelSprite sprite) {
    const vec2 away = abs(sprite.center - clamp(sprite.center, vec2(0.0), frame_size));
    const float most = max(max(sprite.light.r, sprite.light.g), max(sprite.light.b, sprite.light.a));
    const float reach = farthest_of(sprite);
    return away.x < reach && away.y < reach && reach < 1e30 && min(sprite.reach, sprite.radius) > 0.0 && most > 0.0 &&
           most < 1e30;
}
