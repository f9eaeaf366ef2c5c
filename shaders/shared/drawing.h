// The camera of a frame, and the list of the particles that it draws. Included by shared.h.
#ifndef WINNOW_SHARED_DRAWING_H
#define WINNOW_SHARED_DRAWING_H

#ifdef __cplusplus
namespace winnow::shared {
#endif

const float MAX_HALF = 65504.0f;       // the largest half float; more would be infinite in the frame
const float GLINT_RARITY = 0.02f;       // among sprites that glint, about the share of the bright ones

// The camera of a frame. Matrices are four columns.
struct Camera {
    vec4 view[4];
    vec4 projection[4];
    vec4 eye;               // world position; w = seconds of simulated time
    vec4 viewport;          // width, height, 1/width, 1/height in pixels
    vec4 clip_x;            // rows of projection times view: coordinates in clip space
    vec4 clip_y;
    vec4 clip_w;            // metres in front of the eye
    vec4 planes;            // metres from the eye: to the near and far planes, within which particles fade; pixels of a metre at 1 m
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

// Indirect arguments of a draw.
struct DrawArguments {
    uint vertices;
    uint instances;
    uint first;
    uint base;
};

const uint LOOK_OF_SLOT_SHIFT = 27u;  // of an entry that is one look of a particle: the look lies above its index in the columns
const uint NOWHERE = 0xFFFFFFFFu;  // the place of a particle that no longer lives

// The cached order: particles alive at the last sort, and those born since.
struct CachedOrder {
    uint first;      // index of the oldest, as in the pool
    uint entries;    // cached, and born since
    uint count;      // cached
    uint born_from;  // logical index of the first particle born since
};

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_DRAWING_H
