// A particle's sprite as the frame shows it, in pixels.
#include "render/tiles/levels.glsl"
#include "render/tiles/pixels.glsl"
#include "render/sprites/sprite.glsl"
#include "render/objects/depth.glsl"

// Returns the share of a sprite that objects do not hide: the mean over its middle and four places half way to its edge.
float share_before_objects(PixelSprite sprite) {
    const vec2 along = sprite.along * sprite.reach * 0.5, across = vec2(-sprite.along.y, sprite.along.x) * sprite.radius * 0.5;
    const vec2 offsets[5] = vec2[](vec2(0.0), along, -along, across, -across);
    float share = 0.0;
    for (uint i = 0u; i < 5u; ++i) {
        const ivec2 pixel = ivec2(clamp(sprite.center + offsets[i], vec2(0.0), frame_size - 1.0));
        share += share_before_object(pixel, sprite.before.x, sprite.before.y);
    }
    return share / 5.0;
}

// Projects the sprite. A sprite faces the camera, so all of it has the depth of its centre. Returns false if no pixel can
// receive light of it; values that are not finite are never seen.
bool project(uint at, out PixelSprite shown) {
    const Sprite sprite = sprite_of(at);
    if (sprite.is_solid) return false;
    const vec4 clip = projection_matrix() * vec4(sprite.center, 1.0);
    const float pixels_per_metre = 0.5 * camera.projection[1].y * frame_size.y / sprite.depth;
    shown.center = (clip.xy / clip.w * 0.5 + 0.5) * frame_size;
    shown.along = sprite.along;
    shown.reach = sprite.reach * pixels_per_metre;
    shown.radius = sprite.radius * pixels_per_metre;
    shown.height = sprite.height * pixels_per_metre;
    shown.softness = sprite.softness * pixels_per_metre;
    shown.light = sprite.light / brightest;
    shown.before = vec2(sprite.depth, sprite.softness);
    shown.seed = identity_hash(column[2].element[at]) << 24u;
    shown.picture = sprite.picture;
    shown.map = uvec2(0u);
#if defined(PICTURES) && defined(HAS_TURNED_SPRITES)
    if (sprite.is_turned) shown.map = pack_map(inverse(sprite.axes * pixels_per_metre));
#endif
    // The parts of a sprite fade by how much higher than the centre they lie in the world.
    const float rise = farthest_of(shown) * length(camera.view[1].xy);
    if (!is_reflection && shown.height + rise <= -shown.softness) return false;
    if (is_reflection || shown.height - rise >= shown.softness) shown.softness = 0.0;
    if (abs(clip.z) > clip.w || !reaches_frame(shown)) return false;
#ifndef COVERS
    // Sums of light keep no depth; cover.comp asks for each pixel.
    if (has_objects) shown.light *= share_before_objects(shown);
#endif
    return true;
}
