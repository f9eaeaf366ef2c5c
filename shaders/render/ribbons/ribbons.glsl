// Ribbons: the points of all, in order; the bands that are drawn from them; and the layer of those that cover.

#section points vertex
// A point of a ribbon, in two elements of 16 bytes: a particle and its look, in the order of the sorted list.
struct Point {
    vec3 place;
    float radius;    // half the ribbon's width there, metres, as the look has it
    vec4 color;      // linear and not multiplied by alpha; lit, if it covers
    float softness;  // metres over which it fades into the plane and into objects
    float edge;      // the share of each half of its width over which it fades
    bool covers;     // what lies behind it; else its light adds up
    bool adds_colour;  // it covers by its alpha, but its colour is added whatever that is
    uint ribbon;     // the number of its ribbon
};

// The sign of the softness, which is positive, says if the point covers; an edge below 0, that its colour is added.
uvec4 place_of_point(Point p) { return uvec4(floatBitsToUint(p.place), floatBitsToUint(p.radius)); }
uvec4 look_of_point(Point p) {
    const float softness = p.covers ? -p.softness : p.softness;
    const float edge = p.adds_colour ? -1.0 - p.edge : p.edge;
    return uvec4(packHalf2x16(p.color.rg), packHalf2x16(p.color.ba), packHalf2x16(vec2(softness, edge)), p.ribbon);
}

Point point_from(uvec4 place, uvec4 look) {
    const vec2 softness_and_edge = unpackHalf2x16(look.z);
    const float edge = softness_and_edge.y;
    return Point(uintBitsToFloat(place.xyz), uintBitsToFloat(place.w), vec4(unpackHalf2x16(look.x), unpackHalf2x16(look.y)),
                 abs(softness_and_edge.x), edge < 0.0 ? -1.0 - edge : edge, softness_and_edge.x < 0.0, edge < 0.0, look.w);
}

#section points vertex fragment
#include "shared.h"
#include "effects/rows.h"
#ifdef RIBBON_PICTURES
// The picture along a ribbon. Its width lies along the ribbon, its left at the older points, and its height across.
#include "render/sprites/picture.glsl"

// A frame of a picture at a point of a ribbon.
struct Strip {
    uint first;   // row; 0: there is no picture
    uint frame;
    float along;  // in pictures
    bool repeats; // else it lies there once, from 0 to 1
};

const Strip NO_STRIP = Strip(0u, 0u, 0.0, false);

Strip strip_of(uint first, float frame, float along, bool repeats) {
    const float frames = float(texelFetch(picture_rows, int(first)).z);
    const float nth = mod(floor(frame), frames);
    return Strip(first, nth > 0.0 ? uint(min(nth, frames - 1.0)) : 0u, abs(along) < 1e30 ? along : 0.0, repeats);
}

uvec4 words_of(Strip s) { return uvec4(s.first, s.frame, floatBitsToUint(s.along), s.repeats ? 1u : 0u); }

Strip strip_from(uvec4 words) { return Strip(words.x, words.y, uintBitsToFloat(words.z), words.w != 0u); }

// Returns a level of the picture at a place, 0 to 1 from its upper left, linear between the middles of texels. Where the
// picture repeats, the first column follows the last.
vec4 strip_level(Strip s, uint nth, vec2 place) {
    const uvec4 level = texelFetch(picture_rows, int(s.first + PICTURE_HEAD + nth));
    const vec2 size = vec2(level.yz);
    vec2 at = place * size - 0.5;
    at = vec2(s.repeats ? mod(at.x, size.x) : clamp(at.x, 0.0, size.x - 1.0), clamp(at.y, 0.0, size.y - 1.0));
    const uvec2 texel = min(uvec2(at), level.yz - 1u);
    const uint row = s.first + level.x + (s.frame * level.z + texel.y) * level.y;
    const uvec4 words = texelFetch(picture_rows, int(row + texel.x));
    uvec2 right = words.yw;
    if (s.repeats && texel.x + 1u == level.y) right = texelFetch(picture_rows, int(row)).xz;
    return weighed_texels(uvec4(words.x, right.x, words.z, right.y), weights_at(at - vec2(texel)));
}

