// The surfaces that the rasteriser draws, as a view shows them: polygons and spheres with the box of their pixels. With
// REFLECTION and SHADOW as drawn.glsl says.
#include "render/solids/drawn.glsl"
#include "render/raster/raster.h"
layout(std430, binding = BIND_SOLID_BATCHES) readonly buffer Batches { uint batches[]; };
layout(std430, binding = BIND_SOLID_LIST) readonly buffer SolidBlock { SolidList list; };
layout(binding = TEXTURE_OBJECTS) uniform samplerBuffer object_rows;  // as in objects.glsl

uniform vec2 frame_size;    // pixels
uniform float pixels_away;  // depths are those so many pixels farther away on the slope of their polygon

struct Surface {
    ivec2 low, high;  // the box of the pixels that it may cover, both included
    bool is_sphere;
    vec4 sphere;      // centre, as drawn, and radius; with SHADOW the pixel of the centre, and 1 / radius in pixels
    vec4 x, y;        // of the corners of a convex polygon, pixels from the middle of the pixel `low`; a triangle repeats the first
    float side;       // 1 if the polygon is counterclockwise, else -1
    vec3 depth;       // of the first corner, and its change per pixel along x and y
    vec2 depths;      // the least and the greatest
};

uint kind_of(uint name) { return name >> RASTER_KIND_SHIFT; }
uint number_of(uint name) { return name & (1u << RASTER_KIND_SHIFT) - 1u; }
uint name_of(uint kind, uint number) { return kind << RASTER_KIND_SHIFT | number; }

// --- triangles --------------------------------------------------------------------------------------------------------

// Returns the solid that has the mesh's triangle, and which of its triangles that is.
Solid solid_of(uint mesh_triangle, out uint triangle) {
    const uint batch = batches[mesh_triangle / VOTES_PER_WORD];
    triangle = (batch & (1u << SOLID_BATCH_BITS) - 1u) * VOTES_PER_WORD + mesh_triangle % VOTES_PER_WORD;
    return solids[batch >> SOLID_BATCH_BITS];
}

vec3 object_corner(uint triangle, uint k) { return texelFetch(object_rows, int(2u * (3u * triangle + k))).xyz; }

// Returns false if there is no such triangle: the last batch of a mesh need not be full.
bool corners_of(uint name, out vec3 a, out vec3 b, out vec3 c) {
    uint triangle = number_of(name);
    if (kind_of(name) == RASTER_OBJECT) {
        a = object_corner(triangle, 0u);
        b = object_corner(triangle, 1u);
        c = object_corner(triangle, 2u);
        return true;
    }
    const Solid solid = solid_of(triangle, triangle);
    if (triangle >= solid.triangles) return false;
    a = solid.place.xyz + from_centre_of(solid, triangle, 0u);
    b = solid.place.xyz + from_centre_of(solid, triangle, 1u);
    c = solid.place.xyz + from_centre_of(solid, triangle, 2u);
    return !is_turned_away(solid, a, b, c);
}

// --- polygons ---------------------------------------------------------------------------------------------------------

// True if all are beyond one side of what the view shows.
bool is_outside(vec4 a, vec4 b, vec4 c) {
    const vec3 x = vec3(a.x, b.x, c.x), y = vec3(a.y, b.y, c.y), z = vec3(a.z, b.z, c.z), w = vec3(a.w, b.w, c.w);
    return all(greaterThan(x, w)) || all(lessThan(x, -w)) || all(greaterThan(y, w)) || all(lessThan(y, -w)) ||
           all(lessThan(z, -w)) || all(greaterThan(z, w));
}

// Returns where the edge between a place before the near plane and one behind it meets the plane.
vec4 cut(vec4 before, vec4 behind) {
    const float d = before.z + before.w;
    return mix(before, behind, d / (d - behind.z - behind.w));
}

// Returns the corners of what lies before the near plane. Precondition: something does.
mat4 clipped(vec4 a, vec4 b, vec4 c) {
    const bvec3 before = bvec3(a.z >= -a.w, b.z >= -b.w, c.z >= -c.w);
    if (all(before)) return mat4(a, b, c, a);
    if (int(before.x) + int(before.y) + int(before.z) == 2) {
        const vec4 first = !before.z ? a : !before.x ? b : c, second = !before.z ? b : !before.x ? c : a;
        const vec4 behind = !before.z ? c : !before.x ? a : b;
        return mat4(first, second, cut(second, behind), cut(first, behind));
    }
    const vec4 first = before.x ? a : before.y ? b : c;
    return mat4(first, cut(first, before.x ? b : before.y ? c : a), cut(first, before.x ? c : before.y ? a : b), first);
}

