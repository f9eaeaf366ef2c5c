// Decides by the position alone if a particle can show in the frame, using the largest size of all particles.
#include "render/frame/camera.glsl"
#include "render/sprites/sprite_size.glsl"

uniform bool is_mirrored;        // a particle whose reflection in the plane is in view counts as seen
uniform float largest_radius;    // metres; of all particles
uniform float longest_stretch;   // seconds of motion drawn as length; of all particles

const float SLACK = 1.001;  // against rounding, so that no visible sprite is left out

float depth_before_eye(vec3 place) { return on_clip_axis(camera.clip_w, place); }

// Returns the metres by which the stretched sprite is longer on each side.
float stretched_by(vec3 place, vec3 motion, float depth) {
    const mat4 view = view_matrix();
    return 0.5 * length(apparent_motion((view * vec4(place, 1.0)).xyz, mat3(view) * motion, depth));
}

// True if a sprite around a place at this depth overlaps the view between one pair of its sides. `scale` is the
// projection's.
bool within(vec4 axis, float scale, vec3 place, float depth, float reach) {
    return abs(on_clip_axis(axis, place)) <= SLACK * (scale * reach + depth);
}

bool in_view(vec3 place, vec3 motion, float radius, bool is_stretched) {
    const float depth = depth_before_eye(place);
    float reach = drawn_radius(radius, max(depth, MIN_DEPTH));
    if (is_stretched) reach += stretched_by(place, motion, max(depth, MIN_DEPTH));
    // A sprite faces the camera, so its centre alone decides if it is beyond the near plane.
    return depth * SLACK >= camera.planes.x &&
           within(camera.clip_x, camera.projection[0].x, place, depth, reach) &&
           within(camera.clip_y, camera.projection[1].y, place, depth, reach);
}

// True if a particle shows where none is stretched or mirrored.
bool shows_plainly(vec3 place) { return in_view(place, vec3(0.0), largest_radius * size_factor, false); }

bool is_seen(vec3 place, vec3 motion) {
    float radius = largest_radius * size_factor;
    const bool is_stretched = longest_stretch > 0.0;
    if (in_view(place, motion, radius, is_stretched)) return true;
    if (!is_mirrored) return false;
    mirror(height_above_plane(place), place, motion, radius);
    return in_view(place, motion, radius, is_stretched);
}
