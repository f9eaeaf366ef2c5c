// The functions that modules may call (app/effects/modules/glsl_types.cpp lists them). Results are `precise`, so that no compiler
// may contract or reorder them differently in another program.
#include "effects/long_times.glsl"
#include "particles/random.glsl"

const float TWO_PI = 6.28318530717958647692;

// The division of integers that the compiler of modules writes: drivers that fold constants, and processors, trap where
// the least int is divided by -1.
int Quotient(int a, int b) {
    const int q = a / (b == -1 ? 1 : b);
    return b == -1 ? -q : q;
}
int Remainder(int a, int b) { return a % (b == -1 ? 1 : b); }
ivec2 Quotient(ivec2 a, ivec2 b) { return ivec2(Quotient(a.x, b.x), Quotient(a.y, b.y)); }
ivec3 Quotient(ivec3 a, ivec3 b) { return ivec3(Quotient(a.x, b.x), Quotient(a.y, b.y), Quotient(a.z, b.z)); }
ivec4 Quotient(ivec4 a, ivec4 b) { return ivec4(Quotient(a.x, b.x), Quotient(a.y, b.y), Quotient(a.z, b.z), Quotient(a.w, b.w)); }
ivec2 Remainder(ivec2 a, ivec2 b) { return ivec2(Remainder(a.x, b.x), Remainder(a.y, b.y)); }
ivec3 Remainder(ivec3 a, ivec3 b) { return ivec3(Remainder(a.x, b.x), Remainder(a.y, b.y), Remainder(a.z, b.z)); }
ivec4 Remainder(ivec4 a, ivec4 b) { return ivec4(Remainder(a.x, b.x), Remainder(a.y, b.y), Remainder(a.z, b.z), Remainder(a.w, b.w)); }

// Returns the vector's unit vector; `fallback`, if it is too short to have one, or is no number.
vec3 unit_or(vec3 v, vec3 fallback) {
    precise vec3 result = normalize(v);
    return abs(dot(result, result) - 1.0) < 0.5 ? result : fallback;
}

