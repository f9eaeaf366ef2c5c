// The one table of binding points: of storage, of uniform blocks, and the texture and image units. No other
// file numbers one (tests/lint/rooms.py). Passes rebind what they need, so a number serves several subjects.
// Included by shared.h.
#ifndef WINNOW_SHARED_BINDINGS_H
#define WINNOW_SHARED_BINDINGS_H

#ifdef __cplusplus
namespace winnow::shared {
#endif

// --- shader storage ---------------------------------------------------------------------------------------
// Every known driver has 16 per stage. Particle passes use both sets of columns; the scan uses neither. A
// particle has fewer than MAX_COLUMNS columns: the last places of both sets are used by children.
const uint BIND_SOURCE = 0u;       // MAX_COLUMNS in a row
const uint BIND_DESTINATION = 5u;  // MAX_COLUMNS in a row
const uint BIND_CHILDREN = 4u;     // uint per logical index: children in this step, then their exclusive scan
const uint BIND_KEPT =
    9u;  // uvec4: KEPT_ELEMENTS of each particle (particles/particle.glsl), by logical index
const uint BIND_PEEL_LIST =
    9u;  // instead: a count, then uint per particle of the capacity: places of those with heavy codes
const uint BIND_VOTES = 10u;        // 1 = survives: one uint per vote, or one bit, 32 per uint
const uint BIND_OFFSETS = 11u;      // uint per vote: the exclusive scan of the votes
const uint BIND_SOURCE_POOL = 12u;  // Pool of the source columns
const uint BIND_DESTINATION_POOL = 13u;
const uint BIND_PROBE = 10u;     // Probe, instead of votes
const uint BIND_EMITTERS = 14u;  // rows of numbers: emitters, links, and the numbers of stacks
const uint BIND_BIRTHS = 15u;    // uint per emitter and one more: exclusive scan of the births in this step;
                                 // then BirthTiming, then BurstRun

const uint BIND_CHILD_KEYS = 10u;     // uint per child: the instance of its parent
const uint BIND_CHILD_NUMBERS = 11u;  // uint per child
const uint BIND_INSTANCE_FIGURES = 10u;  // InstanceFigures each
const uint BIND_REPORT_VOTES = 10u;  // uint per particle before a step and per birth of it: 1 = reported;
                                     // then their exclusive scan
const uint BIND_REPORTS = 11u;       // REPORTS_HEAD words, then Report each

// A scan.
const uint BIND_SCAN_INPUT = 0u;
const uint BIND_SCAN_OUTPUT = 1u;
const uint BIND_SCAN_SUMS = 2u;   // one element per tile
const uint BIND_SCAN_TILES = 2u;  // the tile states of single-pass scans
const uint BIND_SCAN_COUNT = 3u;  // place of the true count
const uint BIND_SCAN_TOTAL = 4u;
const uint BIND_SCAN_TICKETS = 5u;
const uint BIND_SCAN_LEVEL_GROUPS = 5u;  // of the indirect dispatches of a hierarchy's levels
const uint SCAN_BINDINGS = 6u;           // a scan binds only below this; a borrowed context must save as many

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
const uint BIND_RIBBON_PLACES =
    7u;  // uvec4 per point of the list of ribbons, as render/ribbons/point.glsl packs it
const uint BIND_RIBBON_LOOKS = 8u;     // likewise
const uint BIND_RIBBON_PICTURES = 9u;  // likewise, if some ribbons have a picture

// Drawing by tiles reads the source columns, the source pool, the emitters and a list, and uses:
const uint BIND_TILE_RANGES = 3u;   // uint per key and one more: the first entry with that key
const uint BIND_TILE_PLAN = 4u;     // TilePlan
const uint BIND_TILE_KEYS = 6u;     // uint per entry
const uint BIND_TILE_ENTRIES = 7u;  // uint per entry: the number of its sprite, sorted by key
const uint BIND_TILE_SPRITES = 8u;  // uvec4 per sprite whose light adds up, two per sprite that covers
const uint BIND_TILE_LEVELS = 9u;   // array of TileLevel
const uint BIND_TILE_WORK = 10u;  // uint per key and one more: exclusive scan of the work groups of each key
const uint BIND_TILE_SUMS = 11u;  // the light of each pixel: lower words of each channel, then upper ones
const uint BIND_TILE_CHUNKS = 11u;   // uvec2 per pixel of a work group's window: its light and opacity
const uint BIND_TILE_BOXES = 10u;    // uvec2 per drawn particle: the windows that it touches
const uint BIND_TILE_OFFSETS = 15u;  // uint per drawn particle: its tiles, then their exclusive scan

// Solid particles read the source columns, the source pool and the emitters, and use:
const uint BIND_SOLID_OFFSETS =
    5u;  // uint per PARTICLE_THREADS particles: the solid ones, then their exclusive scan
const uint BIND_SOLID_SLOTS = 6u;   // uint per solid: index in the columns
const uint BIND_SOLIDS = 7u;        // Solid each
const uint BIND_SOLID_COUNTS = 8u;  // uint per solid: its batches of triangles, then their exclusive scan
const uint BIND_SOLID_BATCHES =
    9u;  // uint per batch: the solid, and in the lower SOLID_BATCH_BITS which of its batches
const uint BIND_SOLID_VOTES = 10u;  // uint per batch: a bit per triangle, 1 = a view may show it
const uint BIND_SOLID_RANKS = 11u;  // uint per batch: such triangles, then their exclusive scan
const uint BIND_SOLID_LIST = 13u;   // SolidList
const uint BIND_SOLID_SEEN = 15u;   // uvec2 per such triangle: the solid, and which of its mesh's triangles

// The rasteriser reads BIND_SOLIDS, BIND_SOLID_BATCHES and BIND_SOLID_LIST, and uses:
const uint BIND_RASTER_DEPTHS = 5u;    // uint per pixel: the bits of the nearest depth
const uint BIND_RASTER_SURFACES = 6u;  // uint per pixel: the name of the surface that has it
const uint BIND_RASTER_TILES =
    8u;  // uint: their number; then uvec2 each: a surface; column and row, 16 bits each

// Lights are chosen from the source columns, with the source pool and the emitters.
const uint BIND_LIGHT_KEYS = 5u;    // uint per logical index: a key of brightness
const uint BIND_LIGHT_LEVELS = 6u;  // uint per level of brightness: particles that have it
const uint BIND_LIGHT_PLAN = 7u;    // PointLightPlan
const uint BIND_LIGHT_LIST = 8u;    // vec4: rows of the grid and of the lights, as TEXTURE_POINT_LIGHTS
const uint BIND_LIGHT_STARTS = 9u;  // uint per cell: its rows, then their exclusive scan
const uint BIND_LIGHT_CELLS =
    10u;  // uint: four per cell, then the numbers of the cells' lights, as TEXTURE_LIGHT_CELLS
const uint BIND_LIGHT_TILES = 11u;  // uint per POINT_LIGHT_TILE particles: whether any shines, then its
                                    // lights, then their exclusive scan

// Scattered light reads the source columns, the source pool and the emitters, and uses:
const uint BIND_SCATTER_CELLS =
    5u;  // uvec4 per cell: what shines in it, red, green and blue, and what covers
const uint BIND_SCATTER_CARRIED = 6u;  // vec4 per cell for each of six directions: the light that arrives

const uint BIND_PIXEL_PARTICLES = 6u;  // PixelParticle of each pixel; beside the source columns
const uint BIND_MARKS = 0u;  // Mark each: lines and rectangles over a host's picture

// The Lab's teaching kernels.
const uint BIND_LAB_VALUES = 0u;   // int per lane or item
const uint BIND_LAB_TRACE = 1u;    // LabTrace
const uint BIND_LAB_SCANNED = 2u;  // int per lane or item: the blocks' scans in memory, P
const uint BIND_LAB_SUMS = 3u;     // int per block: S
const uint BIND_LAB_TILES = 4u;    // LabTile per tile
const uint BIND_LAB_HISTORY = 5u;  // LabHistory

// --- uniform blocks ---------------------------------------------------------------------------------------

const uint BIND_STEP = 0u;         // Step
const uint BIND_CAMERA = 1u;       // Camera
const uint BIND_SOLIDS_SEEN = 2u;  // SolidList
const uint BIND_SEEN = 3u;         // Seen
const uint BIND_LIGHTING = 4u;     // Lighting

// --- texture units ----------------------------------------------------------------------------------------

const uint TEXTURE_FRAME = 0u;  // the input of a pass that tone maps or filters
const uint TEXTURE_BLOOM = 1u;
const uint TEXTURE_REFLECTION = 2u;
const uint TEXTURE_GLOW = 3u;          // the reflection, blurred wide
const uint TEXTURE_SHADE = 4u;         // opacity between the lamp and the particles
const uint TEXTURE_FILES = 5u;         // the rows of the effect's files
const uint TEXTURE_OBJECTS = 6u;       // the corners of the scenery's objects, then the light of the objects
const uint TEXTURE_DEPTH = 7u;         // of the objects
const uint TEXTURE_SHADOW = 8u;        // the depth of the objects as the lamp sees them
const uint TEXTURE_SOLID_SHADOW = 9u;  // the depth of the solid particles as the lamp sees them
const uint TEXTURE_PICTURES = 10u;     // the rows of the effect's files as words, in frames
const uint TEXTURE_RIBBONS = 11u;      // ribbons that cover, which sprites lie before or behind
const uint TEXTURE_RIBBON_DEPTHS = 12u;  // their depth
const uint TEXTURE_DISTORTIONS = 13u;    // of what is seen through particles
const uint TEXTURE_POINT_LIGHTS = 14u;   // vec4: rows of the grid and of the lights
const uint TEXTURE_SEEN = 14u;           // instead, in steps: the depth of the solid things
const uint TEXTURE_LIGHT_CELLS =
    15u;                       // uvec4: first row, rows and factor of a cell, then rows of numbers of lights
const uint TEXTURE_SKY = 16u;  // the picture of the sky; all stages together have 80 units or more
const uint TEXTURE_GROUND = 17u;         // the picture on the ground
const uint TEXTURE_GLOW_SHADOW = 18u;    // the depth of the objects as those that light others see them
const uint TEXTURE_SCATTERED = 19u;      // the light that particles scatter, in the cells of a grid
const uint TEXTURE_ROWS = 20u;           // uvec4: what BIND_EMITTERS has, for software renderers
const uint TEXTURE_RIBBON_PLACES = 21u;  // likewise, what BIND_RIBBON_PLACES has
const uint TEXTURE_RIBBON_LOOKS = 22u;

// --- image units ------------------------------------------------------------------------------------------

const uint IMAGE_FRAME = 0u;
const uint IMAGE_RASTER_DEPTH = 1u;  // the depths of the rasteriser as a texture
const uint IMAGE_SCATTERED = 0u;     // TEXTURE_SCATTERED

#ifdef __cplusplus
static_assert(BIND_SOURCE + MAX_PARTICLE_COLUMNS <= BIND_CHILDREN && BIND_CHILDREN < BIND_DESTINATION);
static_assert(BIND_DESTINATION + MAX_PARTICLE_COLUMNS <= BIND_KEPT && BIND_KEPT < BIND_VOTES);
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_BINDINGS_H
