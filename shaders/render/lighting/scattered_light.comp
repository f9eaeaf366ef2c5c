// The light that particles scatter: from all around, and of the particles themselves, weakened by what is in the way. The box
// around the living particles is a grid of cells. Particles put what they absorb and the light that they have into it; six
// sweeps, one along each direction of the axes, carry light from cell to cell; and lamp.glsl looks their sum up. This is the
// method of discrete ordinates (S. Chandrasekhar, Radiative Transfer, 1950) with six of them. One section is one pass.
#include "common.glsl"
#include "render/lighting/lighting.h"

const uint SCATTER_CELLS = SCATTER_SIDE * SCATTER_SIDE * SCATTER_SIDE;

#section gather
// Adds what each living particle absorbs and shines to the cells around it. Sums of whole numbers do not depend on their order.
#include "render/sprites/shade_sprite.glsl"
#include "render/lighting/scatter_box.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_SCATTER_CELLS) buffer Cells { uint cells[]; };

const float DISC = 1.04719755;       // the integral of a sprite's shape over the unit circle
const float MAX_ADDED = 1e4;         // by one particle to a cell, so that sums have room
const float MAX_OF_POINT = 0.5;      // of a particle's opacity and light: no way through it meets more than all of it, in two cells
const float MIN_POINTS = 4.0, MAX_POINTS = 64.0;  // of a particle
const float POINTS_AWAY = 0.7;       // of its radius, the farthest
const float GOLDEN_ANGLE = 2.39996323;

// Returns the k-th of n points that lie evenly in the unit ball: on a spiral, by R. Swinbank and R. J. Purser (Fibonacci grids, 2006),
// each in a shell of its own.
vec3 point_in_ball(uint k, uint n) {
    const float share = (float(k) + 0.5) / float(n), height = 1.0 - 2.0 * fract(share * 7.0), angle = GOLDEN_ANGLE * float(k);
    return vec3(vec2(cos(angle), sin(angle)) * sqrt(max(1.0 - height * height, 0.0)), height).xzy * pow(share, 1.0 / 3.0);
}

// Rounds up with the chance that keeps the mean, because many faint particles are less than 1 each.
uint rounded(float value, float chance) { return uint(clamp(value, 0.0, MAX_ADDED * SCATTER_FINE) + chance); }

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (i >= min(pool.alive, capacity)) return;
    const uint at = (pool.first + i) % capacity;
    const SpriteLook look = look_of(at);
    if (look.is_solid || look.tints || is_on_ribbon(at)) return;
    const ScatterBox box = scatter_box();
    // A sprite's opacity and light, and the faces of cells that it covers.
    const float alpha = clamp(look.color.a, 0.0, 1.0);
    const float own = look.covers ? (1.0 - look.shading) * (look.adds_colour ? 1.0 : alpha) : alpha;
    const vec4 has = vec4(max(look.color.rgb, 0.0) * own, look.covers ? alpha : 0.0);
    const float across = look.radius / box.side;
    float faces = DISC * across * across * look.width * look.sides.x * look.sides.y * for_density(light_share);
#ifdef PICTURES
    if (look.picture.picture.first != 0u) faces *= like_picture(look.picture);
#endif
    const uint points = uint(clamp(MIN_POINTS * across * across, MIN_POINTS, MAX_POINTS));
    const vec4 added = has * (min(faces / float(points), MAX_OF_POINT) * SCATTER_FINE);
    if (!(max(max(added.r, added.g), max(added.b, added.a)) > 0.0)) return;
    uint bits = identity_hash(column[2].element[at]);
    for (uint k = 0u; k < points; ++k) {
        const vec3 place = look.place + point_in_ball(k, points) * (look.radius * POINTS_AWAY);
        const uint cell = 4u * scatter_cell(uvec3(clamp(share_of(box, place) * float(SCATTER_SIDE), 0.0, float(SCATTER_SIDE) - 0.5)));
        bits = bits * 2654435769u + 1u;
        const float chance = float(bits >> 8u) * (1.0 / 16777216.0);
        for (uint c = 0u; c < 4u; ++c) {
            const uint whole = rounded(added[c], chance);
            if (whole > 0u) atomicAdd(cells[cell + c], whole);
        }
    }
}

