// What compactors of one pass are made of: who ranks a tile, whose records move, and where they say how many survived.
// Comes first in a shader.
#include "scan/extensions.glsl"
#ifdef RANKS_BY_SUBGROUP  // NVIDIA's compiler refuses block scans by networks under it
#pragma optionNV(unroll all)  // what a thread holds must stay in its registers: 0.45 ms a folded step of 16 M, else 0.80
#endif
#include "common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include RANKS_FILE
#include RECORDS_FILE

layout(std430, binding = BIND_DESTINATION_POOL) buffer SurvivorsWords { uint survivors_words[]; };

uniform uint survivors_index;  // word of survivors_words