// Returns the colour, multiplied by alpha, and the alpha of the picture at a place: along in pictures, across -1 to 1 from
// the right edge of the ribbon to the left one. A pixel is so large in both; two neighbouring levels are blended.
vec4 strip_at_place(Strip s, vec2 place, vec2 pixel) {
    const uvec4 head = texelFetch(picture_rows, int(s.first));
    const vec2 texels = vec2(head.xy) * pixel * vec2(1.0, 0.5);
    const float level = clamp(log2(max(max(texels.x, texels.y), 1.0)), 0.0, float(head.w - 1u)), part = fract(level);
    const vec2 share = vec2(place.x, 0.5 - 0.5 * place.y);
    const vec4 shown = strip_level(s, uint(level), share);
    return part > 0.0 ? mix(shown, strip_level(s, uint(level) + 1u, share), part) : shown;
}
#endif

#section points
// Computes the points of all ribbons in the order of the sorted list, so that each particle's look is computed once and
// neighbours lie side by side. Needs STACKS and COLUMNS. With RIBBON_PICTURES some ribbons may have a picture.
#include "common.glsl"
#include "particles/ribbon.h"
#include "render/sprites/look.glsl"
#include "render/lighting/lamp.glsl"
#include "render/lighting/particle_light.glsl"
#ifdef FOG
#include "render/lighting/fog.glsl"
#endif
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_LIST_SLOTS) readonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_KEYS) readonly buffer ListKeys { uint list_keys[]; };
layout(std430, binding = BIND_LIST_STATE) buffer ListBlock { DrawList list; DrawArguments draws[RIBBON_DRAWS]; };
layout(std430, binding = BIND_RIBBON_PLACES) writeonly buffer RibbonPlaces { uvec4 ribbon_places[]; };
layout(std430, binding = BIND_RIBBON_LOOKS) writeonly buffer RibbonLooks { uvec4 ribbon_looks[]; };

const float MAX_RADIUS = 1e5;      // metres
const float MAX_SOFTNESS = 1e4;

// Returns x, limited to 0 to `most`; of what is no number, 0.
float limited(float x, float most) { return x > 0.0 ? min(x, most) : 0.0; }

#ifdef RIBBON_PICTURES
layout(std430, binding = BIND_RIBBON_PICTURES) writeonly buffer RibbonPictures { uvec4 ribbon_pictures[]; };

// Returns how many points of the list belong to ribbons of lower numbers, or to this one too.
uint points_before(uint ribbon, bool with_own) {
    uint low = 0u, high = min(list.drawn, capacity);
    while (low < high) {
        const uint middle = (low + high) / 2u, number = list_keys[middle];
        if (number < ribbon || (with_own && number == ribbon)) low = middle + 1u;
        else high = middle;
    }
    return low;
}

// Returns how far along its ribbon a point of the list is, in metres.
float way_of(uint n) {
    const uint at = min(list_slots[n], capacity - 1u);
    Particle p = particle_at(vec3(0.0), vec3(0.0), 0.0, 1.0);
    stack_load(emitter_in(column[2].element[at].z).look_code, stored_attributes(at), p);
    return p.ribbon_way;
}

// Returns the picture at a point. Its place follows from what the point got at birth, so it stays when others die; where
// the picture is stretched over the ribbon, from the ends of the ribbon too.
Strip strip_at(uint n, uint ribbon, SpriteLook look) {
    const uint first = look.picture.picture.first;
    if (first == 0u) return NO_STRIP;
    if (look.picture_length > 0.0) return strip_of(first, look.picture.frame, way_of(n) / look.picture_length, true);
    const float begin = way_of(points_before(ribbon, false)), end = way_of(points_before(ribbon, true) - 1u);
    return strip_of(first, look.picture.frame, end > begin ? (way_of(n) - begin) / (end - begin) : 0.0, false);
}
#endif

Point point_at(uint at, uint ribbon, SpriteLook look) {
    const vec3 lit = look.covers && look.shading > 0.0 ? mix(vec3(1.0), light_at(look.place, look.forward), look.shading) : vec3(1.0);
    vec4 color = vec4(look.color.rgb * lit, look.color.a);
#ifdef FOG
    const vec3 way = look.place - camera.eye.xyz;
    const float clear = clear_through_fog(way);
    color.rgb *= clear;
    if (look.covers) color.rgb += light_of_fog(normalize(way)) * ((1.0 - clear) * (look.adds_colour ? clamp(look.color.a, 0.0, 1.0) : 1.0));
#endif
    for (int c = 0; c < 3; ++c) color[c] = limited(color[c], MAX_HALF);
    color.a = limited(color.a, 1.0);
    return Point(look.place, limited(look.radius, MAX_RADIUS), color, max(limited(look.softness, MAX_SOFTNESS), MIN_SOFTNESS),
                 limited(look.edge, 1.0), look.covers, look.adds_colour, ribbon);
}