float min_of(vec4 v) { return min(min(v.x, v.y), min(v.z, v.w)); }
float greatest_of(vec4 v) { return max(max(v.x, v.y), max(v.z, v.w)); }

// Sets the box to the pixels whose middles lie between two places, in pixels. Returns false if there is none.
bool set_box(inout Surface s, vec2 low, vec2 high) {
    s.low = ivec2(clamp(ceil(low - 0.5), vec2(0.0), frame_size));
    s.high = ivec2(clamp(floor(high - 0.5), vec2(-1.0), frame_size - 1.0));
    return all(lessThanEqual(s.low, s.high));
}

// Sets the plane of the depths through three corners of which none repeats another.
void set_depths(inout Surface s, vec4 depth) {
    const vec3 x = s.x.yzw - s.x.x, y = s.y.yzw - s.y.x, z = depth.yzw - depth.x;
    const vec2 areas = x.xy * y.yz - x.yz * y.xy;  // twice the triangles'
    const bool first = abs(areas.x) >= abs(areas.y);
    const vec3 p = first ? vec3(x.x, y.x, z.x) : vec3(x.y, y.y, z.y), q = first ? vec3(x.y, y.y, z.y) : vec3(x.z, y.z, z.z);
    s.depth = vec3(depth.x, vec2(p.z * q.y - q.z * p.y, q.z * p.x - p.z * q.x) / (first ? areas.x : areas.y));
    s.depths = vec2(min_of(depth), greatest_of(depth));
}

bool set_polygon(inout Surface s, vec4 a, vec4 b, vec4 c) {
    if (is_outside(a, b, c)) return false;
    const mat4 corners = transpose(clipped(a, b, c));
    s.x = (corners[0] / corners[3] * 0.5 + 0.5) * frame_size.x;
    s.y = (corners[1] / corners[3] * 0.5 + 0.5) * frame_size.y;
    if (!set_box(s, vec2(min_of(s.x), min_of(s.y)), vec2(greatest_of(s.x), greatest_of(s.y)))) return false;
    s.x -= float(s.low.x) + 0.5;
    s.y -= float(s.low.y) + 0.5;
    s.side = sign((s.x.z - s.x.x) * (s.y.w - s.y.y) - (s.y.z - s.y.x) * (s.x.w - s.x.y));
    if (!(abs(s.side) > 0.0)) return false;
    set_depths(s, corners[2] / corners[3] * 0.5 + 0.5);
    return true;
}

// --- spheres ----------------------------------------------------------------------------------------------------------

#ifdef SHADOW
// The lamp sees a disc through the sphere's centre: what faces the lamp lies before it.
bool set_sphere(inout Surface s, Solid solid) {
    const SolidMap map = drawn_map();
    const vec3 at = place_in_solid_shadows(map, solid.place.xyz);
    const vec2 middle = at.xy * frame_size, reach = 0.5 * solid.place.w / map.box.half_sides.xy * frame_size;
    s.sphere = vec4(middle - 0.5, 1.0 / reach);
    s.depth.x = at.z;
    return set_box(s, middle - reach, middle + reach);
}

bool depth_of_sphere(Surface s, ivec2 pixel, out float depth) {
    const vec2 off = (vec2(pixel) - s.sphere.xy) * s.sphere.zw;
    depth = s.depth.x;
    return dot(off, off) < 1.0;
}
#else
const float NEAREST = 1.0001;  // radii; from within, a sphere is not seen

vec3 ray_of(ivec2 pixel) { return ray_through((vec2(pixel) + 0.5) / frame_size * 2.0 - 1.0); }

// Returns the place that the pixel shows, as it is drawn.
vec3 drawn_at(ivec2 pixel, float depth) {
    const float near = camera.planes.x, far = camera.planes.y;
    return camera.eye.xyz + ray_of(pixel) * (near * far / (near + (1.0 - depth) * (far - near)));
}

