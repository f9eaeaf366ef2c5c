// The data of an effect's files: rows of four numbers in one texture, as app/effects/data/file_data.cpp lays them out. A struct
// says where the rows of a file begin and how many there are. It counts none while an effect names no file; functions then
// change nothing, or return zeros.
#include "effects/rows.h"
#include "shared.h"
layout(binding = TEXTURE_FILES) uniform samplerBuffer file_rows;

vec4 file_row(uint row) { return texelFetch(file_rows, int(row)); }

// Rows: the head; for each triangle its corners; for each edge its ends. The first corner or end has, as fourth number,
// the probability of an alias table that it is kept, the second the element that stands in for it. If the mesh has texture
// coordinates, a row with the low corner of their rectangle and its size follows, and for each triangle a row with those of its
// corners; and likewise their normals, behind those. Both are words: shaders/render/solids/surface.glsl reads them.
struct Mesh {
    uint first;
    uint triangles;
    uint edges;
    float radius;  // the distance of the farthest corner from the origin
    uint details;  // the row of what triangles have beside their places, times 4, and the bits MESH_HAS_*; 0: nothing
};

// Rows: the head, which has the image's size too; for each lit pixel its place and alpha, and its colour, with the numbers
// of an alias table as above.
struct Image {
    uint first;
    uint pixels;
};

// Rows: the cells along each axis; the low and the high corner; a vector for each cell, x fastest.
struct Field {
    uint first;
    uvec3 cells;
    vec3 low;
    vec3 high;
};

// Rows: the points of the grid along each axis and their distance from each other; the low corner; for each point the
// distances at (x, y), (x + 1, y), (x, y + 1) and (x + 1, y + 1), x fastest.
struct Distance {
    uint first;
    uvec3 points;
    float cell;
    vec3 low;
};

// Drawing reads its rows: shaders/render/sprites/picture.glsl.
struct Picture {
    uint first;  // row of its head; 0: there is none
};

Picture picture_in(uint first) { return Picture(first); }

Mesh mesh_in(uint first) {
    const vec4 head = file_row(first);
    const uint triangles = uint(head.x), edges = uint(head.y), has = uint(head.w), begin = first + MESH_HEAD;
    const uint behind = begin + triangles * TRIANGLE_ROWS + edges * MESH_EDGE_ROWS;
    return Mesh(begin, triangles, edges, head.z, has == 0u ? 0u : behind << MESH_DETAIL_BITS | has);
}

Image image_in(uint first) { return Image(first + PIXELS_HEAD, uint(file_row(first).x)); }

Field field_in(uint first) {
    const vec4 head = file_row(first);
    if (head.x == 0.0) return Field(first, uvec3(0u), vec3(0.0), vec3(0.0));
    return Field(first + FIELD_HEAD, uvec3(head.xyz), file_row(first + 1u).xyz, file_row(first + 2u).xyz);
}

Distance distance_in(uint first) {
    const vec4 head = file_row(first);
    if (head.x == 0.0) return Distance(first, uvec3(0u), 0.0, vec3(0.0));
    return Distance(first + DISTANCE_HEAD, uvec3(head.xyz), head.w, file_row(first + 1u).xyz);
}

// Returns new random bits that follow from the random numbers of a birth: a choice among millions takes all 24 bits of a
// number.
uvec4 file_bits(vec3 random) { return hash4(uvec4(floatBitsToUint(random), 11u)); }

float share_of_bits(uint bits) { return float(bits >> 8u) * (1.0 / 16777216.0); }

// Draws an element of an alias table (A. J. Walker, 1977), where each has so many rows, and returns its first row.
uint drawn_row(uint first, uint count, uint stride, uvec2 bits) {
    uint low, at;
    umulExtended(bits.x, count, at, low);
    const uint row = first + at * stride;
    if (share_of_bits(bits.y) < file_row(row).w) return row;
    return first + uint(file_row(row + 1u).w) * stride;
}

// Sets a place on the faces, uniform by area, and the face's normal. `random` are uniform in [0, 1).
void mesh_surface(Mesh mesh, vec3 random, inout vec3 place, inout vec3 normal) {
    if (mesh.triangles == 0u) return;
    const uvec4 bits = file_bits(random);
    const uint row = drawn_row(mesh.first, mesh.triangles, TRIANGLE_ROWS, bits.xy);
    const vec3 corner = file_row(row).xyz;
    precise vec3 side = file_row(row + 1u).xyz - corner;
    precise vec3 other = file_row(row + 2u).xyz - corner;
    precise vec2 share = vec2(share_of_bits(bits.z), share_of_bits(bits.w));
    precise float both = share.x + share.y;
    if (both > 1.0) share = 1.0 - share;  // the other half of the parallelogram
    precise vec3 at = corner + side * share.x + other * share.y;
    vec3 upright = unit_or(cross(side, other), vec3(0.0, 1.0, 0.0));
    place = at;
    normal = upright;
}

