// Definitions that GLSL, C++ and CUDA share: binding points, work-group sizes, struct layouts and limits. They are defined
// only here. GLSL sees plain declarations; C++ and CUDA see them in winnow::shared. The layouts are valid for std430 and
// std140: every struct is a multiple of 16 bytes, every vec4 is aligned to 16.
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

const uint MAX_GROUPS_PER_DIMENSION = 65535u;  // OpenGL's minimum; beyond it only some drivers work
const uint FOLDED_GROUPS = 32768u;             // more groups than this are folded into rows of this many
const uint COLUMN_BYTES = 16u;                 // one element of a column, a uvec4
const uint PARTICLE_COLUMNS = 3u;              // position, velocity, identity: 48 bytes per particle
const uint MOST_PARTICLE_COLUMNS = 4u;          // with attributes of modules: 64 bytes per particle
const uint MAX_COLUMNS = 5u;
const uint VOTES_PER_WORD = 32u;               // votes per word of bits
const uint MAX_EMITTERS = 10000u;
const uint MAX_CAPACITY = 134217727u;          // 2^27 - 1 elements of 16 bytes stay below 2^31 - 1 bytes
const uint FLOAT_STEPS = 1048576u;             // 2^20: fewer steps have seconds that floats hold well enough
const uint MAX_CHILDREN = 2147483648u;         // asked for per step; with as many births the sum fits 32 bits

// --- work groups ----------------------------------------------------------------------------------------

const uint SCAN_TICKETS = 2u;                           // of single-pass scans: one in use, one being cleared
const uint COPY_THREADS = 256u;                         // of the copy that is the baseline of benchmarks
const uint COPY_VECTORS = 4u;                           // uvec4 per thread
const uint NAIVE_THREADS = 256u;                        // of the naive scan
const uint NAIVE_MOST_ELEMENTS = 65536u;                // beyond this its N^2/2 additions take too long
const uint PARTICLE_THREADS = 256u;
const uint PEEL_TILE = 4096u;                           // particles per group of the pass that lists what is peeled
const uint PEEL_GROUPS = 2048u;                         // the most groups that advance them
const uint PROBE_PARTICLES = 64u;                       // that people look at; one thread each
const uint SINGLE_THREAD = 1u;                          // of passes that one thread does
const uint FILTER_SIDE = 8u;                            // pixels per side of a work group's, of passes over a frame
const uint VERTICES_PER_PARTICLE = 3u;                  // one triangle around the sprite
const uint TILE_THREADS = 256u;                         // of drawing by tiles, unless said otherwise
const uint LAB_THREADS = 64u;                           // of the Lab's teaching kernels; no more take part

// --- the Lab's teaching kernels ---------------------------------------------------------------------------

const uint LAB_LANES = 128u;  // the most words of an array: 64 values and less than 64 of padding
const uint LAB_ROWS = 65u;    // the most rows that a kernel records: its input and at most 64 steps

// The operators of words.
const uint LAB_ADD = 0u;
const uint LAB_MULTIPLY = 1u;
const uint LAB_MIN = 2u;
const uint LAB_MAX = 3u;
const uint LAB_LAST = 4u;
const uint LAB_FIRST_NONZERO = 5u;
const uint LAB_SUBTRACT = 6u;

// Tiles of a single pass, each scanned by one block, a thread for each of its items.
const uint LAB_TILES = 64u;      // at most
const uint LAB_EVENTS = 4416u;   // 6 of each tile, and 2 for each tile that it looks at
const uint LAB_LOOKS = 1000u;    // at a tile after the first in vain, until a block computes the missing sum
                                 // itself. llvmpipe ends all loops of a thread after 65,535 turns in total, so
                                 // that even waiting for all tiles must take less.

// The status of a tile.
const uint LAB_EMPTY = 0u;
const uint LAB_AGGREGATE = 1u;
const uint LAB_PREFIX = 2u;

