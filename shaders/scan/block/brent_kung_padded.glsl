// The block scan by Brent and Kung's network, its leaves placed so that none of its steps has bank conflicts.
const bool PADDED = true;
#include "scan/block/brent_kung_trees.glsl"
