// The entries that a drawing list selects from: the pool or, between two sorts, the cached order and later births.
#if LISTS_CACHED_ORDER
#include "render/list/cached_order.glsl"

layout(std430, binding = BIND_LIST_ORDER) readonly buffer ListOrder { uint list_order[]; };  // by depth: the logical index at the sort
layout(std430, binding = BIND_LIST_FOUND) readonly buffer ListFound { uint found[]; };       // by the logical index at the sort

// The entries are first the particles of the cached order, then those born since. Returns the place of entry i in the
// columns, NOWHERE if it has died.
uint place_of_entry(uint ring_first, uint i) {
    if (i < cached_order.count) return found[list_order[i]];
    return ring_place(ring_first, cached_order.born_from + (i - cached_order.count));
}
#else
// The entries are the living particles in the order of the pool. Returns the place of entry i in the columns.
uint place_of_entry(uint ring_first, uint i) { return ring_place(ring_first, i); }
#endif