// The events of a tile. Memory that is zero holds none.
const uint LAB_STARTS = 1u;
const uint LAB_LOADS = 2u;
const uint LAB_PUBLISHES_AGGREGATE = 3u;
const uint LAB_WAITS = 4u;
const uint LAB_FINDS_AGGREGATE = 5u;
const uint LAB_FINDS_PREFIX = 6u;
const uint LAB_COMPUTES_AGAIN = 7u;
const uint LAB_PUBLISHES_PREFIX = 8u;
const uint LAB_STORES = 9u;
const uint LAB_ENDS = 10u;

// --- drawing --------------------------------------------------------------------------------------------

const float MOST_HALF = 65504.0f;       // the largest half float; more would be infinite in the frame
const float GLINT_RARITY = 0.02f;       // among sprites that glint, about the share of the bright ones

// Tiles of sprites whose light adds up. A work group adds up a window in shared memory.
const uint LIGHT_THREADS = 1024u;       // that share a window
const uint LIGHT_WINDOW = 48u;          // pixels per side; three channels fit into 32 KiB
const uint SHADE_WINDOW = 40u;          // the same with four channels
const uint FINEST_APRON = 8u;           // pixels; doubles from level to level
const uint LAST_APRON = 1048576u;       // pixels; sprites with more reach are drawn at this reach
const uint LIGHT_CHUNK = 4096u;         // the most sprites that a work group adds up
const uint LIGHT_UNITS = 1048574u;      // of the brightest sprite: LIGHT_CHUNK times one more fit into 32 bits
const uint MOST_CLASS_BITS = 3u;        // of a sprite's size, in its sort key

// Tiles of sprites that cover each other. A work group blends a window in registers.
const uint COVER_THREADS = 512u;        // that share a window, each with COVER_PIXELS of it
const uint COVER_PIXELS = 2u;
const uint COVER_WINDOW = 32u;          // pixels per side
const uint COVER_PART = 8u;             // pixels per side of the parts of a window that look for their sprites separately
const uint COVER_CHUNK = 2048u;         // sprites that a work group blends, where a tile is one window
const uint COVER_LEVELS = 10u;          // tiles of 1, 4, 16 ... windows; the last has 16,384 pixels per side

// --- binding points of shader storage -------------------------------------------------------------------
// Every known driver has 16 per stage. Particle passes use both sets of columns; the scan uses neither. A
// particle has fewer than MAX_COLUMNS columns: the last places of both sets are used by children.

const uint BIND_SOURCE = 0u;       // MAX_COLUMNS in a row
const uint BIND_DESTINATION = 5u;  // MAX_COLUMNS in a row
const uint BIND_CHILDREN = 4u;     // uint per logical index: children in this step, then their exclusive scan
const uint BIND_KEPT = 9u;         // uvec4: the columns of each particle as they were before the step, by logical index
const uint BIND_PEEL_LIST = 9u;    // instead: a count, then uint per particle of the capacity: places of those with heavy codes
const uint BIND_VOTES = 10u;       // 1 = survives: one uint per vote, or one bit, 32 per uint
const uint BIND_OFFSETS = 11u;     // uint per vote: the exclusive scan of the votes
const uint BIND_SOURCE_POOL = 12u; // Pool of the source columns
const uint BIND_DESTINATION_POOL = 13u;
const uint BIND_PROBE = 10u;       // Probe, instead of votes
const uint BIND_EMITTERS = 14u;    // rows of numbers: emitters, links, and the numbers of stacks
const uint BIND_BIRTHS = 15u;      // uint per emitter and one more: exclusive scan of the births in this step; then Moments

const uint BIND_SCAN_INPUT = 0u;
const uint BIND_SCAN_OUTPUT = 1u;
const uint BIND_SCAN_SUMS = 2u;    // one element per tile
const uint BIND_SCAN_TILES = 2u;   // the tile states of single-pass scans
const uint BIND_SCAN_COUNT = 3u;   // place of the true count
const uint BIND_SCAN_TOTAL = 4u;
const uint BIND_SCAN_TICKETS = 5u;
const uint SCAN_BINDINGS = 6u;     // a scan binds only below this; a borrowed context must save as many

