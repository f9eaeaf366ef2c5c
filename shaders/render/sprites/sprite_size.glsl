// The size of a drawn sprite, in the plane through its centre that faces the camera. Drawing and culling both use it,
// so that they agree. Include it after camera.glsl.
const float MIN_RADIUS = 0.8;  // pixels; smaller sprites would flicker, so they grow and dim instead
const float ROUGHNESS = 0.055;   // of the plane: growth of a reflection's radius per metre above it

uniform float size_factor;   // on the diameter
uniform float plane_height;  // metres; far below everything if there is no plane
uniform float mirror_fading;  // per metre above the plane, by which a reflection loses light

const float MIN_DEPTH = 1e-3;  // metres in front of the eye; avoids a division by zero

// Streaks of very many particles shrink as the particles do: short ones show the same ways, and cost less.
const float SHRINKS_STREAKS = 0.5;  // the size factor below which they do
float streak_factor() { return min(1.0, size_factor / SHRINKS_STREAKS); }

// Returns the metres in front of the eye; `center` is in view space.
float depth_of(vec3 center) { return max(-center.z, MIN_DEPTH); }

// Returns the size of a pixel in metres.
float pixel_at(float depth) { return 2.0 * camera.viewport.w / camera.projection[1].y * depth; }

float min_radius(float depth) { return MIN_RADIUS * pixel_at(depth); }

float drawn_radius(float radius, float depth) { return max(radius, min_radius(depth)); }

// Returns the motion projected onto the sprite's plane; `center` and `motion` are in view space.
vec2 apparent_motion(vec3 center, vec3 motion, float depth) { return motion.xy + center.xy * (motion.z / depth); }

float height_above_plane(vec3 place) { return max(0.0, place.y - plane_height); }

// Mirrors a particle at `height` above the plane.
void mirror(float height, inout vec3 place, inout vec3 motion, inout float radius) {
    place.y = plane_height - height;
    motion.y = -motion.y;
    radius += ROUGHNESS * height;
}

// Returns the share of its light that the reflection of a particle keeps at `height` above the plane.
float mirrored_share(float height) { return exp(-height * mirror_fading); }
