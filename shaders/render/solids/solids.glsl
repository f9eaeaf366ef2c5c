// Draws particles that are solid things: spheres, and the triangles of meshes. With SHADOW the lamp sees them. With IDENTITY it
// draws which of them each pixel shows.
#include "render/solids/drawn.glsl"

#section sphere_vertex
// Draws a sphere as a triangle around its disc, which touches the sphere where it is nearest to the eye, so that all of the
// sphere lies behind it. The lamp sees a disc through its centre: what faces the lamp lies before it.

flat out vec4 sphere;          // centre, as drawn, and radius
flat out vec4 look;            // colour and glow
out vec3 on_disc;              // in the world, as drawn
out vec2 in_circle;            // the disc is the unit circle
#ifdef IDENTITY
flat out uint claimant;
#endif

const float NEAREST = 1.0001;  // radii; from within, a sphere is not seen

// Returns a corner of the triangle around the unit circle.
vec2 corner_of(uint vertex) {
    const float side = 1.7320508;
    return vertex == 2u ? vec2(0.0, 2.0) : vec2(vertex == 0u ? -side : side, -1.0);
}

void main() {
    const Solid solid = solids[uint(gl_VertexID) / VERTICES_PER_PARTICLE];
    const float radius = solid.place.w;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (radius <= 0.0 || solid.triangles != 0u) return;
#ifdef IDENTITY
    claimant = solid_slots[uint(gl_VertexID) / VERTICES_PER_PARTICLE];
#endif
    in_circle = corner_of(uint(gl_VertexID) % VERTICES_PER_PARTICLE);
    look = color_and_glow(solid);
#ifdef SHADOW
    on_disc = solid.place.xyz + transpose(drawn_map().axes) * vec3(in_circle * radius, 0.0);
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

#section sphere_fragment
// Finds where the ray through the pixel meets the sphere.

flat in vec4 sphere;
flat in vec4 look;
in vec3 on_disc;
in vec2 in_circle;
#ifdef IDENTITY
#include "render/solids/claim.glsl"
#else
out vec4 light;
#endif
#if !defined(SHADOW) && !defined(IDENTITY)
layout(depth_greater) out float gl_FragDepth;
#endif
#ifndef SHADOW

// Returns the depth of a place as the frame stores it.
float stored_depth(vec3 drawn) {
    const float near = camera.planes.x, far = camera.planes.y;
    return far * (1.0 - near / on_clip_axis(camera.clip_w, drawn)) / (far - near);
}
#endif

void main() {
    if (dot(in_circle, in_circle) >= 1.0) discard;
    light = vec4(0.0);
#ifndef SHADOW
    const vec3 ray = normalize(on_disc - camera.eye.xyz), from_eye = sphere.xyz - camera.eye.xyz;
    const float middle = dot(from_eye, ray);
    const vec3 off = from_eye - ray * middle;
    const vec3 drawn = camera.eye.xyz + ray * (middle - sqrt(max(sphere.w * sphere.w - dot(off, off), 0.0)));
    const vec3 place = mirrored(drawn);
    if (is_hidden(place)) discard;
    gl_FragDepth = max(stored_depth(drawn), gl_FragCoord.z);
    light = light_of(place, normalize(place - mirrored(sphere.xyz)), look.rgb, look.a);
#ifdef IDENTITY
    claim_before_objects(drawn, stored_depth(drawn));
#endif
#endif
}

#section mesh_vertex
// Draws the triangles of meshes that the view may show.
layout(std430, binding = BIND_SOLID_SEEN) readonly buffer Seen { uvec2 seen[]; };

flat out vec3 centre;
out vec3 from_centre;
flat out vec4 look;  // colour and glow
#ifdef IDENTITY
flat out uint claimant;
#endif
#ifdef SURFACED
flat out vec4 other_and_roughness;
flat out uvec3 frame;  // of its picture: where it begins, and its size
out vec3 smooth_normal;
out vec3 coordinates_and_other;  // in the picture; the share of the other colour

void set_surface(Solid solid, uint triangle, uint corner) {
    const vec3 shares = vec3(corner == 0u, corner == 1u, corner == 2u);
    float density = 0.0;
    smooth_normal = has_normals(solid) ? normal_at(solid, triangle, shares) : vec3(0.0);
    coordinates_and_other = vec3(0.0, 0.0, other_at(solid, own_corner(solid, triangle, corner)));
    if (picture_of_solid(solid) != 0u && has_detail(solid, MESH_HAS_COORDINATES)) coordinates_and_other.xy = coordinates_at(solid, triangle, shares, density);
    const PictureFrames frames = frame_of_solid(solid, density);
    frame = uvec3(frames.rows.x, frames.size);
    other_and_roughness = surface_look(solid).other_and_roughness;
}
#endif

void main() {
    const uvec2 triangle = seen[uint(gl_VertexID) / 3u];
    const uint corner = uint(gl_VertexID) % 3u;
    const Solid solid = solids[triangle.x];
#ifdef IDENTITY
    claimant = solid_slots[triangle.x];
#endif
    centre = solid.place.xyz;
    from_centre = from_centre_of(solid, triangle.y, corner);
#ifdef SURFACED
    set_surface(solid, triangle.y, corner);
#endif
    look = color_and_glow(solid);
    gl_Position = position_of(centre + from_centre);
}

#section mesh_fragment
// Lights a triangle of a mesh; its normal follows from how the place changes from pixel to pixel, unless the mesh has its own.

flat in vec3 centre;
in vec3 from_centre;
flat in vec4 look;
#ifdef SURFACED
flat in vec4 other_and_roughness;
flat in uvec3 frame;
in vec3 smooth_normal;
in vec3 coordinates_and_other;
#endif
#ifdef IDENTITY
#include "render/solids/claim.glsl"
#else
out vec4 light;
#endif

#if defined(SURFACED) && !defined(SHADOW)
#ifdef REFLECTION
bool front() { return !gl_FrontFacing; }
#else
bool front() { return gl_FrontFacing; }
#endif

// Returns the unit normal on the eye's side; `upright` is the triangle's, on either.
vec3 normal_to_eye(vec3 upright, vec3 to_eye) {
    if (dot(smooth_normal, smooth_normal) > 0.0) return normalize(smooth_normal) * (front() ? 1.0 : -1.0);
    return dot(upright, to_eye) < 0.0 ? -upright : upright;
}
#endif

void main() {
    light = vec4(0.0);
#ifdef SURFACED
    const vec4 shown = picture_on(PictureFrames(uvec2(frame.x), frame.yz, 0.0), coordinates_and_other.xy);
    if (shown.a < OPAQUE) discard;
#endif
#ifndef SHADOW
    const vec3 place = centre + from_centre, upright = cross(dFdx(from_centre), dFdy(from_centre));
    if (is_hidden(place)) discard;
    const float steepness = length(upright);
    const vec3 normal = steepness > 0.0 ? upright / steepness : normalize(unmirrored_eye() - place);
#ifdef SURFACED
    light = light_of_surface(SurfaceLook(look, other_and_roughness), place, normal_to_eye(normal, unmirrored_eye() - place),
                             coordinates_and_other.z, shown.rgb);
#else
    light = light_of(place, normal, look.rgb, look.a);
#endif
#ifdef IDENTITY
    claim_before_objects(place, gl_FragCoord.z);
#endif
#endif
}