// Compactors use both sets of columns, votes, offsets and pools as above. Single-pass ones also use:
const uint BIND_COMPACT_TILES = 11u;    // the tile states, instead of offsets
const uint BIND_COMPACT_TICKETS = 15u;  // instead of births

// A sort rebinds after each scan that it runs.
const uint BIND_SORT_KEYS = 0u;
const uint BIND_SORT_VALUES = 1u;
const uint BIND_SORT_KEYS_OUT = 2u;
const uint BIND_SORT_VALUES_OUT = 3u;
const uint BIND_SORT_COUNTS = 4u;  // uint each: by digit, then by tile
const uint BIND_SORT_PLAN = 5u;    // SortPlan
const uint BIND_SORT_COUNT = 6u;   // place of the true count

// The list of drawn particles, made from the living in a single pass that waits like the compactors.
const uint BIND_LIST_SLOTS = 5u;   // uint each: index in the columns
const uint BIND_LIST_KEYS = 6u;    // uint each: ascending from back to front
const uint BIND_LIST_ORDER = 7u;   // uint each: entry numbers from back to front
const uint BIND_LIST_FOUND = 8u;   // uint each: the present place of that entry
const uint BIND_LIST_STATE = 13u;  // DrawList
const uint BIND_LIST_CACHED_ORDER = 9u;
const uint BIND_LIST_BIRTH_STEPS = 10u;  // uint each
const uint BIND_LIST_ORDINALS = 14u;     // uint each
const uint NOWHERE = 0xFFFFFFFFu;        // the place of a particle that no longer lives
const uint BIND_RIBBON_PLACES = 7u;      // uvec4 per point of the list of ribbons, as render/ribbons/point.glsl packs it
const uint BIND_RIBBON_LOOKS = 8u;       // likewise
const uint BIND_RIBBON_PICTURES = 9u;    // likewise, if some ribbons have a picture

// Drawing by tiles reads the source columns, the source pool, the emitters and a list, and uses:
const uint BIND_TILE_RANGES = 3u;    // uint per key and one more: the first entry with that key
const uint BIND_TILE_PLAN = 4u;      // TilePlan
const uint BIND_TILE_KEYS = 6u;      // uint per entry
const uint BIND_TILE_ENTRIES = 7u;   // uint per entry: the number of its sprite, sorted by key
const uint BIND_TILE_SPRITES = 8u;   // uvec4 per sprite whose light adds up, two per sprite that covers
const uint BIND_TILE_LEVELS = 9u;    // array of TileLevel
const uint BIND_TILE_WORK = 10u;     // uint per key and one more: exclusive scan of the work groups of each key
const uint BIND_TILE_SUMS = 11u;     // the light of each pixel: lower words of each channel, then upper ones
const uint BIND_TILE_CHUNKS = 11u;   // uvec2 per pixel of a work group's window: its light and opacity
const uint BIND_TILE_BOXES = 10u;    // uvec2 per drawn particle: the windows that it touches
const uint BIND_TILE_OFFSETS = 15u;  // uint per drawn particle: its tiles, then their exclusive scan

const uint BIND_LAB_VALUES = 0u;   // int per lane or item
const uint BIND_LAB_TRACE = 1u;    // LabTrace
const uint BIND_LAB_SCANNED = 2u;  // int per lane or item: the blocks' scans in memory, P
const uint BIND_LAB_SUMS = 3u;     // int per block: S
const uint BIND_LAB_TILES = 4u;    // LabTile per tile
const uint BIND_LAB_HISTORY = 5u;  // LabHistory

// Uniform blocks have their own binding points.
const uint BIND_STEP = 0u;         // Step
const uint BIND_CAMERA = 1u;       // Camera
const uint BIND_SOLIDS_SEEN = 2u;  // SolidList

