// The block's shared memory: first the counters, then the tile's keys in order, then its values.
shared uint words[COUNTER_WORDS > SORT_TILE ? COUNTER_WORDS : SORT_TILE];
