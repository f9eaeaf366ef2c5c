// Decoupled look-back (Merrill and Garland, 2016): one pass, in which each tile publishes its own sum at once and then
// looks back over the sums of the tiles before it until it finds a prefix. Moves two words for each element, and no
// tile waits for the look-back of another.
#include LOOK_BACK_FILE

// Some threads look back for all.
void publish_and_wait(uint tile, T sum) {
    if (!looks_back()) return;
    const bool first = gl_LocalInvocationIndex == 0u;
    if (first) {
        publish(tile, tile == 0u ? PREFIX : AGGREGATE, sum);
        order_before_stores();
    }
    T before;
    const uint missing = look_back(tile, before);
    if (!first) return;
    wait_before = before;
    wait_missing = missing;
    if (missing == NO_TILE && tile > 0u) publish(tile, PREFIX, combine(before, sum));
}

void lend(uint target, T sum) { publish_if_empty(target, target == 0u ? PREFIX : AGGREGATE, sum); }
