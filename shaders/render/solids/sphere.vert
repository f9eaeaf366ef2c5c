// Draws a sphere as a triangle around its disc, which touches the sphere where it is nearest to the eye, so that all of the
// sphere lies behind it. The lamp sees a disc through its centre: what faces the lamp lies before it.
#include "render/solids/drawn.glsl"

flat out vec4 sphere;          // centre, as drawn, and radius
flat out vec4 look;            // colour and glow
out vec3 on_disc;              // in the world, as drawn
out vec2 in_circle;            // the disc is the unit circle

const float NEAREST = 1.0001;  // radii; from within, a sphere is not seen

// Returns a corner of the triangle around the unit circle.
vec2 corner_of(uint vertex) {
    const float side = 1.7320508;
    return vertex == 2u ? vec2(0.0, 2.0) : vec2(vertex == 0u ? -side : side, -1.0);
}

void main() {
    const Solid solid = solids[gl_InstanceID];
    const float radius = solid.place.w;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (radius <= 0.0 || solid.triangles != 0u) return;
    in_circle = corner_of(uint(gl_VertexID));
    look = color_and_glow(solid);
#ifdef SHADOW
    on_disc = solid.place.xyz + transpose(LAMP_AXES) * vec3(in_circle * radius, 0.0);
    sphere = vec4(0.0);
    gl_Position = position_of(on_disc);
#else
    sphere = vec4(mirrored(solid.place.xyz), radius);
    const vec3 to_eye = camera.eye.xyz - sphere.xyz;
    const float away = length(to_eye);
    if (away <= NEAREST * radius) return;
    const vec3 axis = to_eye / away, helper = abs(axis.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    const vec3 side = normalize(cross(helper, axis)), up = cross(axis, side);
    // Half the width, where the disc is, of the cone that touches the sphere.
    const float reach = radius * sqrt((away - radius) / (away + radius));
    on_disc = sphere.xyz + axis * radius + (side * in_circle.x + up * in_circle.y) * reach;
    gl_Position = projection_matrix() * (view_matrix() * vec4(on_disc, 1.0));
#endif
}