const float ROUNDED_UP = 1.001;    // at most so much more opaque is what is drawn: points are kept in half floats

// Returns the draws that the segments of a point belong to, a bit of each. Less density makes a ribbon more opaque.
uint draws_of(Point p) {
    if (!p.covers) return 1u << DRAW_ADDING;
    const float opacity = p.color.a * max(light_share, 1.0) * ROUNDED_UP;
    uint draws = 1u << DRAW_COVERING;
    if (opacity >= CORE_OPACITY) draws |= 1u << DRAW_CORES;
    if (opacity > SEEN_OPACITY) draws |= 1u << DRAW_FRINGE_DEPTHS;
    return draws;
}

shared uint draws_of_group;  // their bits

void make_point(uint n) {
    const uint at = min(list_slots[n], capacity - 1u), ribbon = list_keys[n];
    const SpriteLook look = look_of(at);
    const Point p = point_at(at, ribbon, look);
    ribbon_places[n] = place_of_point(p);
    ribbon_looks[n] = look_of_point(p);
#ifdef RIBBON_PICTURES
    ribbon_pictures[n] = words_of(strip_at(n, ribbon, look));
#endif
    atomicOr(draws_of_group, draws_of(p));
}

// The arguments of all draws are 0 before.
void main() {
    if (gl_LocalInvocationIndex == 0u) draws_of_group = 0u;
    barrier();
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (n < min(list.drawn, capacity)) make_point(n);
    barrier();
    if (gl_LocalInvocationIndex >= RIBBON_DRAWS || (draws_of_group >> gl_LocalInvocationIndex & 1u) == 0u) return;
    draws[gl_LocalInvocationIndex].vertices = list.vertices;
    draws[gl_LocalInvocationIndex].instances = 1u;
}

#section vertex
// A segment of a ribbon: two neighbouring points with the points before and behind them, as the eye sees them. With
// REFLECTION all is mirrored in the plane, and becomes wider the farther it is from the glossy plane.
#include "particles/ribbon.h"
#include "render/frame/camera.glsl"
#include "render/sprites/sprite_size.glsl"

layout(std430, binding = BIND_RIBBON_PLACES) readonly buffer RibbonPlaces { uvec4 ribbon_places[]; };
layout(std430, binding = BIND_RIBBON_LOOKS) readonly buffer RibbonLooks { uvec4 ribbon_looks[]; };
layout(std430, binding = BIND_LIST_STATE) readonly buffer ListBlock { DrawList list; };

// A point before the eye.
struct Knot {
    Point point;
    vec3 center;   // in view space
    float height;  // above the plane, before it is mirrored
};

// Mirrors a place, and returns its height above the plane.
float mirrored(inout vec3 place, inout float radius) {
    const float height = height_above_plane(place);
#ifdef REFLECTION
    vec3 motion = vec3(0.0);
    mirror(height, place, motion, radius);
#endif
    return height;
}

vec3 in_view(vec3 place) { return (view_matrix() * vec4(place, 1.0)).xyz; }

Knot knot_at(uint n) {
    Point p = point_from(ribbon_places[n], ribbon_looks[n]);
    const float height = mirrored(p.place, p.radius);
    return Knot(p, in_view(p.place), height);
}

// Returns only the place of a knot, in view space.
vec3 center_at(uint n) {
    vec3 place = uintBitsToFloat(ribbon_places[n].xyz);
    float radius = 0.0;
    mirrored(place, radius);
    return in_view(place);
}

// Returns the knot with this share of the way from a to b.
Knot between(Knot a, Knot b, float share) {
    Knot k = a;
    k.point.place = mix(a.point.place, b.point.place, share);
    k.point.radius = mix(a.point.radius, b.point.radius, share);
    k.point.color = mix(a.point.color, b.point.color, share);
    k.point.softness = mix(a.point.softness, b.point.softness, share);
    k.center = mix(a.center, b.center, share);
    k.height = mix(a.height, b.height, share);
    return k;
}

// True if point n of the list is the next of its ribbon behind point n - 1.
bool follows(uint n) { return n > 0u && n < list.drawn && ribbon_looks[n].w == ribbon_looks[n - 1u].w; }