// The box encloses a square around the disc that touches the sphere where it is nearest to the eye, as far as the cone
// of the rays that touch the sphere is wide there.
bool set_sphere(inout Surface s, Solid solid) {
    s.sphere = vec4(mirrored(solid.place.xyz), solid.place.w);
    const vec3 to_eye = camera.eye.xyz - s.sphere.xyz;
    const float away = length(to_eye), radius = s.sphere.w;
    if (away <= NEAREST * radius) return false;
    const vec3 axis = to_eye / away, helper = abs(axis.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    const vec3 side = normalize(cross(helper, axis)), up = cross(axis, side);
    const float reach = radius * sqrt((away - radius) / (away + radius));
    vec2 low = frame_size, high = vec2(0.0);
    for (uint k = 0u; k < 4u; ++k) {
        const vec2 sign_of = vec2(k & 1u, k >> 1u) * 2.0 - 1.0;
        const vec3 corner = s.sphere.xyz + axis * radius + (side * sign_of.x + up * sign_of.y) * reach;
        const vec4 clip = projection_matrix() * (view_matrix() * vec4(corner, 1.0));
        if (clip.z < -clip.w) return clip.w > -2.0 * radius && set_box(s, vec2(0.0), frame_size);
        const vec2 at = (clip.xy / clip.w * 0.5 + 0.5) * frame_size;
        low = min(low, at);
        high = max(high, at);
    }
    return set_box(s, low, high);
}

// Finds where the ray through the pixel meets the sphere.
bool depth_of_sphere(Surface s, ivec2 pixel, out float depth) {
    const vec3 ray = normalize(ray_of(pixel)), from_eye = s.sphere.xyz - camera.eye.xyz;
    const float middle = dot(from_eye, ray);
    const vec3 off = from_eye - ray * middle;
    const float room = s.sphere.w * s.sphere.w - dot(off, off);
    if (room <= 0.0) return false;
    const float near = camera.planes.x, far = camera.planes.y;
    const float metres = on_clip_axis(camera.clip_w, camera.eye.xyz + ray * (middle - sqrt(room)));
    if (metres < near) return false;
    depth = far * (1.0 - near / metres) / (far - near);
    return true;
}
#endif

// --- both -------------------------------------------------------------------------------------------------------------

// Returns false if the view does not show the surface.
bool surface_of(uint name, out Surface s) {
    s.is_sphere = kind_of(name) == RASTER_SPHERE;
    if (s.is_sphere) {
        const Solid solid = solids[number_of(name)];
        return solid.place.w > 0.0 && solid.triangles == 0u && set_sphere(s, solid);
    }
    vec3 a, b, c;
    return corners_of(name, a, b, c) && set_polygon(s, position_of(a), position_of(b), position_of(c));
}

// Returns on which side of the line through a and b the place is. Two polygons that share an edge get the same distance,
// so that no pixel between them is left out.
float side_of(vec2 a, vec2 b, vec2 at) {
    const bool swaps = a.x > b.x || (a.x == b.x && a.y > b.y);
    const vec2 first = swaps ? b : a, along = swaps ? a - b : b - a;
    precise const float side = along.x * (at.y - first.y) - along.y * (at.x - first.x);
    return swaps ? -side : side;
}

bool depth_of_polygon(Surface s, ivec2 pixel, out float depth) {
    const vec2 at = vec2(pixel - s.low), a = vec2(s.x.x, s.y.x), b = vec2(s.x.y, s.y.y), c = vec2(s.x.z, s.y.z), d = vec2(s.x.w, s.y.w);
    if (min_of(vec4(side_of(a, b, at), side_of(b, c, at), side_of(c, d, at), side_of(d, a, at)) * s.side) < 0.0) return false;
    precise float z = s.depth.x + s.depth.y * (at.x - a.x) + s.depth.z * (at.y - a.y);
    depth = clamp(z, s.depths.x, s.depths.y) + pixels_away * max(abs(s.depth.y), abs(s.depth.z));
    return true;
}

// Returns false if the surface does not show in the pixel.
bool depth_at(Surface s, ivec2 pixel, out float depth) {
    if (!(s.is_sphere ? depth_of_sphere(s, pixel, depth) : depth_of_polygon(s, pixel, depth))) return false;
    if (!(depth >= 0.0 && depth <= 1.0)) return false;
#ifdef REFLECTION
    const float near = camera.planes.x, far = camera.planes.y;
    const float metres = near * far / (near + (1.0 - depth) * (far - near));
    if (camera.eye.y + ray_of(pixel).y * metres > plane_height) return false;  // it is drawn mirrored
#endif
    return true;
}

#ifdef SURFACED
// --- surfaces of meshes -----------------------------------------------------------------------------------------------

#ifdef SHADOW
// Returns the place of a pixel of the map at a depth.
vec3 place_at(ivec2 pixel, float depth) {
    const SolidMap map = drawn_map();
    const vec3 at = vec3((vec2(pixel) + 0.5) / frame_size * 2.0 - 1.0, 1.0 - 2.0 * depth);
    return transpose(map.axes) * (map.box.center + map.box.half_sides * at);
}
#else
// Returns the place that the pixel shows at a depth.
vec3 place_at(ivec2 pixel, float depth) { return mirrored(drawn_at(pixel, depth)); }
#endif

// Returns the shares that the corners of a triangle have of a place on it.
vec3 shares_of(vec3 place, vec3 a, vec3 b, vec3 c) {
    const vec3 to_b = b - a, to_c = c - a, upright = cross(to_b, to_c), beside = place - a;
    const vec2 share = clamp(vec2(dot(cross(beside, to_c), upright), dot(cross(to_b, beside), upright)) / dot(upright, upright), 0.0, 1.0);
    return vec3(1.0 - share.x - share.y, share);
}

vec3 shares_at(Solid solid, uint triangle, vec3 place) {
    return shares_of(place - solid.place.xyz, from_centre_of(solid, triangle, 0u), from_centre_of(solid, triangle, 1u),
                     from_centre_of(solid, triangle, 2u));
}

// True if the picture of a mesh leaves the pixel free.
bool is_cut_out(uint name, ivec2 pixel, float depth) {
    if (kind_of(name) != RASTER_MESH) return false;
    uint triangle;
    const Solid solid = solid_of(number_of(name), triangle);
    if (picture_of_solid(solid) == 0u) return false;
    float density;
    const vec2 coordinates = coordinates_at(solid, triangle, shares_at(solid, triangle, place_at(pixel, depth)), density);
    return picture_on(frame_of_solid(solid, density), coordinates).a < OPAQUE;
}
#else
bool is_cut_out(uint name, ivec2 pixel, float depth) { return false; }
#endif

#section small large
// Puts surfaces into pixels, in two rounds. In the first, each pixel gets the nearest depth; in the second, the name of the
// surface that has it, the least if there are several. So the picture does not depend on the order of the threads, and
// 32-bit atomics suffice. Both rounds run the same program, which computes the same depths.
#include "common.glsl"
layout(std430, binding = BIND_RASTER_DEPTHS) buffer Depths { uint depths[]; };
layout(std430, binding = BIND_RASTER_SURFACES) buffer Names { uint names[]; };

uniform bool names_surfaces;  // the second round

// Returns true if no surface until now is nearer.
bool put(ivec2 pixel, float depth, uint name) {
    const uint at = uint(pixel.y) * uint(frame_size.x) + uint(pixel.x), bits = floatBitsToUint(depth);
    if (!names_surfaces) return bits <= depths[at] && bits <= atomicMin(depths[at], bits);  // an old value is no smaller
    if (bits == depths[at]) atomicMin(names[at], name);
    return false;
}

// Puts the surface into each `stride`-th pixel of a box, along x and along y. Returns true if no surface until now is
// nearer somewhere.
bool put_all(Surface s, uint name, ivec2 low, ivec2 high, int stride) {
    bool is_seen = false;
    for (int y = low.y; y <= high.y; y += stride)
        for (int x = low.x; x <= high.x; x += stride) {
            float depth;
            if (depth_at(s, ivec2(x, y), depth) && !is_cut_out(name, ivec2(x, y), depth) && put(ivec2(x, y), depth, name)) is_seen = true;
        }
    return is_seen;
}

#section small
// Draws surfaces of one kind, a thread each, and lists the tiles of those that are large. A triangle of a mesh has a vote
// if no surface was nearer somewhere in the first round, and the second round draws no others: most are smaller than a pixel.
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_RASTER_TILES) buffer Tiles { uint tile_count; uint pad; uvec2 tiles[]; };

