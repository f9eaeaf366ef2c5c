// Draws particles as soft sprites by triangles. With DISTORTS it draws instead how far what is seen through them is moved, in shares
// of the frame, and their depth times that length, and the length; with IDENTITY, which particle each pixel shows.

#section vertex
// Draws a particle as a soft sprite in one triangle. With REFLECTION it draws the reflection in the plane. With LISTED it
// draws the particles of a list in the list's order.
#include "render/sprites/sprite.glsl"

out vec3 on_sprite;  // xy: the sprite is the unit circle; z: share that is not faded into the plane
flat out vec4 light;            // premultiplied colour and opacity
flat out vec2 depth_and_softness;
#ifdef DISTORTS
out vec2 moved;
#endif
#ifdef IDENTITY
flat out uint claimant;
#endif
#ifdef PICTURES
#ifdef NEAREST_LEVEL
flat out uvec4 frames;  // rows and size of the level's frames; zero: a soft disc
flat out float part;
#else
flat out uvec2 picture;  // zero: a soft disc
#endif
#endif

#ifdef CUT_SIDES
// Cuts the triangle to what lies around the sprite: the octagon around the disc, or the picture with its border. Where a CPU
// renders, each pixel costs. A cut triangle is drawn as several, so that a small sprite would take longer.
out float gl_ClipDistance[CUT_SIDES];
const float MIN_CUT = 32.0;  // pixels, of the smaller radius
const float BORDER = 2.0;      // pixels: half of one of the reflection, which has at least a quarter of the frame's sides

void cut(Sprite sprite, vec2 corner) {
    const float diagonal = 0.70710678;
    const vec2 pixel = pixel_at(sprite.depth) / vec2(sprite.reach, sprite.radius);
    vec2 side = vec2(1.0);
#ifdef PICTURES
    if (sprite.picture != uvec2(0u)) side = 1.0 / PICTURE_RADIUS + BORDER * pixel;
#endif
    const bool is_cut = max(pixel.x, pixel.y) * MIN_CUT < 1.0;
    const vec4 beyond = vec4(side - corner, side + corner);
    const vec2 across = vec2(corner.x + corner.y, corner.x - corner.y) * diagonal;
    const vec4 beyond_diagonal = 1.0 + (BORDER * (pixel.x + pixel.y)) + vec4(across, -across);
    for (uint i = 0u; i < CUT_SIDES / 2u; ++i) {
        gl_ClipDistance[i] = is_cut ? beyond[i] : 1.0;
        gl_ClipDistance[i + CUT_SIDES / 2u] = is_cut ? beyond_diagonal[i] : 1.0;
    }
}
#endif

void main() {
    uint at;
    if (!find_particle(uint(gl_VertexID) / VERTICES_PER_PARTICLE, at)) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    const Sprite sprite = sprite_of(at);
#ifdef DISTORTS
    const bool is_drawn = !sprite.is_solid && sprite.distortion != 0.0;
#else
    const bool is_drawn = !sprite.is_solid;
#endif
    if (!is_drawn) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    const vec2 corner = corner_of(uint(gl_VertexID) % VERTICES_PER_PARTICLE);
#ifdef HAS_TURNED_SPRITES
    const vec2 offset = sprite.axes * corner;
#else
    const vec2 offset =
        sprite.along * (corner.x * sprite.reach) + vec2(-sprite.along.y, sprite.along.x) * (corner.y * sprite.radius);
#endif
    on_sprite = vec3(corner, 1.0);
    if (!is_reflection) on_sprite.z = share_above_plane(sprite, offset);
    light = sprite.light;
#ifdef IDENTITY
    claimant = at;
#endif
#ifdef DISTORTS
    // The shape that the fragments have falls from 1 in the middle to 0; times the way from there it is greatest here.
    const float greatest = 0.28621670;  // r (1 - r^2)^2 at r^2 = 1/5
    moved = offset * (sprite.distortion / greatest * 0.5 / sprite.depth) * vec2(camera.projection[0].x, camera.projection[1].y);
#endif
#ifdef PICTURES
#ifdef NEAREST_LEVEL
    frames = uvec4(0u);
    part = 0.0;
    if (sprite.picture != uvec2(0u)) {
        const PictureFrames nearest = nearest_frames(sprite.picture);
        frames = uvec4(nearest.rows, nearest.size);
        part = nearest.part;
    }
#else
    picture = sprite.picture;
#endif
#endif
    depth_and_softness = vec2(sprite.depth, sprite.softness);
#ifdef CUT_SIDES
    cut(sprite, corner);
#endif
    gl_Position = projection_matrix() * vec4(sprite.center + vec3(offset, 0.0), 1.0);
}

#section fragment
// Draws a round, soft sprite: bright in the middle, without an edge; with PICTURES, perhaps a picture instead.
#include "render/frame/camera.glsl"
#include "render/objects/depth.glsl"
#ifdef BEFORE_RIBBONS
#include "render/ribbons/layer.glsl"
#endif
#ifdef PICTURES
#include "render/sprites/picture.glsl"
#endif
#include "render/sprites/light.glsl"
#ifdef IDENTITY
#include "render/identity/claim.glsl"
#endif

#ifdef REFLECTION
const bool is_reflection = true;
#else
const bool is_reflection = false;
#endif
in vec3 on_sprite;
flat in vec4 light;
flat in vec2 depth_and_softness;
#ifdef DISTORTS
in vec2 moved;
#endif
#ifdef IDENTITY
flat in uint claimant;
vec4 color;
#ifdef TINTS
vec4 stopped;
#endif
#elif defined(TINTS)
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 stopped;  // the shares of what lies behind
#else
out vec4 color;
#endif

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
#ifdef DISTORTS
    const float weight = length(moved * share.a);
    color = vec4(moved * share.a, depth_and_softness.x * weight, weight);
#else
    color = light * share;
#endif
#ifdef TINTS
    stopped = color.aaaa;
    if (light.a < 0.0) {
        const vec3 parts = stopped_by(light, share);
        color = vec4(0.0);
        stopped = vec4(parts, dot(parts, vec3(1.0 / 3.0)));
    }
    const float cover = stopped.a;
#else
    const float cover = color.a;
#endif
#ifdef IDENTITY
    claim_pixel(claimant, depth_and_softness.x, cover, max(max(color.r, color.g), max(color.b, cover)));
#endif
}
