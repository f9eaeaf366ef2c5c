// For a test: a tile stops in the middle of publishing its inclusive prefix, and goes on later. Writes the
// tile's state at both moments, each as status and value. Needs the defines of a decoupled look-back.
#include STRATEGY_FILE
layout(local_size_x = 1) in;

layout(std430, binding = 0) writeonly buffer States { uint states[]; };

uniform uint aggregate;
uniform uint prefix;

void order_before_stores() {}

void write_state(uint moment, uint tile) {
    const TileState state = read_tile_state(tile);
    states[2u * moment] = state.status;
    states[2u * moment + 1u] = state.value;
}

void main() {
    const uint tile = 1u;
    publish(tile, AGGREGATE, aggregate);
    const uint half_of_it = first_word(tile, INCLUSIVE_PREFIX);
    atomicExchange(tile_words[half_of_it], tagged(payload(prefix, 0u), tag(INCLUSIVE_PREFIX)));
    write_state(0u, tile);
    publish(tile, INCLUSIVE_PREFIX, prefix);
    write_state(1u, tile);
}