layout(std430, binding = BIND_SOLID_VOTES) buffer Votes { uint votes[]; };

uniform uint kind;
uniform uint object_triangles;
uniform uint max_batches;

uint count_of_kind() {
    if (kind == RASTER_OBJECT) return object_triangles;
    return kind == RASTER_SPHERE ? list.solids : min(list.batches, max_batches) * VOTES_PER_WORD;
}

// Returns false if there is no room for the tiles; the places that would have been taken name no surface.
bool list_tiles(Surface s, uint name) {
    if (tile_count > RASTER_MOST_TILES) return false;
    const uvec2 low = uvec2(s.low) / RASTER_TILE, size = uvec2(s.high) / RASTER_TILE - low + 1u;
    const uint count = size.x * size.y, begin = atomicAdd(tile_count, count);
    const bool has_room = begin + count <= RASTER_MOST_TILES;
    if (!has_room) atomicMin(tile_count, RASTER_MOST_TILES + 1u);  // so that many large surfaces do not wrap it around
    for (uint k = 0u; k < count && begin + k < RASTER_MOST_TILES; ++k) {
        const uvec2 tile = low + uvec2(k % size.x, k / size.x);
        tiles[begin + k] = uvec2(has_room ? name : RASTER_NONE, tile.x | tile.y << 16u);
    }
    return has_room;
}

