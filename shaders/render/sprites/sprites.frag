// Draws a round, soft sprite: bright in the middle, without an edge; with PICTURES, perhaps a picture instead.
#include "render/frame/camera.glsl"
#include "render/objects/depth.glsl"
#ifdef BEFORE_RIBBONS
#include "render/ribbons/layer.glsl"
#endif
#ifdef PICTURES
#include "render/sprites/picture.glsl"
#endif

#ifdef REFLECTION
const bool is_reflection = true;
#else
const bool is_reflection = false;
#endif
in vec3 on_sprite;
flat in vec4 light;
flat in vec2 depth_and_softness;
out vec4 color;

vec4 disc() {
    const float inside = max(0.0, 1.0 - dot(on_sprite.xy, on_sprite.xy));
    return vec4(inside * inside);
}

#ifdef PICTURES
#ifdef NEAREST_LEVEL
flat in uvec4 frames;
flat in float part;
#else
flat in uvec2 picture;
#endif

vec4 shape() {
    const vec2 place = on_sprite.xy * PICTURE_RADIUS, to_right = dFdx(place), up = dFdy(place);
    const vec2 pixel = sqrt(to_right * to_right + up * up);
#ifdef NEAREST_LEVEL
    if (frames.z == 0u) return disc();
    return blend_at(PictureFrames(frames.xy, frames.zw, part), place_in_frame(place, is_reflection)) *
           share_in_picture(place, pixel);
#else
    if (picture == uvec2(0u)) return disc();
    return picture_at(picture, place, pixel);
#endif
}
#else
vec4 shape() { return disc(); }
#endif

void main() {
    vec4 share = shape() * clamp(on_sprite.z, 0.0, 1.0);
    if (has_objects) share *= share_before_object(ivec2(gl_FragCoord.xy), depth_and_softness.x, depth_and_softness.y);
#ifdef BEFORE_RIBBONS
    share *= share_before_ribbons(ribbon_at(ivec2(gl_FragCoord.xy)), depth_and_softness.x, depth_and_softness.y);
#endif
    color = light * share;
}
