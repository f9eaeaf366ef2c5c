// Ribbons: the bands that are drawn from their points, which points.comp computes; and the layer of those that cover.

#section vertex
// A segment of a ribbon: two neighbouring points with the points before and behind them, as the eye sees them. With
// REFLECTION all is mirrored in the plane, and becomes wider the farther it is from the glossy plane.
#include "render/ribbons/point.glsl"
#include "shared.h"
#include "effects/rows.h"
#ifdef RIBBON_PICTURES
#include "render/ribbons/strip.glsl"
#endif
#include "particles/ribbon.h"
#include "render/frame/camera.glsl"
#include "render/sprites/sprite_size.glsl"

// A software renderer reads points as buffer textures, as effects/row_buffer.glsl says.
#ifdef SOFTWARE_RENDERER
layout(binding = TEXTURE_RIBBON_PLACES) uniform usamplerBuffer ribbon_places;
layout(binding = TEXTURE_RIBBON_LOOKS) uniform usamplerBuffer ribbon_looks;
uvec4 place_words(uint n) { return texelFetch(ribbon_places, int(n)); }
uvec4 look_words(uint n) { return texelFetch(ribbon_looks, int(n)); }
#else
layout(std430, binding = BIND_RIBBON_PLACES) readonly buffer RibbonPlaces { uvec4 ribbon_places[]; };
layout(std430, binding = BIND_RIBBON_LOOKS) readonly buffer RibbonLooks { uvec4 ribbon_looks[]; };
uvec4 place_words(uint n) { return ribbon_places[n]; }
uvec4 look_words(uint n) { return ribbon_looks[n]; }
#endif
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
    Point p = point_from(place_words(n), look_words(n));
    const float height = mirrored(p.place, p.radius);
    return Knot(p, in_view(p.place), height);
}

// Returns only the place of a knot, in view space.
vec3 center_at(uint n) {
    vec3 place = uintBitsToFloat(place_words(n).xyz);
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
bool follows(uint n) { return n > 0u && n < list.drawn && look_words(n).w == look_words(n - 1u).w; }

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

const float MAX_MITRE = 1.5;   // of half the width, which a turn of 96 degrees has
const float MIN_MITRE = 0.3;   // likewise, to which longer mitres shrink as a ribbon turns back, where they would be spikes
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
    const float straight = max(dot(middle, before), 1e-3);  // the cosine of half the turn
    float size = min(1.0 / straight, max(MAX_MITRE * MAX_MITRE * straight, MIN_MITRE)), left = 1.0;
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
#ifdef IDENTITY
layout(std430, binding = BIND_LIST_SLOTS) readonly buffer ListSlots { uint list_slots[]; };  // of the points' particles
flat out uint claimant;
#endif

uniform float coarseness;   // the size of the target's pixels in pixels of the frame
uniform float light_share;  // factor on each ribbon's light, which compensates the density, as size_factor does

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
#ifdef IDENTITY
    claimant = 0u;
#endif
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
    brightness *= mirrored_share(end.knot.height);
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
#ifdef IDENTITY
    claimant = list_slots[uint(gl_VertexID) / VERTICES_PER_SEGMENT];
#endif
#ifdef RIBBON_PICTURES
    find_picture(uint(gl_VertexID) / VERTICES_PER_SEGMENT, is_second, end, length(cap.offset),
                 pixel_at(depth) * coarseness * vec2(1.0, 1.0 / half_width));
#endif
    gl_Position = projection_matrix() * vec4(center + offset, 1.0);
}

#section fragment
// Draws a band that is bright in the middle and fades towards its edges and its round ends.
#include "shared.h"
#include "effects/rows.h"
#ifdef RIBBON_PICTURES
#include "render/ribbons/strip.glsl"
#endif
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
#ifdef IDENTITY
#include "render/identity/claim.glsl"
flat in uint claimant;
vec4 color;
#else
out vec4 color;
#endif

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
#ifdef IDENTITY
    claim_pixel(claimant, depth_and_fades.x, color.a, max(max(color.r, color.g), max(color.b, color.a)));
#endif
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
