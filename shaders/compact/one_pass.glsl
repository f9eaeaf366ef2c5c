// What compactors of one pass are made of: who ranks a tile, whose records move, and where they say how many survived.
// Comes first in a shader.
#include "scan/extensions.glsl"
#include "common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include RANKS_FILE
#include RECORDS_FILE

layout(std430, binding = BIND_DESTINATION_POOL) buffer SurvivorsWords { uint survivors_words[]; };

uniform uint survivors_index;  // word of survivors_words
