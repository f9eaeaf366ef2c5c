// What a list is made of: those that lived when they were sorted, in the order of then, and behind them who was born
// since. living.glsl states the contract.
#include "render/list/remembered.glsl"

layout(std430, binding = BIND_LIST_ORDER) readonly buffer ListOrder { uint list_order[]; };  // by depth: number of then
layout(std430, binding = BIND_LIST_FOUND) readonly buffer ListFound { uint found[]; };       // by number of then

uint place_of_entry(uint ring_first, uint i) {
    if (i < remembered.count) return found[list_order[i]];
    return ring_place(ring_first, remembered.born_from + (i - remembered.count));
}
