// Draws a round, soft sprite: bright in the middle, without an edge; with PICTURES, perhaps a picture instead.
#include "render/camera.glsl"
#include "render/objects.glsl"
#ifdef BEFORE_RIBBONS
#include "render/ribbons/layer.glsl"
#endif
#ifdef PICTURES
#include "render/picture.glsl"
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
flat in uvec2 picture;

vec4 shape() {
    const vec2 place = on_sprite.xy * PICTURE_RADIUS, to_right = dFdx(place), up = dFdy(place);
    if (picture == uvec2(0u)) return disc();
    return picture_at(picture, place, sqrt(to_right * to_right + up * up));
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