// Image units, and texture units.
const uint IMAGE_FRAME = 0u;
const uint TEXTURE_FRAME = 0u;     // the input of a pass that tone maps or filters
const uint TEXTURE_BLOOM = 1u;
const uint TEXTURE_REFLECTION = 2u;
const uint TEXTURE_GLOW = 3u;        // the reflection, blurred wide
const uint TEXTURE_SHADE = 4u;       // opacity between the lamp and the particles
const uint TEXTURE_FILES = 5u;       // the rows of the effect's files
const uint TEXTURE_OBJECTS = 6u;     // the corners of the scenery's objects, then the light of the objects
const uint TEXTURE_DEPTH = 7u;       // of the objects
const uint TEXTURE_SHADOW = 8u;      // the depth of the objects as the lamp sees them
const uint TEXTURE_SOLID_SHADOW = 9u; // the depth of the solid particles as the lamp sees them
const uint TEXTURE_RIBBONS = 11u;    // ribbons that cover, which sprites lie before or behind
const uint TEXTURE_RIBBON_DEPTHS = 12u;  // their depth
const uint TEXTURE_PICTURES = 10u;   // the rows of the effect's files as words; frames read it, and steps the next

// --- structs --------------------------------------------------------------------------------------------

// The living particles are a ring in their columns: logical index i lies at (first + i) mod capacity. Each
// set of columns has one Pool; a step reads the source's and writes the destination's.
struct Pool {
    uint first;           // index of the oldest
    uint alive;
    uint survivors;       // written by the compactor: alive before minus died of age
    uint born;
    uint died;            // of age, lost, or replaced
    uint replaced;        // the oldest particles, overwritten by births
    uint dropped;         // births without room, and children beyond the limit of a step
    uint step;            // the low word of the step that made this state
    uint groups_x;        // indirect dispatch over the living, PARTICLE_THREADS per group
    uint groups_y;
    uint groups_z;
    uint shrunk;          // lost to a smaller capacity since the last step; counts as died in the next
    uint draw_vertices;   // indirect draw: VERTICES_PER_PARTICLE per particle
    uint draw_instances;
    uint draw_first;
    uint draw_base;
    uint hash_low;        // hash of the living; both words are zero unless it was asked for
    uint hash_high;
    uint lost;            // died because their position or velocity was not finite
    uint children;        // requested by parents in this step
    uint spawn_x;         // indirect dispatch over the born
    uint spawn_y;
    uint spawn_z;
    // The bounding box of the living: keys of the maxima, complements of the keys of the minima (bounds.glsl), so that zero
    // means empty in all of them and atomic maxima suffice. All zero: no particle lives.
    uint low_x, low_y, low_z;
    uint high_x, high_y, high_z;
    uint refit_x;         // indirect dispatch over the living, if the survivors' box does not fit them
    uint refit_y;
    uint refit_z;
    uint pad0, pad1, pad2, pad3;
};
// In a destination, `lost`, `children` and the box are zero before the step.
const uint POOL_LOST_WORD = 18u, POOL_BOX_WORD = 23u;  // of a Pool: lost, and low_x, which the other five words of the box follow

// The oldest particles before and after a step, each with its columns in a row.
struct Probe {
    uint before_count;
    uint after_count;
    uint pad0, pad1;
    uvec4 before[PROBE_PARTICLES * PARTICLE_COLUMNS];
    uvec4 after[PROBE_PARTICLES * PARTICLE_COLUMNS];
};

// The inputs of one step beside the columns and the emitters.
struct Step {
    uint index;           // the low word of this step; births store it
    uint seed;
    uint births;          // requested in this step, over all emitters
    uint emitters;
    uint capacity;
    uint replace_oldest;  // 1: births without room replace the oldest; 0: they are dropped
    float seconds;        // length of a step
    float plane_height;   // height of the plane in metres
    float plane_restitution;  // share of the normal speed kept at a bounce, 0 to 1
    float plane_friction;     // share of the tangential speed lost at a bounce, 0 to 1
    uint has_plane;
    uint children_per_parent;
    uint children_per_step;
    uint stack_first;     // row of the numbers of the first slot's stack
    uint stack_rows;      // from one slot's numbers to the next one's
    uint objects_first;   // row of the head of the objects that stop particles; 0: there are none
    uint index_high;      // the high word of this step
    uint most_rounds;     // in which surfaces are looked for on a particle's way; 0: they react at its end only
    uint pad0, pad1;
    vec4 pointer;           // place in the world (metres); strength, 0: not pressed, 1: pressed
    vec4 pointer_velocity;  // m/s, 0 in the first step of a press; w is spare
};

