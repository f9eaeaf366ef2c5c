// How many elements and tiles there are. Needs TILE and COUNT_BINDING.
layout(std430, binding = COUNT_BINDING) readonly buffer ScanCount { uint scan_count[]; };

uniform uint bound;           // host upper bound of the elements
uniform bool count_on_gpu;
uniform uint count_index;     // word of scan_count

uint true_count() { return count_on_gpu ? min(scan_count[count_index], bound) : bound; }

// At least one, so that even of nothing there is a total.
uint tiles_of(uint elements) { return max(1u, groups_for(elements, TILE)); }
