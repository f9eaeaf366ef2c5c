// The tile's element that x[i] is. Comes after a block scan.
uint place_of(uint i) { return row_of(i / ROW) * ROW + i % ROW; }
