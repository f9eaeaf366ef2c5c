// The grid of cells in which particles scatter light: a cube around the centres of all living ones. Needs the pool.

const float SCATTER_FARTHEST = 1e4;  // metres from the origin; particles beyond count as at the side of the box
const float SCATTER_ROOM = 1.1, SCATTER_MIN_ROOM = 0.05;  // margin around the centres: a factor, and metres

struct ScatterBox {
    vec3 low;
    float side;  // of a cell, metres
};

ScatterBox scatter_box() {
    vec3 low = vec3(-1.0), high = vec3(1.0);
    if (pool.high_x != 0u) {
        low = max(from_ordered_bits(~uvec3(pool.low_x, pool.low_y, pool.low_z)), -SCATTER_FARTHEST);
        high = min(from_ordered_bits(uvec3(pool.high_x, pool.high_y, pool.high_z)), SCATTER_FARTHEST);
    }
    const vec3 wide = high - low;
    const float half_side = 0.5 * max(wide.x, max(wide.y, wide.z)) * SCATTER_ROOM + SCATTER_MIN_ROOM;
    return ScatterBox(0.5 * (low + high) - half_side, half_side * (2.0 / float(SCATTER_SIDE)));
}

// Returns where a place lies in the box, 0 to 1.
vec3 share_of(ScatterBox box, vec3 place) { return (place - box.low) / (box.side * float(SCATTER_SIDE)); }

uint scatter_cell(uvec3 place) { return (place.z * SCATTER_SIDE + place.y) * SCATTER_SIDE + place.x; }
