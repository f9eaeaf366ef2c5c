// The particles that a list of ribbons selects: those that belong to one, with the numbers of their ribbons as keys.
#include "particles/ribbon.h"

#include "effects/row_buffer.glsl"

const uint VERTICES_PER_ENTRY = VERTICES_PER_SEGMENT;

// Returns the number of the ribbon that the particle at this place belongs to, 0 for none.
uint key_of(uint from) {
    const uint word = rows[ring_columns[2].element[from].z * EMITTER_ROWS + 2u].w;
    return word == 0u ? 0u : ring_columns[COLUMNS - 1u].element[from][word - 1u];
}

bool was_killed_at_birth(uint from) { return ring_columns[1].element[from].w == 0u; }

bool is_listed(uint from, vec3 place, bool is_plain) { return key_of(from) != 0u && !was_killed_at_birth(from); }

bool votes_plainly() { return true; }
