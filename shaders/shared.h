// What GLSL, C++ and CUDA agree on: binding points, work-group sizes, struct layouts and limits.
// This is their only home. GLSL sees plain declarations; C++ and CUDA see them in winnow::shared.
// Layouts are std430 and std140 at once: every struct is a multiple of 16 bytes, every vec4 is aligned to 16.
#ifndef WINNOW_SHARED_H
#define WINNOW_SHARED_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
namespace winnow::shared {
using uint = std::uint32_t;
struct alignas(16) vec4 { float x, y, z, w; };
struct alignas(16) uvec4 { uint x, y, z, w; };
#endif

// --- limits ---------------------------------------------------------------------------------------------

const uint MAX_GROUPS_PER_DIMENSION = 65535u;  // OpenGL's least; some drivers go on silently, others do not
const uint FOLDED_GROUPS = 32768u;             // more groups than this are folded into rows of this many
const uint COLUMN_BYTES = 16u;                 // one element of a column, a uvec4
const uint PARTICLE_COLUMNS = 3u;              // position, velocity, identity: 48 bytes a particle
const uint MAX_COLUMNS = 5u;
const uint VOTES_PER_WORD = 32u;               // where a vote is a bit
const uint MAX_EMITTERS = 10000u;
const uint MAX_CAPACITY = 134217727u;          // 2^27 - 1 elements of 16 bytes stay below 2^31 - 1 bytes
const uint MAX_CHILDREN = 2147483648u;         // asked for in a step: with as many births they still have 32 bits

// --- work groups ----------------------------------------------------------------------------------------

const uint SCAN_TICKETS = 2u;                           // of single-pass scans: one in use, one being cleared
const uint COPY_THREADS = 256u;                         // the copy that benchmarks divide by
const uint COPY_VECTORS = 4u;                           // uvec4 per thread
const uint NAIVE_THREADS = 256u;                        // of the scan in which each thread adds up all before it
const uint NAIVE_MOST_ELEMENTS = 65536u;                // beyond them its N^2/2 additions take too long
const uint PARTICLE_THREADS = 256u;
const uint SINGLE_THREAD = 1u;                          // of passes that decide for all
const uint VERTICES_PER_PARTICLE = 3u;                  // one triangle around the sprite

// --- binding points of shader storage -------------------------------------------------------------------
// A stage has 16 on every driver we know. Particle passes see both sets of columns; the scan sees neither. A
// particle has fewer than MAX_COLUMNS of them: the last places of the sets are those of links and children, which
// leaves 8 and 9 to nobody.

const uint BIND_SOURCE = 0u;       // MAX_COLUMNS in a row
const uint BIND_DESTINATION = 5u;  // MAX_COLUMNS in a row
const uint BIND_LINKS = 3u;        // Link each
const uint BIND_CHILDREN = 4u;     // uint each, by logical index: its children this step, then their exclusive scan
const uint BIND_VOTES = 10u;       // 1 = survives: uint each, or a bit each, 32 to a uint
const uint BIND_OFFSETS = 11u;     // uint each: the exclusive scan of the votes
const uint BIND_SOURCE_POOL = 12u; // Pool of the source columns
const uint BIND_DESTINATION_POOL = 13u;
const uint BIND_EMITTERS = 14u;    // Emitter each
const uint BIND_BIRTHS = 15u;      // uint each: exclusive scan of the emitters' births this step

const uint BIND_SCAN_INPUT = 0u;
const uint BIND_SCAN_OUTPUT = 1u;
const uint BIND_SCAN_SUMS = 2u;    // one element a tile
const uint BIND_SCAN_TILES = 2u;   // the words of single-pass scans' tiles
const uint BIND_SCAN_COUNT = 3u;   // where the true count lies
const uint BIND_SCAN_TOTAL = 4u;
const uint BIND_SCAN_TICKETS = 5u;
const uint SCAN_BINDINGS = 6u;     // a scan binds below this; who borrows a context saves that many

// Compactors see both sets of columns, votes, offsets and pools as above. The single-pass one also has:
const uint BIND_COMPACT_TILES = 11u;    // what its tiles make known, in the place of offsets
const uint BIND_COMPACT_TICKETS = 15u;  // in the place of births

// A sort binds anew after each scan that it runs.
const uint BIND_SORT_KEYS = 0u;
const uint BIND_SORT_VALUES = 1u;
const uint BIND_SORT_KEYS_OUT = 2u;
const uint BIND_SORT_VALUES_OUT = 3u;
const uint BIND_SORT_COUNTS = 4u;  // uint each: by digit, then by tile
const uint BIND_SORT_PLAN = 5u;    // SortPlan
const uint BIND_SORT_COUNT = 6u;   // where the true count lies

// Drawing sees the living as source columns, source pool and emitters, and writes only:
const uint BIND_REFLECTION_DRAW = 13u;  // ReflectionDraw

// The list of what is drawn, made from the living in one pass that waits as the compactors' does.
const uint BIND_LIST_SLOTS = 5u;   // uint each: where in the columns
const uint BIND_LIST_KEYS = 6u;    // uint each: rising from back to front
const uint BIND_LIST_ORDER = 7u;   // uint each: numbers from back to front
const uint BIND_LIST_FOUND = 8u;   // uint each: where that number lies now
const uint BIND_LIST_STATE = 13u;  // DrawList
const uint BIND_LIST_REMEMBERED = 9u;
const uint BIND_LIST_BIRTH_STEPS = 10u;  // uint each
const uint BIND_LIST_ORDINALS = 14u;     // uint each
const uint NOWHERE = 0xFFFFFFFFu;        // of a particle that lives no more

// Uniform blocks have binding points of their own.
const uint BIND_STEP = 0u;         // Step
const uint BIND_CAMERA = 1u;       // Camera

// Texture units.
const uint TEXTURE_PICTURE = 0u;     // what a pass develops or filters
const uint TEXTURE_BLOOM = 1u;
const uint TEXTURE_REFLECTION = 2u;
const uint TEXTURE_GLOW = 3u;        // the reflection, blurred wide
const uint TEXTURE_SHADE = 4u;       // what lies between the lamp and the particles

// --- structs --------------------------------------------------------------------------------------------

// The living are a ring in their columns: logical index i lies at (first + i) mod capacity.
// One Pool belongs to one set of columns; a step reads the source's and writes the destination's.
struct Pool {
    uint first;           // index of the oldest
    uint alive;
    uint survivors;       // written by the compactor: alive before less died of age
    uint born;
    uint died;            // of age, the lost, and the replaced
    uint replaced;        // the oldest, overwritten by births
    uint dropped;         // births that found no room, and children beyond the limit of a step
    uint step;            // the step that made this state
    uint groups_x;        // indirect dispatch over the living, PARTICLE_THREADS a group
    uint groups_y;
    uint groups_z;
    uint shrunk;          // lost to a smaller capacity since the last step; counts as died in the next
    uint draw_vertices;   // indirect draw: VERTICES_PER_PARTICLE each
    uint draw_instances;
    uint draw_first;
    uint draw_base;
    uint hash_low;        // hash of the living, both words zero unless asked for
    uint hash_high;
    uint lost;            // died because their position or velocity was no finite number
    uint children;        // that parents asked for this step
    uint spawn_x;         // indirect dispatch over the born
    uint spawn_y;
    uint spawn_z;
    // The box of the living: keys of the greatest, complements of those of the least (bounds.glsl), so that zero is
    // nothing in all of them and only what is greater is ever written. All zero: nobody lives.
    uint low_x;
    uint low_y;
    uint low_z;
    uint high_x;
    uint high_y;
    uint high_z;
    uint refit_x;         // indirect dispatch over the living, if the box of the survivors is not theirs
    uint refit_y;
    uint refit_z;
    uint pad0;
    uint pad1;
    uint pad2;
    uint pad3;
};
// Of a destination, `lost`, `children` and the box are zero before the step.
const uint POOL_BOX_WORD = 23u;  // of a Pool: low_x, and the five behind it

// What one step is a function of, besides the columns and the emitters.
struct Step {
    uint index;           // this step; births carry it
    uint seed;
    uint births;          // asked for this step, over all emitters
    uint emitters;
    uint capacity;
    uint replace_oldest;  // 1: births beyond the room replace the oldest; 0: they are dropped
    float seconds;        // length of a step
    float floor_height;   // metres
    float floor_restitution;  // share of the normal speed kept at a bounce, 0 to 1
    float floor_friction;     // share of the tangential speed lost at a bounce, 0 to 1
    uint has_floor;
    uint children_per_parent;
    uint children_per_step;
    uint pad0;
    uint pad1;
    uint pad2;
};

const uint SHAPE_POINT = 0u;   // all births at the position
const uint SHAPE_SPHERE = 1u;  // throughout a ball of `radius`
const uint SHAPE_DISC = 2u;    // across a horizontal disc of `radius`

const uint TURBULENCE_GUSTS = 0u;   // smooth noise
const uint TURBULENCE_EDDIES = 1u;  // the curl of it

// One emitter's parameters, as the GPU reads them. Lengths in metres, times in seconds or steps.
struct Emitter {
    vec4 position_radius;
    vec4 direction_spread;  // unit vector; half angle of the cone in radians
    vec4 speed_lifetime;    // speed least, most (m/s); lifetime least, most (steps, whole numbers)
    vec4 gravity_drag;      // acceleration (m/s2); drag (1/s)
    vec4 color_begin;       // linear RGB, HDR; alpha
    vec4 color_end;
    vec4 size_look;         // size at birth, size at death (metres); stretch along velocity (s); softness (metres)
    uvec4 shape;            // SHAPE_*; first link, how many; TURBULENCE_*
    vec4 turbulence;        // strength (m/s2), scale (1/m); octaves (a whole number), each to the one before
    vec4 motion_shading;    // of the turbulence (m/s); share of light that a lamp throws on it
};

const uint EVENT_DEATH = 0u;      // its lifetime is over
const uint EVENT_COLLISION = 1u;  // it bounced
const uint EVENT_AGE = 2u;        // it is `age` steps old

const uint CHANCE_ONE = 16777216u;  // 2^24: the numbers that a random one with 24 bits can be

// What the particles of one emitter give birth to.
struct Link {
    uint emitter;         // the children's
    uint event;           // EVENT_*
    uint age;             // steps
    uint most;            // collisions of one parent that count
    uint count_least;     // children of an event
    uint count_choices;   // how many numbers of children there are, from the least
    uint chance;          // of CHANCE_ONE
    float inherit;        // share of the parent's velocity
};

// The picture's camera. Matrices are four columns.
struct Camera {
    vec4 view[4];
    vec4 projection[4];
    vec4 eye;               // world position; w = seconds of simulated time
    vec4 viewport;          // width, height, 1/width, 1/height in pixels
    vec4 clip_x;            // rows of projection times view: a place's coordinates in clip space
    vec4 clip_y;
    vec4 clip_w;            // metres before the eye
    vec4 planes;            // metres from the eye to the near and the far plane; spare, spare
};

// Indirect arguments of drawing the reflection, which may show fewer than live.
struct ReflectionDraw {
    uint vertices;
    uint instances;
    uint first;
    uint base;
};

// A list of what is drawn: indirect arguments, and how many it holds.
struct DrawList {
    uint vertices;
    uint instances;
    uint first;
    uint base;
    uint drawn;
    uint pad0;
    uint pad1;
    uint pad2;
};

// Those who lived when they were sorted, and who was born since.
struct Remembered {
    uint first;      // index of the oldest, as in the pool
    uint entries;    // remembered and born since
    uint count;      // remembered
    uint born_from;  // logical index from which on they were born since
};

// What a sort of so many pairs takes; written on the GPU.
struct SortPlan {
    uint groups_x;  // indirect dispatch over the tiles
    uint groups_y;
    uint groups_z;
    uint count;     // pairs
    uint tiles;
    uint counters;  // one for each digit of each tile
    uint pad0;
    uint pad1;
};

#ifdef __cplusplus
static_assert(sizeof(Pool) == 144 && sizeof(Step) == 64 && sizeof(Emitter) == 160 && sizeof(Link) == 32);
static_assert(offsetof(Pool, low_x) == POOL_BOX_WORD * sizeof(uint) && offsetof(Pool, high_z) == (POOL_BOX_WORD + 5) * sizeof(uint));
static_assert(BIND_SOURCE + PARTICLE_COLUMNS <= BIND_LINKS && BIND_CHILDREN < BIND_DESTINATION);
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_H
