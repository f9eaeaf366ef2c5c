// Where a compactor of one pass says how many survived.
layout(std430, binding = BIND_DESTINATION_POOL) buffer SurvivorsWords { uint survivors_words[]; };

uniform uint survivors_index;  // word of survivors_words
