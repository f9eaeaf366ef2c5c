// The rows of an effect, four words each: EmitterRow of each slot (EMITTER_ROWS), then links (LINK_ROWS each), then the
// numbers of stacks for steps, those of a slot at a place that follows from its number, so that they are read at once, then
// those for drawing, and then the objects that stop particles.
//
// Most words are floats, but all are read as integers: a float that held an integer's bits might be flushed to zero
// (GLSL 4.50, 4.7.1).
layout(std430, binding = BIND_EMITTERS) readonly buffer Rows { uvec4 rows[]; };

vec4 row_at(uint row) { return uintBitsToFloat(rows[row]); }

float number_at(uint row, uint word) { return uintBitsToFloat(rows[row][word]); }