// Returns true if it is to be drawn in the second round too.
bool draw(uint i) {
    if (i >= count_of_kind()) return false;
    if (kind == RASTER_MESH && names_surfaces && (votes[i / VOTES_PER_WORD] >> i % VOTES_PER_WORD & 1u) == 0u) return false;
    const uint name = name_of(kind, i);
    Surface s;
    if (!surface_of(name, s)) return false;
    const ivec2 size = s.high - s.low + 1;
    if (size.x * size.y > int(RASTER_SMALL)) {
        if (!names_surfaces && list_tiles(s, name)) return false;
        // Where the tiles have no room, those of some surfaces are named here a second time.
        if (names_surfaces && tile_count <= RASTER_MOST_TILES) return false;
    }
    return put_all(s, name, s.low, s.high, 1);
}

shared uint group_votes[PARTICLE_THREADS / VOTES_PER_WORD];

void main() {
    const uint l = gl_LocalInvocationIndex, word = l / VOTES_PER_WORD, bit = l % VOTES_PER_WORD;
    const uint i = group_index() * PARTICLE_THREADS + l;
    if (bit == 0u) group_votes[word] = 0u;
    block_barrier();
    if (draw(i)) atomicOr(group_votes[word], 1u << bit);
    block_barrier();
    if (kind == RASTER_MESH && !names_surfaces && bit == 0u && i < count_of_kind()) votes[i / VOTES_PER_WORD] = group_votes[word];
}

#section large
// Draws large surfaces, a work group for each tile of them.
layout(local_size_x = RASTER_SIDE, local_size_y = RASTER_SIDE) in;
layout(std430, binding = BIND_RASTER_TILES) readonly buffer Tiles { uint tile_count; uint pad; uvec2 tiles[]; };

void draw(uint name, ivec2 tile) {
    Surface s;
    if (!surface_of(name, s)) return;
    const ivec2 begin = tile * int(RASTER_TILE), last = begin + int(RASTER_TILE) - 1;
    put_all(s, name, max(s.low, begin) + ivec2(gl_LocalInvocationID.xy), min(s.high, last), int(RASTER_SIDE));
}

void main() {
    const uint count = min(tile_count, RASTER_MOST_TILES);
    for (uint k = group_index(); k < count; k += RASTER_GROUPS)
        if (tiles[k].x != RASTER_NONE) draw(tiles[k].x, ivec2(tiles[k].y & 0xFFFFu, tiles[k].y >> 16u));
}

#section shade
// Lights the surface that each pixel shows, once, and writes its depth. With SHADOW only the depth counts. It leaves the
// buffers empty for the next view, because to fill them takes many times as long.
#include "render/frame/each_pixel.glsl"
layout(r32f, binding = IMAGE_RASTER_DEPTH) writeonly uniform image2D depth_image;
#if defined(SHADOW) && defined(SOLID_LAMPS)
uniform int first_row;  // of the map in the target
#else
const int first_row = 0;
#endif
layout(std430, binding = BIND_RASTER_DEPTHS) buffer Depths { uint depths[]; };
layout(std430, binding = BIND_RASTER_SURFACES) buffer Names { uint names[]; };
layout(std430, binding = BIND_RASTER_TILES) writeonly buffer Tiles { uint tile_count; };