// An emitter's first rows in the table of numbers; shaders/effects/stack.glsl reads them. Lengths are in
// metres, times in seconds or steps.
struct EmitterRow {
    float x;               // of its position
    float y;
    float z;
    float seconds;         // length of a step
    uint codes;            // of its stack, for steps in the lower half, for drawing in the upper
    uint look_first;       // row of the numbers of modules that run in drawing
    uint flags;            // EMITTER_*; 0: there is no emitter in this slot, and its particles die
    float least_lifetime;  // steps, a whole number
    float most_lifetime;   // likewise
    uint links;            // the first link times LINKS_UNIT, plus the number of links
    uint seed;
    uint ribbon;           // 1 + the word of its particles' attributes that holds their ribbon's number; 0: sprites
};

const uint EMITTER_EXISTS = 1u;
const uint EMITTER_COVERS = 2u;     // its particles cover what lies behind them; else their light adds up
const uint EMITTER_IS_EVEN = 4u;    // its births by rate follow each other at equal times
const uint EMITTER_IS_SOLID = 8u;   // its particles may be solid things instead of soft sprites
const uint EMITTER_SHINES = 16u;    // its particles may be lights
const uint EMITTER_ROWS = 3u;       // of 16 bytes
const uint LINK_ROWS = 2u;
const uint NO_WORD = 4u;            // no word of an attribute column
const uint LINKS_UNIT = 32u;        // above the number of links of an emitter

// The moments of an emitter's births in a step; only where an emitter is even.
struct Moments {
    uint by_rate;   // births by rate, which come before those by bursts
    float first;    // moment of the first of them, as a share of the step
    float between;  // from each of them to the next
    uint pad0;
};
const uint MOMENTS_WORDS = 4u;

const uint EVENT_DEATH = 0u;      // its lifetime ended
const uint EVENT_COLLISION = 1u;  // it bounced
const uint EVENT_AGE = 2u;        // it is so many steps old
const uint EVENT_DISTANCE = 3u;   // it has travelled so many metres, and again each time
const uint EVENT_CONDITION = 4u;  // a condition has become true

const uint CHANCE_ONE = 16777216u;  // 2^24, the number of values of a random number with 24 bits

// The children that particles of one emitter give birth to.
struct Link {
    uint emitter;         // of the children
    uint event;           // EVENT_*
    uint measure;         // steps, the bits of metres, or the bit of the condition, as the event says
    uint most;            // the most collisions of one parent that count
    uint count_least;     // fewest children of an event
    uint count_choices;   // how many different numbers of children are possible, from the fewest
    uint chance;          // in units of 1 / CHANCE_ONE
    float inherit;        // share of the parent's velocity that children inherit
};

// The camera of a frame. Matrices are four columns.
struct Camera {
    vec4 view[4];
    vec4 projection[4];
    vec4 eye;               // world position; w = seconds of simulated time
    vec4 viewport;          // width, height, 1/width, 1/height in pixels
    vec4 clip_x;            // rows of projection times view: coordinates in clip space
    vec4 clip_y;
    vec4 clip_w;            // metres in front of the eye
    vec4 planes;            // metres from the eye: to the near and far planes, within which particles fade; one spare
};

// The list of drawn particles: indirect arguments of a draw; entries; of ribbons, those of a dispatch over the entries.
struct DrawList {
    uint vertices;
    uint instances;
    uint first;
    uint base;
    uint drawn;
    uint groups_x;
    uint groups_y;
    uint groups_z;
};

// The cached order: particles alive at the last sort, and those born since.
struct CachedOrder {
    uint first;      // index of the oldest, as in the pool
    uint entries;    // cached, and born since
    uint count;      // cached
    uint born_from;  // logical index of the first particle born since
};