// One end of a segment: the ways to its knot and from it as the eye sees them, in metres. Zero: there is none.
struct End {
    Knot knot;
    vec2 before;
    vec2 after;
    vec3 out_of_it;  // from the segment's other end to this one, in view space
    bool is_last;    // the ribbon ends here
    float share;     // of the way from the first point to the second at which the knot is: 0 or 1 unless it is cut
};

// Returns the way from one place to another as an eye sees it that looks at `center`.
vec2 seen_way(vec3 center, vec3 from, vec3 to) { return apparent_motion(center, to - from, depth_of(center)); }

// Returns an end of the segment from point n to point n + 1, cut where it passes the near plane; false: there is no such
// segment before the eye. Where it is not cut, it is computed alike for both segments at the point, so that their edges
// are equal to the bit.
bool find_end(uint n, bool is_second, out End end) {
    if (!follows(n + 1u)) return false;
    const uint own = is_second ? n + 1u : n, other = is_second ? n : n + 1u, beyond = is_second ? n + 2u : n - 1u;
    end.knot = knot_at(own);
    const vec3 center = end.knot.center;
    const Knot far = knot_at(other);
    const float near = max(camera.planes.x, MIN_DEPTH), depth = -center.z, far_depth = -far.center.z;
    if (!(max(depth, far_depth) > near)) return false;
    end.is_last = !follows(is_second ? beyond : own);
    const vec3 inner = center_at(other);
    const vec2 inside = is_second ? seen_way(center, inner, center) : seen_way(center, center, inner);
    vec2 outside = vec2(0.0);
    if (!end.is_last) {
        const vec3 next = center_at(beyond);
        outside = is_second ? seen_way(center, center, next) : seen_way(center, next, center);
    }
    end.before = is_second ? inside : outside;
    end.after = is_second ? outside : inside;
    end.out_of_it = center - far.center;
    end.share = is_second ? 1.0 : 0.0;
    if (depth < near) {
        end.is_last = false;
        const float cut_off = clamp((near - depth) / (far_depth - depth), 0.0, 1.0);
        end.knot = between(end.knot, far, cut_off);
        end.share += is_second ? -cut_off : cut_off;
        const vec3 cut = end.knot.center;
        end.out_of_it = cut - far.center;
        end.before = end.after = is_second ? seen_way(cut, far.center, cut) : seen_way(cut, cut, far.center);
    }
    return true;
}

const float MAX_MITRE = 1.5;   // of half the width
const float MIN_WAY = 1e-7;   // metres that have a direction

vec2 direction_of(vec2 way, vec2 otherwise) {
    const float size = length(way);
    return size > MIN_WAY ? way / size : otherwise;
}

// Returns in xy the vector from the middle of the ribbon to one of its edges, for half a width of 1: it halves the angle
// between the ways, so that both segments at a point share an edge. Where a ribbon turns more tightly than it is wide, its
// inner edge is cut at the centre of the turn, for beyond it segments would cover each other: z is the share of half the
// width that is left.
vec3 side_of(End end, bool is_left, float half_width) {
    const vec2 first = direction_of(end.before, direction_of(end.after, vec2(1.0, 0.0)));
    const vec2 before = direction_of(end.before, first), after = direction_of(end.after, first);
    const vec2 middle = direction_of(before + after, vec2(-before.y, before.x));
    const float turn = before.x * after.y - before.y * after.x;  // above 0: to the left
    float size = min(1.0 / max(dot(middle, before), 1e-3), MAX_MITRE), left = 1.0;
    if ((turn > 0.0) == is_left) {
        const float turn_radius = 0.5 * (length(end.before) + length(end.after)) / max(distance(before, after), 1e-6);
        left = min(turn_radius / half_width, 1.0);
        size = min(size, left);
    }
    return vec3(vec2(-middle.y, middle.x) * (is_left ? size : -size), is_left ? left : -left);
}

// How far the vertices of an end lie beyond it in view space, so that a round cap fits there; and the metres by which they
// lie beyond the first and the second end of the segment, below 0 before it, between which fragments interpolate.
struct Cap {
    vec3 offset;
    vec2 beyond;
};

Cap cap_of(End end, bool is_second, float half_width) {
    const float size = length(end.out_of_it), longer = end.is_last && size > MIN_WAY ? half_width : 0.0;
    const vec3 offset = end.out_of_it * (longer / max(size, MIN_WAY));
    return Cap(offset, is_second ? vec2(-size - longer, longer) : vec2(longer, -size - longer));
}

