// The block scan by Brent and Kung's network, its leaves placed so that its reduction has no bank conflicts, and its
// distribution at most one of two lanes in a warp's access.
const bool PADDED = true;
#include "scan/block/brent_kung_trees.glsl"