// Tiles of one size. A sprite whose light adds up belongs to the tile of its centre, in the finest level whose
// apron it does not overreach. Sprites that cover are entered in every tile that they touch, of one level.
struct TileLevel {
    uint first_key;
    uint columns;
    uint rows;
    uint side;            // pixels
    uint apron;           // pixels around a tile that its sprites may reach
    uint margin;          // pixels of the apron, at the lower left, that lie in no window
    uint window_columns;  // windows side by side in a tile with its apron; each has its own work groups
    uint windows;
    uint chunk;           // entries of a tile that a work group takes
    uint lanes;           // threads that share a sprite, of those whose light adds up
    uint pad0, pad1;
};

// The plan of a frame that is drawn by tiles, which the GPU writes.
struct TilePlan {
    uint project_x;  // indirect dispatch over the drawn particles
    uint project_y;
    uint project_z;
    uint drawn;      // particles that are projected
    uint every;      // each nth of them is shown, with n times its light
    uint run;        // so many that were born one after the other are shown or left out together
    uint entries;
    uint level;      // of sprites that cover
    uint work_x;     // indirect dispatch over the chunks of all windows
    uint work_y;
    uint work_z;
    uint pad1;
    uint level_entries[COVER_LEVELS];       // that each level would have: lower words
    uint level_entries_upper[COVER_LEVELS];
};

// The sizes of a sort's dispatches, written on the GPU.
struct SortPlan {
    uint groups_x;  // indirect dispatch over the tiles
    uint groups_y;
    uint groups_z;
    uint count;     // pairs
    uint tiles;
    uint counters;  // one per digit and tile
    uint pad0, pad1;
};

// The trace that a teaching kernel leaves behind. It is zero before the kernel runs.
struct LabTrace {
    uint rows;                         // the number of recorded rows
    uint operations;                   // applications of the operator
    uint lengths[LAB_ROWS];            // words of each row
    int words[LAB_ROWS * LAB_LANES];   // row by row, LAB_LANES apart
};

// The words that a tile publishes for the others. They are zero before the kernel runs.
struct LabTile {
    int aggregate;  // of the tile's own items, once the status is no longer LAB_EMPTY
    int prefix;     // of everything up to the tile's end, once it is LAB_PREFIX
    uint status;
    uint pad0;
};

struct LabEvent {
    uint tile;   // whose block did it
    uint kind;   // LAB_STARTS or another
    uint at;     // the tile that it was about, if it was another one
    uint looks;  // after the first in vain, of LAB_WAITS
    int value;   // the block's result after the event
    uint pad0, pad1, pad2;
};

// The events of the tiles, in one order. It is zero before the kernel runs.
struct LabHistory {
    uint count;  // of events, those without room among them
    uint pad0, pad1, pad2;
    LabEvent events[LAB_EVENTS];
};

#ifdef __cplusplus
static_assert(sizeof(Pool) == 144 && sizeof(Step) == 112 && sizeof(EmitterRow) == 16 * EMITTER_ROWS && sizeof(Link) == 16 * LINK_ROWS && sizeof(Moments) == 4 * MOMENTS_WORDS && sizeof(TileLevel) == 48 && sizeof(TilePlan) == 128);
static_assert(sizeof(LabTile) == 16 && sizeof(LabEvent) == 32 && sizeof(LabHistory) == 16 + 32 * LAB_EVENTS && LAB_EVENTS >= LAB_TILES * (LAB_TILES + 5));
static_assert(offsetof(Pool, low_x) == POOL_BOX_WORD * sizeof(uint) && offsetof(Pool, high_z) == (POOL_BOX_WORD + 5) * sizeof(uint));
static_assert(offsetof(Pool, lost) == POOL_LOST_WORD * sizeof(uint));
static_assert(BIND_SOURCE + MOST_PARTICLE_COLUMNS <= BIND_CHILDREN && BIND_CHILDREN < BIND_DESTINATION);
static_assert(BIND_DESTINATION + MOST_PARTICLE_COLUMNS <= BIND_KEPT && BIND_KEPT < BIND_VOTES);
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_H
