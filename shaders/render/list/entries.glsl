// The entries that a list of what is drawn is made of.
#if LISTS_REMEMBERED
#include "render/list/remembered.glsl"

layout(std430, binding = BIND_LIST_ORDER) readonly buffer ListOrder { uint list_order[]; };  // by depth: number of then
layout(std430, binding = BIND_LIST_FOUND) readonly buffer ListFound { uint found[]; };       // by number of then

// First come the particles that lived when they were sorted, in the order of then, and behind them those born since.
// Returns where in the columns entry i lies, NOWHERE if it lives no more.
uint place_of_entry(uint ring_first, uint i) {
    if (i < remembered.count) return found[list_order[i]];
    return ring_place(ring_first, remembered.born_from + (i - remembered.count));
}
#else
// All that live, in the order of their births.
uint place_of_entry(uint ring_first, uint i) { return ring_place(ring_first, i); }
#endif
