// Which tile a block takes, and what delays it: nothing to wait for, the fastest where blocks start in the order of
// their index.
uint take_tile(uint tiles) { return group_index(); }
void delay_tile(uint tile) {}
