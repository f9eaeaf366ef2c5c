// Limits, and the sizes of work groups. Included by shared.h.
#ifndef WINNOW_SHARED_LIMITS_H
#define WINNOW_SHARED_LIMITS_H

#ifdef __cplusplus
namespace winnow::shared {
#endif

const uint MAX_GROUPS_PER_DIMENSION = 65535u;  // OpenGL's minimum; beyond it only some drivers work
const uint FOLDED_GROUPS = 32768u;             // more groups than this are folded into rows of this many
const uint COLUMN_BYTES = 16u;                 // one element of a column, a uvec4
const uint PARTICLE_COLUMNS = 3u;              // position, velocity, identity: 48 bytes per particle
const uint MAX_PARTICLE_COLUMNS = 4u;          // with attributes of modules, whose column has planes
const uint MAX_COLUMNS = 5u;
const uint MAX_PLANES = 8u;                    // elements of one particle in a column; plane p begins at p * capacity
const uint PLANE_WORDS = 4u;                   // words of an element
const uint VOTES_PER_WORD = 32u;               // votes per word of bits
const uint MAX_EMITTERS = 10000u;
const uint MAX_LAMPS = 4u;                     // of a scenery
const uint MAX_SKY_STOPS = 16u;                // of its sky's gradient
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

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_LIMITS_H
