// The block scan by Kogge and Stone's network.
#include "scan/block/rows.glsl"

const uint LEAVES = TILE_ROWS;
#include "scan/block/kogge_stone_network.glsl"
#include "scan/block/over_rows.glsl"
