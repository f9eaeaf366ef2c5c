// What a list is made of: the living, in the order of their births.
//
// The contract of every file of this kind, which comes behind compact/columns.glsl:
//   place_of_entry(ring_first, i)  where in the columns entry i lies, NOWHERE if it lives no more

uint place_of_entry(uint ring_first, uint i) { return ring_place(ring_first, i); }
