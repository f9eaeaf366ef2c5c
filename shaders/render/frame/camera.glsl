// The frame's camera, and functions of it for drawing.
#include "shared.h"

layout(std140, binding = BIND_CAMERA) uniform CameraBlock { Camera camera; };

mat4 view_matrix() { return mat4(camera.view[0], camera.view[1], camera.view[2], camera.view[3]); }
mat4 projection_matrix() {
    return mat4(camera.projection[0], camera.projection[1], camera.projection[2], camera.projection[3]);
}

// Returns one clip-space coordinate of a place in world space, given its row of projection times view.
float on_clip_axis(vec4 row, vec3 place) { return dot(row.xyz, place) + row.w; }

// Returns the ray from the eye through a place of the frame (-1 to 1 in both directions) in world space; its component
// along the view's axis is 1.
vec3 ray_through(vec2 ndc) {
    vec2 slopes = vec2(camera.projection[0].x, camera.projection[1].y);
    vec3 ray = vec3((ndc + camera.projection[2].xy) / slopes, -1.0);
    return transpose(mat3(view_matrix())) * ray;
}
