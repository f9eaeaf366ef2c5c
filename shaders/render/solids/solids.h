// Particles that are solid things: limits and layouts. GLSL, after shared.h, and C++ share them; C++ sees them in
// winnow::shared.
#ifndef WINNOW_SOLIDS_H
#define WINNOW_SOLIDS_H

#ifdef __cplusplus
#include <shaders/shared.h>
namespace winnow::shared {
#endif

// If there are more than these, the first in the order of births are drawn.
const uint MAX_SOLIDS = 1048576u;          // 2^20
const uint MAX_SOLID_BATCHES = 4194304u;   // 2^22; each of up to VOTES_PER_WORD triangles of one mesh
const uint MAX_SEEN_TRIANGLES = 4194304u;  // 2^22, of all meshes in one view
const uint SOLID_BATCH_BITS = 11u;          // of a batch's number among those of its solid

// The surface of a mesh that has more than a colour.
struct SolidSurface {
    vec4 blend;          // a place in the mesh's own space times xyz, and w: the share of the other colour
    uint red_green;      // of that colour, halves
    uint blue_roughness;
    uint details;        // as in shaders/effects/files.glsl
    uint picture;        // its first row, 0: none; SOLID_IS_ONE_SIDED
};
const uint SOLID_IS_ONE_SIDED = 0x80000000u;

// A particle that is a solid thing. Programs with SURFACED (effects/rows.h) draw those of which some have a surface.
struct Solid {
    vec4 place;        // in the world (metres); w: the radius of a sphere, or the factor on a mesh's size; 0: not seen
    vec4 turn;         // of a mesh: a unit quaternion, the real part last
    uint red_green;    // of its colour, halves
    uint blue_glow;    // and its own light as a factor on the colour
    uint first;        // row of the mesh's first triangle; 0: an octahedron
    uint triangles;    // of the mesh; 0: a sphere
#ifdef SURFACED
    SolidSurface surface;
#endif
};

// The list of the solid particles, and the sizes of dispatches and draws over it. All zero: there is none.
struct SolidList {
    uint groups_x;         // indirect dispatch over the solids, PARTICLE_THREADS per group
    uint groups_y;
    uint groups_z;
    uint solids;           // that are drawn
    uint sphere_vertices;  // indirect draw, VERTICES_PER_PARTICLE per solid: an instance each costs software renderers much
    uint sphere_instances;
    uint sphere_first;
    uint sphere_base;
    uint mesh_vertices;    // indirect draw of the triangles that the newest view may show
    uint mesh_instances;
    uint mesh_first;
    uint mesh_base;
    uint tiles;            // of PARTICLE_THREADS living particles
    uint found;            // solids among the living
    uint batches;          // of all solids
    // The box of the drawn solids along the lamp's axes, as the pool has that of the living.
    uint low_x;
    uint low_y;
    uint low_z;
    uint high_x;
    uint high_y;
    uint high_z;
    uint batch_groups_x;   // indirect dispatch over the batches, PARTICLE_THREADS triangles per group
    uint batch_groups_y;
    uint batch_groups_z;
    uint seen;             // triangles that the newest view may show
    uint pad0, pad1, pad2;
};
const uint SOLIDS_WORD = 3u;      // of a SolidList: solids
const uint SOLID_BOX_WORD = 15u;  // of a SolidList: low_x; the other five words of the box follow

#ifdef __cplusplus
static_assert(sizeof(Solid) == 48 && sizeof(SolidSurface) == 32 && sizeof(SolidList) == 112);
static_assert(offsetof(SolidList, solids) == SOLIDS_WORD * sizeof(uint));
static_assert(offsetof(SolidList, high_z) == (SOLID_BOX_WORD + 5) * sizeof(uint));
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SOLIDS_H