// Sets a place on the edges, uniform by length.
void mesh_edge(Mesh mesh, vec3 random, inout vec3 place) {
    if (mesh.edges == 0u) return;
    const uvec4 bits = file_bits(random);
    const uint row = drawn_row(mesh.first + mesh.triangles * TRIANGLE_ROWS, mesh.edges, MESH_EDGE_ROWS, bits.xy);
    precise vec3 at = mix(file_row(row).xyz, file_row(row + 1u).xyz, share_of_bits(bits.z));
    place = at;
}

// Sets a place in a lit pixel, by brightness, and its colour. The image's middle is the origin, its width is 1, it stands
// upright and faces z.
void lit_pixel(Image image, vec3 random, inout vec3 place, inout vec4 colour) {
    if (image.pixels == 0u) return;
    const uvec4 bits = file_bits(random);
    const uint row = drawn_row(image.first, image.pixels, PIXEL_ROWS, bits.xy);
    const vec4 head = file_row(image.first - PIXELS_HEAD);  // its size in pixels follows the count
    precise vec2 at = file_row(row).xy + vec2(share_of_bits(bits.z), share_of_bits(bits.w));
    precise vec2 middle = vec2(at.x - 0.5 * head.y, 0.5 * head.z - at.y) / head.y;
    place = vec3(middle, 0.0);
    colour = vec4(file_row(row + 1u).rgb, file_row(row).z);
}

// Returns the vector at a place, and 1; zeros outside of the field's box. Vectors are those of the middles of cells;
// between them the field is linear along each axis, and at the box's faces constant.
vec4 field_at(Field field, vec3 place) {
    precise vec3 share = (place - field.low) / max(field.high - field.low, vec3(1e-20));
    if (field.cells.x == 0u || any(lessThan(share, vec3(0.0))) || any(greaterThan(share, vec3(1.0)))) return vec4(0.0);
    const uvec3 last = field.cells - 1u;
    precise vec3 at = clamp(share * vec3(field.cells) - 0.5, vec3(0.0), vec3(last));
    const uvec3 cell = min(uvec3(at), last);
    precise vec3 part = at - vec3(cell);
    precise vec3 sum = vec3(0.0);
    for (uint k = 0u; k < 8u; ++k) {
        const uvec3 corner = uvec3(k & 1u, (k >> 1u) & 1u, k >> 2u), next = min(cell + corner, last);
        precise vec3 weight = mix(1.0 - part, part, vec3(corner));
        sum += file_row(field.first + (next.z * field.cells.y + next.y) * field.cells.x + next.x).xyz *
               (weight.x * weight.y * weight.z);
    }
    return vec4(sum, 1.0);
}

// Returns the unit vector that leads away from the surface the fastest, and the distance from it, below 0 inside. Beyond
// its grid it knows the distance roughly. Without a file it returns no direction.
vec4 distance_at(Distance field, vec3 place) {
    if (field.points.x == 0u) return vec4(0.0);
    const uvec3 last = field.points - 1u;
    precise vec3 at = (place - field.low) / field.cell;
    precise vec3 held = clamp(at, vec3(0.0), vec3(last));
    const uvec3 point = min(uvec3(held), last - 1u);
    precise vec3 part = held - vec3(point);
    const uint layer = field.points.x * field.points.y;
    const uint row = field.first + (point.z * field.points.y + point.y) * field.points.x + point.x;
    const vec4 below = file_row(row), above = file_row(row + layer);
    precise vec4 near = mix(below, above, part.z);        // at the corners of the square around the place
    precise vec2 line = mix(near.xy, near.zw, part.y);
    precise float inside = mix(line.x, line.y, part.x);
    precise vec4 rise = above - below;
    precise vec2 rise_line = mix(rise.xy, rise.zw, part.y);
    precise float slope_x = line.y - line.x;
    precise float slope_y = mix(near.z - near.x, near.w - near.y, part.x);
    precise float slope_z = mix(rise_line.x, rise_line.y, part.x);
    precise vec3 slope = vec3(slope_x, slope_y, slope_z);
    precise float steepness = length(slope);
    precise vec3 away = steepness > 0.0 ? slope / steepness : vec3(0.0, 1.0, 0.0);
    precise vec3 beyond = (at - held) * field.cell;
    if (beyond == vec3(0.0)) return vec4(away, inside);
    precise vec3 from_surface = away * inside + beyond;
    precise float far = length(from_surface);
    precise vec3 direction = from_surface / max(far, 1e-20);
    return vec4(direction, far);
}
