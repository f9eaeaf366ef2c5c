// Draws the segments of ribbons as bands that face the camera, each of two triangles. With REFLECTION it draws their
// reflection in the plane. KIND says if it draws all ribbons, or only those that cover, or whose light adds up. With
// RIBBON_PICTURES some may have a picture.
#include "render/ribbons/segment.glsl"
#include "render/sprites/light.glsl"
#ifdef RIBBON_PICTURES
#include "render/ribbons/strip.glsl"
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
    light = p.covers ? covering(p.color, brightness) : shining(p.color, brightness);
    depth_and_fades = vec3(depth, p.softness, above);
    edge = p.edge;
#ifdef RIBBON_PICTURES
    find_picture(uint(gl_VertexID) / VERTICES_PER_SEGMENT, is_second, end, length(cap.offset),
                 pixel_at(depth) * coarseness * vec2(1.0, 1.0 / half_width));
#endif
    gl_Position = projection_matrix() * vec4(center + offset, 1.0);
}
