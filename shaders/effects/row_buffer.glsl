// The rows of an effect, four words each: EmitterRow of each slot (EMITTER_ROWS), then links (LINK_ROWS each), then the
// numbers of stacks for steps, those of a slot at a place that follows from its number, so that they are read at once, then
// those for drawing, and then the objects that stop particles.
//
// Most words are floats, but all are read as integers: a float that held an integer's bits might be flushed to zero
// (GLSL 4.50, 4.7.1).
layout(std430, binding = BIND_EMITTERS) readonly buffer Rows { uvec4 rows[]; };

// A software renderer (llvmpipe) reads them as a buffer texture, because it makes a loop over its lanes of each word that it reads
// from storage, and looks read hundreds: with a texture its compiler takes up to two fifths less for an effect's programs.
// app/gl/program_build.cpp defines SOFTWARE_RENDERER, and particles::bind_rows() binds both.
#ifdef SOFTWARE_RENDERER
layout(binding = TEXTURE_ROWS) uniform usamplerBuffer row_texels;
#define WORDS_AT(row) texelFetch(row_texels, int(row))
#else
#define WORDS_AT(row) rows[row]
#endif

vec4 row_at(uint row) { return uintBitsToFloat(WORDS_AT(row)); }
float number_at(uint row, uint word) { return uintBitsToFloat(WORDS_AT(row)[word]); }

// Loops must read storage through these. If a vertex shader fetches texels in loops whose number of rounds depends on data, as
// searches of tables do, llvmpipe's compiler (the analysis ScalarEvolution of LLVM) takes minutes for about twenty of them.
vec4 row_in_loop(uint row) { return uintBitsToFloat(rows[row]); }
float number_in_loop(uint row, uint word) { return uintBitsToFloat(rows[row][word]); }