#section carry
// Carries light along one direction of an axis, through all cells from one side of the box to the other: a scan whose operator
// weakens what comes and adds what shines. Light spreads to the cells beside, as the direction stands for a sixth of all. Work
// group k has direction k.
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
#include "render/lighting/lamp.glsl"
#include "render/lighting/scatter_box.glsl"
layout(local_size_x = SCATTER_SIDE, local_size_y = SCATTER_SIDE) in;

layout(std430, binding = BIND_SCATTER_CELLS) readonly buffer Cells { uvec4 cells[]; };
layout(std430, binding = BIND_SCATTER_CARRIED) writeonly buffer Carried { vec4 carried[]; };

const float SPREAD = 0.2;            // of the light that a cell passes on, to each of four cells beside the next one
const float SCATTER_DENSITY = 0.8;   // extinction per opacity; below DENSITY, because most of it is scattered on, not absorbed

shared vec3 plane[SCATTER_SIDE * SCATTER_SIDE];

void main() {
    const uint direction = gl_WorkGroupID.x, axis = direction >> 1u;
    const bool is_up = (direction & 1u) == 0u;
    const uvec2 beside = gl_LocalInvocationID.xy;
    const uint here = beside.y * SCATTER_SIDE + beside.x;
    vec3 to_source = vec3(0.0);
    to_source[axis] = is_up ? -1.0 : 1.0;
    const vec3 outside = sky_on(to_source);
    vec3 light = outside;
    for (uint n = 0u; n < SCATTER_SIDE; ++n) {
        uvec3 place;
        place[axis] = is_up ? n : SCATTER_SIDE - 1u - n;
        place[(axis + 1u) % 3u] = beside.x;
        place[(axis + 2u) % 3u] = beside.y;
        const uint cell = scatter_cell(place);
        const vec4 has = vec4(cells[cell]) / SCATTER_FINE;
        const float depth = SCATTER_DENSITY * has.a, passed = exp(-depth);
        const vec3 shining = has.rgb * (depth > 1e-3 ? (1.0 - passed) / depth : 1.0);
        carried[direction * SCATTER_CELLS + cell] = vec4(light * exp(-0.5 * depth) + 0.5 * shining, 0.0);
        light = light * passed + shining;
        block_barrier();  // before it is written again
        plane[here] = light;
        block_barrier();
        const vec3 left = beside.x > 0u ? plane[here - 1u] : outside;
        const vec3 right = beside.x + 1u < SCATTER_SIDE ? plane[here + 1u] : outside;
        const vec3 below = beside.y > 0u ? plane[here - SCATTER_SIDE] : outside;
        const vec3 above = beside.y + 1u < SCATTER_SIDE ? plane[here + SCATTER_SIDE] : outside;
        light = light * (1.0 - 4.0 * SPREAD) + (left + right + below + above) * SPREAD;
    }
}

#section sum
// Writes the light of all directions on a particle in the middle of each cell.
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_SCATTER_CARRIED) readonly buffer Carried { vec4 carried[]; };
layout(rgba16f, binding = IMAGE_SCATTERED) uniform writeonly image3D scattered_image;

// Where the light is as bright all around, a particle has that of the half above and that of the half below.
const float SHARE = 2.0 / 6.0;
const float BRIGHTEST = 6e4;  // of a half float, about

void main() {
    const uint cell = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (cell >= SCATTER_CELLS) return;
    vec3 light = vec3(0.0);
    for (uint k = 0u; k < 6u; ++k) light += carried[k * SCATTER_CELLS + cell].rgb;
    const uvec3 place = uvec3(cell, cell / SCATTER_SIDE, cell / (SCATTER_SIDE * SCATTER_SIDE)) % SCATTER_SIDE;
    imageStore(scattered_image, ivec3(place), vec4(min(light * SHARE, BRIGHTEST), 0.0));
}
