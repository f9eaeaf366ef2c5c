// The block scan by Blelloch's network.
const bool PADDED = false;
#include "scan/block/blelloch_tree.glsl"