// Returns a unit vector at a right angle to the unit vector `axis`; of any other vector, one at a right angle to it, and of
// none, any.
vec3 across(vec3 axis) {
    vec3 helper = abs(axis.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    return unit_or(cross(helper, axis), vec3(0.0, 0.0, 1.0));
}

// Returns the vector turned around the unit vector `axis`, counterclockwise where the axis points at the viewer.
vec3 turned(vec3 v, vec3 axis, float angle) {
    precise float cosine = cos(angle);
    precise float sine = sin(angle);
    precise vec3 result = v * cosine + cross(axis, v) * sine + axis * (dot(axis, v) * (1.0 - cosine));
    return result;
}

// An orientation is a turn as modified Rodrigues parameters: its axis times the tangent of a quarter of its angle, at most 1
// long; 0 is no turn (H. Schaub and J. L. Junkins, "Stereographic Orientation Parameters for Attitude Dynamics", 1996). Three
// numbers hold it without a place where they lose precision, and they change to a unit quaternion and back without a root.
vec4 turn_of_orientation(vec3 orientation) {
    precise float square = dot(orientation, orientation);
    precise vec4 turn = vec4(orientation * 2.0, 1.0 - square) / (1.0 + square);
    return turn;
}

// Returns the product of unit quaternions that turns as the first and then as the other.
vec4 followed_by(vec4 first, vec4 other) {
    precise vec3 part = other.xyz * first.w + first.xyz * other.w + cross(other.xyz, first.xyz);
    precise float real = other.w * first.w - dot(other.xyz, first.xyz);
    return vec4(part, real);
}

// Returns the orientation that follows from this one by a turn around the unit vector `axis`.
vec3 reoriented(vec3 orientation, vec3 axis, float angle) {
    precise float part = angle * 0.5;
    precise vec3 side = axis * sin(part);
    precise float cosine = cos(part);
    const vec4 turn = followed_by(turn_of_orientation(orientation), vec4(side, cosine));
    precise vec3 result = turn.xyz / (1.0 + abs(turn.w)) * (turn.w < 0.0 ? -1.0 : 1.0);
    return result;
}

// Returns the vector turned by an orientation.
vec3 oriented(vec3 v, vec3 orientation) {
    const vec4 turn = turn_of_orientation(orientation);
    precise vec3 once = cross(turn.xyz, v) + v * turn.w;
    precise vec3 result = v + cross(turn.xyz, once) * 2.0;
    return result;
}

// Returns the vector turned as the y axis must be turned to become the unit vector `axis`; with that, it stays itself.
vec3 aligned(vec3 v, vec3 axis) {
    if (axis.y < -0.99999) return vec3(v.x, -v.y, -v.z);
    vec3 w = vec3(axis.z, 0.0, -axis.x);  // the y axis cross `axis`
    precise vec3 once = cross(w, v);
    precise vec3 result = v + once + cross(w, once) / (1.0 + axis.y);
    return result;
}

// Returns the place of a point that is scaled, turned counterclockwise around the unit vector `axis`, and moved to `centre`.
vec3 placed(vec3 v, vec3 centre, float scale, vec3 axis, float angle) {
    precise vec3 scaled = v * scale;
    vec3 around = turned(scaled, axis, angle);
    precise vec3 result = centre + around;
    return result;
}

// Returns the point that is placed there.
vec3 unplaced(vec3 place, vec3 centre, float scale, vec3 axis, float angle) {
    precise vec3 d = place - centre;
    vec3 around = turned(d, axis, -angle);
    precise vec3 result = around / scale;
    return result;
}

// Returns the direction that leads out of a box with the middle 0 by the shortest way, and how long that way is: below 0
// outside. `extent` is half of its edges.
vec4 box_surface(vec3 d, vec3 extent) {
    precise vec3 depth = extent - abs(d);  // below each pair of faces
    const float least = min(depth.x, min(depth.y, depth.z));
    if (least == depth.x) return vec4(d.x < 0.0 ? -1.0 : 1.0, 0.0, 0.0, least);
    if (least == depth.y) return vec4(0.0, d.y < 0.0 ? -1.0 : 1.0, 0.0, least);
    return vec4(0.0, 0.0, d.z < 0.0 ? -1.0 : 1.0, least);
}

// Returns a unit vector in the cone of half angle `spread` around the unit vector `axis`, uniform over the solid angle.
vec3 in_cone(vec3 axis, float spread, vec2 u) {
    precise float cosine = 1.0 - u.x * (1.0 - cos(spread));
    precise float sine = sqrt(max(0.0, 1.0 - cosine * cosine));
    precise float angle = TWO_PI * u.y;
    vec3 side = across(axis);
    precise vec3 up = cross(axis, side);
    precise vec3 result = axis * cosine + side * (sine * cos(angle)) + up * (sine * sin(angle));
    return result;
}

// Returns the hashed vector at a lattice point, each component in [-1, 1).
vec3 lattice(ivec3 cell) { return vec3(hash4(uvec4(uvec3(cell), 7u)).xyz >> 8u) * (2.0 / 16777216.0) - 1.0; }

// Returns the gradient of v.x * v.y * v.z, where each factor depends on one coordinate with derivative `slope`.
vec3 slope_of_product(vec3 v, vec3 slope) {
    precise vec3 result = vec3(slope.x * v.y * v.z, v.x * slope.y * v.z, v.x * v.y * slope.z);
    return result;
}

const float FARTHEST_CELL = 1073741824.0;  // 2^30: cells are clamped to it, so that they fit into integers

// A place in the lattice: x, seen from a cell.
struct NoisePlace {
    vec3 x;
    ivec3 cell;
};
NoisePlace noise_place(vec3 x) { return NoisePlace(x, ivec3(0)); }

// The lattice repeats after 2^32 cells, as integers do.
NoisePlace noise_place(dvec3 x) {
    const dvec3 cell = floor(x);
    const double cells = 4294967296.0lf;
    return NoisePlace(vec3(x - cell), ivec3(uvec3(cell - cells * floor(cell / cells))));
}

// Interpolates the lattice: a smooth field of random directions. With `curls` it returns the field's curl, which has no
// divergence, so that particles carried by it do not gather (R. Bridson et al., "Curl-noise for procedural fluid flow",
// 2007). The curl of a share times a constant vector is the cross product of the share's gradient and the vector.
vec3 smooth_noise(NoisePlace place, bool curls) {
    precise vec3 cell = floor(place.x);
    precise vec3 f = place.x - cell;
    precise vec3 w = f * f * (3.0 - 2.0 * f);
    precise vec3 steepness = 6.0 * f * (1.0 - f);
    ivec3 c = ivec3(clamp(cell, -FARTHEST_CELL, FARTHEST_CELL)) + place.cell;
    precise vec3 result = vec3(0.0);
    for (int k = 0; k < 8; ++k) {
        bvec3 is_upper = bvec3(k & 1, k & 2, k & 4);
        vec3 direction = lattice(c + ivec3(is_upper));
        precise vec3 share = mix(1.0 - w, w, is_upper);
        if (curls) {
            precise vec3 part = cross(slope_of_product(share, mix(-steepness, steepness, is_upper)), direction);
            result += part;
        } else {
            result += direction * (share.x * share.y * share.z);
        }
    }
    return result;
}

vec3 smooth_noise(vec3 x, bool curls) { return smooth_noise(noise_place(x), curls); }

// Returns a smooth field of numbers from -1 to 1: the first component of the field that turbulence follows. A place that
// is not finite has 0, because its cell would be undefined.
float noise_number(NoisePlace place) {
    const uint exponent = 0x7F800000u;
    if (any(equal(floatBitsToUint(place.x) & uvec3(exponent), uvec3(exponent)))) return 0.0;
    return smooth_noise(place, false).x;
}
float noise_number(vec3 place) { return noise_number(noise_place(place)); }

// The lattices of the octaves are shifted against each other, so that no place is without noise in all of them.
const float FINER = 2.0;
const vec3 SHIFT = vec3(5.19, 1.73, 9.41);
const uint MAX_OCTAVES = 8u;

// Returns the sum of smooth_noise() in octaves, each twice as fine as the one before and `roughness` times as strong.
vec3 noise_octaves(NoisePlace place, bool curls, uint octaves, float strength, float roughness) {
    precise vec3 x = place.x;
    ivec3 cell = place.cell;
    precise float weight = strength;
    precise vec3 sum = vec3(0.0);
    for (uint octave = 0u; octave < min(octaves, MAX_OCTAVES); ++octave) {
        precise vec3 part = smooth_noise(NoisePlace(x, cell), curls) * weight;
        sum += part;
        x = x * FINER + SHIFT;
        cell *= int(FINER);
        weight *= roughness;
    }
    return sum;
}

vec3 noise_octaves(vec3 x, bool curls, uint octaves, float strength, float roughness) {
    return noise_octaves(noise_place(x), curls, octaves, strength, roughness);
}

// Returns the time of the moment modulo a period, below which it is as fine as a float, however long the run is.
float time_within(float time, float period) {
    if (is_long_time(time)) return float(expression_mod(exact_time(time), double(period)));
    precise float result = time - period * floor(time / period);
    return period == 0.0 ? 0.0 : result;
}

// Returns noise_octaves() of a pattern that moves, `scale` cells a metre, at the time of the moment.
vec3 drifting_noise(vec3 position, vec3 motion, float time, float scale, bool curls, uint octaves, float strength,
                    float roughness) {
    precise vec3 x = (position - motion * time) * scale;
    NoisePlace place = noise_place(x);
    if (is_long_time(time)) place = noise_place((dvec3(position) - dvec3(motion) * exact_time(time)) * double(scale));
    return noise_octaves(place, curls, octaves, strength, roughness);
}