// Draws the segments of ribbons as bands that face the camera, each of two triangles. With REFLECTION it draws their
// reflection in the plane. KIND says if it draws all ribbons, or only those that cover, or whose light adds up. With
// RIBBON_PICTURES some may have a picture.
#include "render/sprites/light.glsl"
#ifdef RIBBON_PICTURES
layout(std430, binding = BIND_RIBBON_PICTURES) readonly buffer RibbonPictures { uvec4 ribbon_pictures[]; };
#endif

uniform float coarseness;   // the size of the target's pixels in pixels of the frame
uniform float light_share;  // factor on each ribbon's light, which compensates the density, as size_factor does

const float REFLECTED_TO = 1.1;  // metres above the plane at which a reflection keeps 1/e of its light
const float MAX_BEYOND = 64.0;  // lengths of a segment by which the picture goes on in a round end
const float MAX_PIXEL = 1e4;    // a pixel's size on the picture, which is all of it then

out vec2 across;              // metres from the middle of the band, and half its width
out vec2 beyond;              // metres beyond its first and second end, if above 0
out vec4 light;               // premultiplied colour and opacity in the middle
out vec3 depth_and_fades;     // metres before the eye; softness; share that is not faded into the plane
flat out float edge;          // the share of each half of the width over which the band fades

#ifdef RIBBON_PICTURES
out vec3 strip;          // along the picture, as in Strip; the size of a pixel, as strip_at_place() takes it
flat out uvec3 picture;  // its first row, 0: none; the frame; 1: it repeats

// Finds the picture at the end of the segment from point n to point n + 1, whose vertices lie so many metres beyond it. The
// size of a pixel follows from the segment as the eye sees it: where segments are thinner than a pixel, differences between
// pixels would not tell it.
void find_picture(uint n, bool is_second, End end, float beyond_it, vec2 pixel) {
    const Strip own = strip_from(ribbon_pictures[n]);
    const float whole = own.repeats ? floor(own.along) : 0.0, first = own.along - whole;
    const float last = strip_from(ribbon_pictures[n + 1u]).along - whole, left = last - first;
    const float share = min(beyond_it / max(length(end.out_of_it), MIN_WAY), MAX_BEYOND);
    const float seen = max(length(is_second ? end.before : end.after), MIN_WAY);
    const float seen_pictures = abs(left) * (is_second ? end.share : 1.0 - end.share);
    strip = vec3(mix(first, last, end.share) + (is_second ? left : -left) * share,
                 min(pixel * vec2(seen_pictures / seen, 1.0), MAX_PIXEL));
    picture = uvec3(own.first, own.frame, own.repeats ? 1u : 0u);
}
#endif

bool is_drawn(Point p) { return KIND == KIND_ALL || p.covers == (KIND == KIND_COVERS); }

void main() {
    const uint corner = uint(gl_VertexID) % VERTICES_PER_SEGMENT;
    const bool is_second = corner == 2u || corner >= 4u, is_left = corner == 0u || corner == 2u || corner == 5u;
    End end;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    across = vec2(0.0, 1.0);
    beyond = vec2(0.0);
    light = vec4(0.0);
    depth_and_fades = vec3(1.0, 1.0, 0.0);
    edge = 1.0;
#ifdef RIBBON_PICTURES
    strip = vec3(0.0);
    picture = uvec3(0u);
#endif
    if (!find_end(uint(gl_VertexID) / VERTICES_PER_SEGMENT, is_second, end)) return;
    const Point p = end.knot.point;
    if (!is_drawn(p)) return;
    const vec3 center = end.knot.center;
    const float depth = depth_of(center);
    // The more parents live, the more ribbons there are; those of an emitter stay as many.
    const bool is_many = (p.ribbon & RIBBON_OF_PARENT) != 0u;
    const float half_width = max(is_many ? p.radius * size_factor : p.radius, min_radius(depth) * coarseness);
    float brightness = (is_many ? light_share : 1.0) * p.radius / half_width;
#ifdef REFLECTION
    brightness *= exp(-end.knot.height / REFLECTED_TO);
#endif
    const vec3 side = side_of(end, is_left, half_width);
    const Cap cap = cap_of(end, is_second, half_width);
    const vec3 offset = vec3(side.xy * half_width, 0.0) + cap.offset;
    float above = 1.0;
#ifndef REFLECTION
    above = (p.place.y - plane_height + dot(camera.view[1].xyz, offset)) / p.softness * 0.5 + 0.5;
#endif
    across = vec2(side.z * half_width, half_width);
    beyond = cap.beyond;
    light = p.adds_colour ? covering_premultiplied(p.color, brightness)
            : p.covers    ? covering(p.color, brightness)
                          : shining(p.color, brightness);
    depth_and_fades = vec3(depth, p.softness, above);
    edge = p.edge;
#ifdef RIBBON_PICTURES
    find_picture(uint(gl_VertexID) / VERTICES_PER_SEGMENT, is_second, end, length(cap.offset),
                 pixel_at(depth) * coarseness * vec2(1.0, 1.0 / half_width));
#endif
    gl_Position = projection_matrix() * vec4(center + offset, 1.0);
}

