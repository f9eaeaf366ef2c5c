// A particle's sprite as the frame shows it, in pixels.
#include "render/sprite.glsl"
#include "render/tiles/pixels.glsl"

uniform float brightest;  // the greatest component of any sprite's light

// Projects the sprite. A sprite faces the camera, so all of it has the depth of its centre. Returns false if no pixel can
// receive light of it; values that are not finite are never seen.
bool project(uint at, out PixelSprite shown) {
    const Sprite sprite = sprite_of(at);
    const vec4 clip = projection_matrix() * vec4(sprite.center, 1.0);
    const float pixels_per_metre = 0.5 * camera.projection[1].y * frame_size.y / sprite.depth;
    shown.center = (clip.xy / clip.w * 0.5 + 0.5) * frame_size;
    shown.along = sprite.along;
    shown.reach = sprite.reach * pixels_per_metre;
    shown.radius = sprite.radius * pixels_per_metre;
    shown.height = sprite.height * pixels_per_metre;
    shown.softness = max(sprite.softness, 1e-4) * pixels_per_metre;
    shown.light = min(sprite.light.rgb / brightest, vec3(1.0));
    const uvec4 identity = column[2].element[at];
    shown.seed = (identity.x * 747796405u ^ identity.y * 2891336453u) * 277803737u;
    // Halves of the sprite that fade do so by its extent along the world's vertical.
    const float rise = shown.reach * length(camera.view[1].xy);
#ifdef REFLECTION
    shown.softness = 0.0;
#else
    if (shown.height + rise <= -shown.softness) return false;
    if (shown.height - rise >= shown.softness) shown.softness = 0.0;
#endif
    const vec2 away = abs(shown.center - clamp(shown.center, vec2(0.0), frame_size));
    return abs(clip.z) <= clip.w && away.x < shown.reach && away.y < shown.reach && shown.reach < 1e30 &&
           max(shown.light.r, max(shown.light.g, shown.light.b)) > 0.0;
}
