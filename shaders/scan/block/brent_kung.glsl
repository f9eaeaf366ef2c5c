// The block scan by Brent and Kung's network.
const bool PADDED = false;
#include "scan/block/brent_kung_trees.glsl"