#ifndef SHADOW
#include "render/objects/surface.glsl"

vec4 light_of_object(uint triangle, vec3 place) {
    const int row = int(6u * triangle);
    const vec4 first = texelFetch(object_rows, row), first_normal = texelFetch(object_rows, row + 1);
    const vec3 to_1 = texelFetch(object_rows, row + 2).xyz - first.xyz, to_2 = texelFetch(object_rows, row + 4).xyz - first.xyz;
    const vec3 upright = cross(to_1, to_2), beside = place - first.xyz;
    const vec2 share = clamp(vec2(dot(cross(beside, to_2), upright), dot(cross(to_1, beside), upright)) / dot(upright, upright), 0.0, 1.0);
    const vec3 normal = (1.0 - share.x - share.y) * first_normal.xyz + share.x * texelFetch(object_rows, row + 3).xyz +
                        share.y * texelFetch(object_rows, row + 5).xyz;
    const uint color = uint(first.w);
    const vec3 own = vec3(color & 255u, color >> 8u & 255u, color >> 16u) / 255.0;
    return light_of_object_surface(place, normalize(normal), own, first_normal.w, int(texelFetch(object_rows, row + 2).w));
}

#ifdef SURFACED
vec4 light_of_mesh(Solid solid, uint triangle, vec3 place, vec3 upright) {
    const vec3 shares = shares_at(solid, triangle, place), to_eye = unmirrored_eye() - place;
    const vec3 normal = has_normals(solid) ? normal_at(solid, triangle, shares) : upright;
    const float steepness = length(normal), side = dot(upright, to_eye) < 0.0 ? -1.0 : 1.0;
    const float other = other_at(solid, own_corner(solid, triangle, 0u) * shares.x + own_corner(solid, triangle, 1u) * shares.y +
                                            own_corner(solid, triangle, 2u) * shares.z);
    vec3 tint = vec3(1.0);
    if (picture_of_solid(solid) != 0u) {
        float density;
        const vec2 coordinates = coordinates_at(solid, triangle, shares, density);
        tint = picture_on(frame_of_solid(solid, density), coordinates).rgb;
    }
    return light_of_surface(surface_look(solid), place, steepness > 0.0 ? normal * (side / steepness) : normalize(to_eye), other, tint);
}
#endif

vec4 light_of_solid(uint name, vec3 place) {
    uint triangle = number_of(name);
    const bool is_sphere = kind_of(name) == RASTER_SPHERE;
    const Solid solid = is_sphere ? solids[triangle] : solid_of(triangle, triangle);
    vec3 upright = place - solid.place.xyz;
    if (!is_sphere) {
        const vec3 first = from_centre_of(solid, triangle, 0u);
        upright = cross(from_centre_of(solid, triangle, 1u) - first, from_centre_of(solid, triangle, 2u) - first);
    }
#ifdef SURFACED
    if (!is_sphere) return light_of_mesh(solid, triangle, place, upright);
#endif
    const float steepness = length(upright);
    const vec3 normal = steepness > 0.0 ? upright / steepness : normalize(unmirrored_eye() - place);
    const vec4 look = color_and_glow(solid);
    return light_of(place, normal, look.rgb, look.a);
}
#endif

void main() {
    if (!is_in_image()) return;
    if (own_pixel() == ivec2(0)) tile_count = 0u;
    const ivec2 pixel = own_pixel();
    const uint at = uint(pixel.y) * uint(frame_size.x) + uint(pixel.x);
    const bool is_empty = depths[at] == RASTER_NONE;
    const float depth = is_empty ? 1.0 : uintBitsToFloat(depths[at]);
    imageStore(depth_image, pixel + ivec2(0, first_row), vec4(depth));
#ifndef SHADOW
    vec4 light = vec4(vec3(0.0), 1.0 - SOLID_ALPHA);
    if (!is_empty) {
        const uint name = names[at];
        const vec3 place = mirrored(drawn_at(pixel, depth));
        light = kind_of(name) == RASTER_OBJECT ? light_of_object(number_of(name), place) : light_of_solid(name, place);
    }
    imageStore(image, pixel, light);
    names[at] = RASTER_NONE;
#endif
    depths[at] = RASTER_NONE;
}
