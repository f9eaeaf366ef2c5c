// The emitters of an effect, and the functions of its stacks of modules. app/effects/compile/stack_program.cpp writes the file
// that STACKS names, for steps or for drawing; with `code` the emitter's and `first` the row where its numbers begin:
//   struct Particle          a particle as modules see it, with their attributes
//   particle_at()            a particle without attributes
//   stack_load(), _stored()  its attributes from and to the elements of their column (effects/attributes.glsl)
//   stack_birth()            gives it the attributes of births
//   stack_spawn()            all modules of the stack whose stage is spawn; likewise stack_force(), _react(), _look()
//   COLLIDES                 defined if a stack collides; then stack_surfaces() calls its colliding modules alone, and
//                            stack_surfaces_of_all() does so whatever codes a pass runs
//   LOOKS_BACK               defined for steps if a link of an emitter looks back; then stack_when() says which of the
//                            conditions of links hold, each in a bit
//   READS_PARENT             defined for steps if a stack reads what its particles' parents are; then parent_of_birth is the
//                            parent of the birth that stack_spawn() is called for, and stack_reads_parent() is true for the
//                            codes that read theirs
//   READS_PARENTS_LOOK       defined for steps if a stack reads a parent's look; then stack_look() makes those that are read, and
//                            stack_reads_parents_look() is true for the codes that do
//   HAS_SPACES               defined if an emitter has a transform; then effects/transform.glsl has its space
//   SURFACES_MOVE            defined for steps if particles meet surfaces that move
//   MEETS_OBJECTS            defined for steps if particles meet objects of the scenery; then HAS_BOXES, HAS_ROUND_OBJECTS (balls
//                            and cylinders), HAS_CONES and HAS_MESHES are defined if some of these objects have the shape,
//                            and OBJECTS_MOVE if some move
//   HAS_NO_SOLIDS            defined if no particle is drawn as a solid thing
//   HAS_ORIENTATION          defined if a particle has `orientation`, by which meshes are turned
//   NOTES_NORMALS            defined for steps if a module reads the normal of the surface that a particle has met
//   HAS_TURNED_SPRITES       defined if some sprites may not face the camera
//   HAS_TRAVELLED            defined if a particle has `travelled`
//   HAS_RIBBONS              defined if a particle has `ribbon` because some are drawn as ribbons
//   HAS_RIBBON_WAY           defined if a particle has `ribbon_way` because some ribbons have a picture
//   stack_is_heavy()         true for a code whose force or reaction needs many registers; defined for steps if some
//                            codes are heavy and others are not. stack_force() and _react() then run those that CODES
//                            names
#include "effects/rows.h"
#include "effects/engine.glsl"
#include "effects/expression.glsl"
#include "effects/files.glsl"
#include "effects/stages.glsl"

#include "effects/attributes.glsl"
#include "effects/row_buffer.glsl"
#include "effects/spline.glsl"

struct Emitter {
    vec3 position;
    float seconds;    // length of a step
    uint step_code;
    uint look_code;
    uint look_first;  // row of the numbers of modules that run in drawing
    uint flags;       // EMITTER_*
    vec2 lifetime;    // least and most, in steps, whole numbers
    uint first_link;
    uint links;
    uint seed;
    uint ribbon;      // 0: its particles are drawn as sprites; else 1 + a word, as EmitterRow says
    uint looks;       // further looks of its particles
};

Emitter emitter_of_row(uint row) {
    const vec4 place = row_at(row);
    const uvec4 stack = WORDS_AT(row + 1u), life = WORDS_AT(row + 2u);
    return Emitter(place.xyz, place.w, stack.x & 0xFFFFu, stack.x >> 16u, stack.y, stack.z,
                   uintBitsToFloat(uvec2(stack.w, life.x)), life.y / LINKS_UNIT, life.y % LINKS_UNIT, life.z, life.w & EMITTER_RIBBON_MASK,
                   life.w / EMITTER_LOOKS_UNIT % EMITTER_LOOKS_COUNT);
}

