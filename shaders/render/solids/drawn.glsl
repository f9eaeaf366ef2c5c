// The inputs of drawing solid particles beside their places. With REFLECTION they are mirrored in the plane; with SHADOW they
// are seen from the lamp, and only their depth counts.
#include "render/objects/object_light.glsl"
layout(std430, binding = BIND_SOLIDS) readonly buffer Solids { Solid solids[]; };

// Returns the place as it is drawn, or back.
vec3 mirrored(vec3 place) {
#ifdef REFLECTION
    place.y = 2.0 * plane_height - place.y;
#endif
    return place;
}

vec4 position_of(vec3 place) {
#ifdef SHADOW
    return vec4(place_in_solid_shadows(solid_box(), place) * 2.0 - 1.0, 1.0);
#else
    return projection_matrix() * (view_matrix() * vec4(mirrored(place), 1.0));
#endif
}

vec4 color_and_glow(Solid solid) { return vec4(unpackHalf2x16(solid.red_green), unpackHalf2x16(solid.blue_glow)); }
