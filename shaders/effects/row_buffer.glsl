// The rows of an effect, four words each: EmitterRow of each slot (EMITTER_ROWS), then links (LINK_ROWS each), then the
// numbers of stacks for steps, those of a slot at a place that follows from its number, so that they are read at once, then
// those for drawing, and then the objects that stop particles. With INSTANCES these are the rows of many effects, each behind
// an EffectHead, and an InstanceRow for each instance stands before them.
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

#ifdef INSTANCES
InstanceRow instance_in(uint instance) {
    const uvec4 a = WORDS_AT(instance * INSTANCE_ROWS), b = WORDS_AT(instance * INSTANCE_ROWS + 1u);
    return InstanceRow(a.x, a.y, a.z, a.w, b.x, b.y, uintBitsToFloat(b.z), uintBitsToFloat(b.w));
}

// Returns the row of the emitter in this slot of an instance.
uint emitter_row(InstanceRow instance, uint slot) { return instance.head + EFFECT_HEAD_ROWS + (slot & SLOT_MASK) * EMITTER_ROWS; }
uint emitter_row(uint slot) { return emitter_row(instance_in(slot >> INSTANCE_SHIFT), slot); }

bool waits(InstanceRow instance) { return (instance.flags & INSTANCE_WAITS) != 0u; }

// Returns the words of the steps that an instance has made when the simulation has made so many.
uvec2 own_steps(InstanceRow instance, uvec2 made) {
    const uvec2 begin = uvec2(instance.begin, instance.begin_high);
    return waits(instance) ? begin : uvec2(made.x - begin.x, made.y - begin.y - (made.x < begin.x ? 1u : 0u));
}
#else
uint emitter_row(uint slot) { return slot * EMITTER_ROWS; }
#endif
