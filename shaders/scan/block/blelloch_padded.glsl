// The block scan by Blelloch's network, its leaves placed so that none of its steps has bank conflicts.
const bool PADDED = true;
#include "scan/block/blelloch_tree.glsl"
