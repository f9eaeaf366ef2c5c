// The rows of an effect, four words each: EmitterRow of each slot (EMITTER_ROWS), then links (LINK_ROWS each), then the
// numbers of stacks for steps, those of a slot at a place that follows from its number, so that they are read at once, then
// those for drawing, and then the objects that stop particles.
//
// Most words are floats, but all are read as integers: a float that held an integer's bits might be flushed to zero
// (GLSL 4.50, 4.7.1).
layout(std430, binding = BIND_EMITTERS) readonly buffer Rows { uvec4 rows[]; };

// A software renderer reads them as a texture where it can. Mesa's makes a loop of each word that it reads from storage, so that
// a program with the looks of many emitters took three times as long to compile.
#ifdef SOFTWARE_RENDERER
layout(binding = TEXTURE_ROWS) uniform usamplerBuffer row_texels;

uvec4 words_at(uint row) { return texelFetch(row_texels, int(row)); }
uint word_at(uint row, uint word) { return words_at(row)[word]; }
#else
uvec4 words_at(uint row) { return rows[row]; }
uint word_at(uint row, uint word) { return rows[row][word]; }
#endif

vec4 row_at(uint row) { return uintBitsToFloat(words_at(row)); }
float number_at(uint row, uint word) { return uintBitsToFloat(word_at(row, word)); }

// Loops read from storage: a vertex shader of Mesa's that reads a texture in each of twenty takes minutes to compile.
vec4 row_in_loop(uint row) { return uintBitsToFloat(rows[row]); }
float number_in_loop(uint row, uint word) { return uintBitsToFloat(rows[row][word]); }
