// For a test: tiles come in an order without a pattern, each once as long as there are fewer than the prime.
const uint PRIME = 7919u;

uint take_tile(uint tiles) {
    const uint group = group_index();
    return group < tiles ? group * PRIME % tiles : group;
}
void delay_tile(uint tile) {}