#section fragment
// Draws a band that is bright in the middle and fades towards its edges and its round ends.
#include "particles/ribbon.h"
#include "render/frame/camera.glsl"
#include "render/objects/depth.glsl"
#include "render/sprites/light.glsl"
#ifdef BEFORE_RIBBONS
#include "render/ribbons/layer.glsl"
#endif

in vec2 across;
in vec2 beyond;
in vec4 light;
in vec3 depth_and_fades;
flat in float edge;
out vec4 color;

#ifdef RIBBON_PICTURES
in vec3 strip;
flat in uvec3 picture;

// Returns the picture's colour, multiplied by alpha, and its alpha. A picture that lies there once ends with the ribbon; its
// last pixel fades.
vec4 shown() {
    if (picture.x == 0u) return vec4(1.0);
    const float out_of_picture = picture.z != 0u ? 0.0 : max(max(-strip.x, strip.x - 1.0), 0.0);
    const float share = 1.0 - clamp(out_of_picture / max(strip.y, 1e-9), 0.0, 1.0);
    const float to_left = across.x / max(across.y, 1e-9);
#ifdef REFLECTION
    const vec2 place = vec2(strip.x, -to_left);
#else
    const vec2 place = vec2(strip.x, to_left);
#endif
    return share * strip_at_place(Strip(picture.x, picture.y, strip.x, picture.z != 0u), place, strip.yz);
}
#else
vec4 shown() { return vec4(1.0); }
#endif

uniform uint part;  // of ribbons that cover: RIBBON_*

// True if the part that is drawn has pixels of this opacity.
bool is_in_part(float opacity) {
    if (KIND != KIND_COVERS) return true;
    if (part == RIBBON_ALL) return opacity > 0.0;
    if (part == RIBBON_CORES) return opacity >= CORE_OPACITY;
    return opacity < CORE_OPACITY && opacity > (part == RIBBON_FRINGE_DEPTHS ? SEEN_OPACITY : 0.0);
}

void main() {
    const float out_of_ends = max(max(beyond.x, beyond.y), 0.0);
    const float place = length(vec2(across.x, out_of_ends)) / max(across.y, 1e-9);
    const float pixel = abs(dFdx(place)) + abs(dFdy(place));
    float share = smoothstep(0.0, clamp(edge, min(pixel, 1.0), 1.0), 1.0 - place) * clamp(depth_and_fades.z, 0.0, 1.0);
    share *= smoothstep(0.0, camera.planes.z, depth_and_fades.x);
    const float softness = max(depth_and_fades.y, 1e-6);
    if (has_objects) share *= share_before_object(ivec2(gl_FragCoord.xy), depth_and_fades.x, softness);
#ifdef BEFORE_RIBBONS
    share *= share_before_ribbons(ribbon_at(ivec2(gl_FragCoord.xy)), depth_and_fades.x, softness);
#endif
    color = light * share * shown();
    if (!is_in_part(color.a)) discard;
}

#section compose
// Puts the layer of ribbons that cover over an image, or, with UNDER, behind it: then the image's alpha is the share of the
// light from behind that passes.
#include "render/frame/each_pixel.glsl"

layout(binding = TEXTURE_RIBBONS) uniform sampler2D ribbon_layer;

void main() {
    if (!is_in_image()) return;
    const vec4 layer = texelFetch(ribbon_layer, own_pixel(), 0);
    if (layer.a == 0.0) return;
    vec4 all = imageLoad(image, own_pixel());
#ifdef UNDER
    all = vec4(all.rgb + all.a * layer.rgb, all.a * (1.0 - layer.a));
#else
    all.rgb = layer.rgb + (1.0 - layer.a) * all.rgb;
#endif
    imageStore(image, own_pixel(), vec4(min(all.rgb, vec3(MAX_HALF)), all.a));
}
