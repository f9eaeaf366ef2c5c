// The plan of a radix sort. Included by shared.h.
#ifndef WINNOW_SHARED_SORT_H
#define WINNOW_SHARED_SORT_H

#ifdef __cplusplus
namespace winnow::shared {
#endif

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

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_SORT_H
