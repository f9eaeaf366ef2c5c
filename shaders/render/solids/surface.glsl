// The surfaces of meshes: smooth normals, pictures, other colours and the lamp's gleam. A place on a triangle is given by the
// shares that its three corners have of it. Include it in drawn.glsl.
#include "render/sprites/picture.glsl"

const float OPAQUE = 0.5;         // a picture is seen where its alpha is no less

// The colours of a surface, the same in all of its places.
struct SurfaceLook {
    vec4 color_and_glow;
    vec4 other_and_roughness;  // the colour that it is blended to
};

SurfaceLook surface_look(Solid solid) {
    return SurfaceLook(color_and_glow(solid), vec4(unpackHalf2x16(solid.surface.red_green), unpackHalf2x16(solid.surface.blue_roughness)));
}

bool has_detail(Solid solid, uint bit) { return (solid.surface.details & bit) != 0u; }
bool has_normals(Solid solid) { return (SURFACED & SURFACE_NORMALS) != 0u && has_detail(solid, MESH_HAS_NORMALS); }

// Returns the row of a triangle: 0 has the coordinates, if there are any; the last one the normals.
uvec4 detail_row(Solid solid, uint triangle, bool is_last) {
    const uint details = solid.surface.details, first = details >> MESH_DETAIL_BITS;
    const bool has_coordinates = has_detail(solid, MESH_HAS_COORDINATES);
    const uint rows = has_coordinates && has_detail(solid, MESH_HAS_NORMALS) ? 2u : 1u;
    return texelFetch(picture_rows, int(first + (has_coordinates ? 1u : 0u) + triangle * rows + (is_last ? rows - 1u : 0u)));
}

// Returns the unit vector of a place on an unfolded octahedron; app/effects/data/file_data.cpp folds it.
vec3 unpacked_direction(uint word) {
    const vec2 at = unpackSnorm2x16(word);
    vec3 v = vec3(at, 1.0 - abs(at.x) - abs(at.y));
    if (v.z < 0.0) v.xy = (1.0 - abs(at.yx)) * vec2(at.x < 0.0 ? -1.0 : 1.0, at.y < 0.0 ? -1.0 : 1.0);
    return normalize(v);
}

// Returns the texture coordinates, from the upper left; in `density` how many sides of the picture a metre takes.
vec2 coordinates_at(Solid solid, uint triangle, vec3 shares, out float density) {
    const uvec4 row = detail_row(solid, triangle, false);
    const vec4 rectangle = uintBitsToFloat(texelFetch(picture_rows, int(solid.surface.details >> MESH_DETAIL_BITS)));
    const vec2 at = unpackUnorm2x16(row.x) * shares.x + unpackUnorm2x16(row.y) * shares.y + unpackUnorm2x16(row.z) * shares.z;
    const vec2 coordinates = rectangle.xy + rectangle.zw * at;
    density = uintBitsToFloat(row.w) / solid.place.w;
    return vec2(coordinates.x, 1.0 - coordinates.y);
}

// Returns the smooth normal in the world, of any length. Precondition: the mesh has normals.
vec3 normal_at(Solid solid, uint triangle, vec3 shares) {
    const uvec4 row = detail_row(solid, triangle, true);
    const vec3 own = unpacked_direction(row.x) * shares.x + unpacked_direction(row.y) * shares.y + unpacked_direction(row.z) * shares.z;
    return rotated(own, solid.turn);
}

float other_at(Solid solid, vec3 own) { return dot(solid.surface.blend.xyz, own) + solid.surface.blend.w; }

// Returns the first row of the mesh's picture, 0: none.
uint picture_of_solid(Solid solid) {
    return (SURFACED & SURFACE_PICTURES) != 0u ? solid.surface.picture & ~SOLID_IS_ONE_SIDED : 0u;
}

// Returns the frame of a mesh's picture in which a texel is as large as a pixel; without size, if there is no picture.
PictureFrames frame_of_solid(Solid solid, float density) {
    const uint picture = picture_of_solid(solid);
    if (picture == 0u) return PictureFrames(uvec2(0u), uvec2(0u), 0.0);
#ifdef SHADOW
    const float pixel = 0.0;
#else
    const float pixel = length(unmirrored_eye() - solid.place.xyz) / camera.planes.w;  // metres
#endif
    return nearest_frames(picture_of(picture, 0.0, vec2(2.0 * density * pixel), false));
}

// Returns the picture's colour, not multiplied by alpha, and alpha; white, if there is none. It is repeated beyond its sides.
vec4 picture_on(PictureFrames frames, vec2 coordinates) {
    if (frames.size.x == 0u) return vec4(1.0);
    const vec4 shown = blend_at(frames, coordinates == clamp(coordinates, 0.0, 1.0) ? coordinates : fract(coordinates));
    return vec4(shown.rgb / max(shown.a, 1e-4), shown.a);
}

// Returns the light of a place on the surface, whose unit normal points to the eye's side. `other` is the share of the other
// colour, and `tint` that of the picture.
vec4 light_of_surface(SurfaceLook look, vec3 place, vec3 normal, float other, vec3 tint) {
    const vec3 color = mix(look.color_and_glow.rgb, look.other_and_roughness.rgb, clamp(other, 0.0, 1.0)) * tint;
    const float shine = gleam(normal, normalize(unmirrored_eye() - place), look.other_and_roughness.a);
    const float share = share_on(place, normal);
    const vec3 matte = lamp_on(place, normal, share) + point_lights_on(place, normal) + look.color_and_glow.a;
    return vec4(color * matte + lighting.lamp[0].light.rgb * (share * shine), SOLID_ALPHA);
}