#ifdef INSTANCES
// The rows of effects count spaces from 1; each instance has spaces of its own.
Emitter emitter_in(uint slot) {
    const InstanceRow instance = instance_in(slot >> INSTANCE_SHIFT);
    Emitter e = emitter_of_row(emitter_row(instance, slot));
    const uint space = e.flags / EMITTER_SPACE_UNIT;
    const uint row = space == 0u || instance.spaces == 0u ? 0u : instance.spaces + (space - 1u) * MOVING_ROWS;
    e.flags = e.flags % EMITTER_SPACE_UNIT | row * EMITTER_SPACE_UNIT;
    e.seed = instance.seed;
    return e;
}
#else
Emitter emitter_in(uint slot) { return emitter_of_row(emitter_row(slot)); }
#endif

// The origin of a particle's random numbers, beside their use.
struct RandomKey {
    uint seed;
    uint step;     // of its birth
    uint ordinal;  // among the births of that step
};

vec4 random_numbers(RandomKey d, uint use) { return random4(d.seed, d.step, d.ordinal, use); }

uint whole_between(uint least, uint most, float share) {
    const uint low = min(least, most), more = max(least, most) - low;
    precise float place = share * (float(more) + 1.0);
    return low + min(uint(place), more);
}

// Rounds down; what is not a number becomes 0.
uint whole_of(float x) { return x >= 1.0 ? uint(min(x, 4294967040.0)) : 0u; }

// Returns a unit vector; up, if the vector has no direction.
vec3 unit_vector(vec3 v) {
    precise vec3 result = expression_normalize(v);
    return dot(result, result) > 0.5 ? result : vec3(0.0, 1.0, 0.0);  // 0 has none, nor has what is no number
}

// Two neighbours among the samples or the points of a table: the first, and the share of the way from it to the second.
struct Neighbours {
    uint first;
    float share;
    bool are_samples;
};

float place_of_point(uint table, uint k, bool of_gradient) {
    if (of_gradient) return number_in_loop(table + 1u + MAX_CURVE_POINTS + k / 4u, k % 4u);
    return number_in_loop(table + 1u + k / 2u, k % 2u * 2u);
}

// Returns the neighbours around x; before the first and behind the last, a share of 0 and of 1. A stack has the text of this
// many times, and a CPU's compiler takes long for what reads rows, so it reads no number twice.
Neighbours neighbours_of(uint table, uint samples, float x, bool of_gradient) {
    const vec4 head = row_at(table);
    const uint points = uint(head.z);
    uint low = 0u;
    precise float share;
    if (points > 0u) {
        uint high = points - 1u;
        float begin = head.x, end = head.w;
        while (high - low > 1u) {
            const uint middle = (low + high) / 2u;
            const float place = place_of_point(table, middle, of_gradient);
            if (place <= x) low = middle, begin = place;
            else high = middle, end = place;
        }
        precise float between = end - begin;
        precise float passed = x - begin;
        share = between > 0.0 ? clamp(passed / between, 0.0, 1.0) : (passed < 0.0 ? 0.0 : 1.0);
    } else {
        precise float place = (x - head.x) * head.y;
        place = clamp(place, 0.0, float(samples - 1u));
        low = min(uint(place), samples - 2u);
        share = place - float(low);
    }
    return Neighbours(low, share, points == 0u);
}

float curve_at(uint table, float x) {
    const Neighbours at = neighbours_of(table, CURVE_SAMPLES, x, false);
    const uint words = at.are_samples ? 1u : 2u, word = at.first * words + words - 1u, next = word + words;
    precise float result = mix(number_at(table + 1u + word / 4u, word % 4u), number_at(table + 1u + next / 4u, next % 4u), at.share);
    return result;
}

vec4 gradient_at(uint table, float x) {
    const Neighbours at = neighbours_of(table, GRADIENT_SAMPLES, x, true);
    precise vec4 result = mix(row_at(table + 1u + at.first), row_at(table + 2u + at.first), at.share);
    return result;
}

// The pointer where nothing is pressed.
const Pointer NO_POINTER = Pointer(vec3(0.0), 0.0, vec3(0.0));

const Objects NO_OBJECTS = Objects(0u);

// The camera in steps, which do not know one.
const View NO_VIEW = View(vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0), 0.0);

// Events of a particle in a step.
const uint EVENT_BOUNCED = 1u;
const uint EVENT_KILLED = 2u;
const uint EVENT_SIGNALLED = 4u;

#define ALL_CODES 0
#define LIGHT_CODES 1
#define HEAVY_CODES 2
#ifndef CODES
#define CODES ALL_CODES
#endif

#include STACKS
