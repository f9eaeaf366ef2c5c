// The hook that makes the records that a compactor moves, instead of stored votes. RECORD_FILE names a file
// of this kind. made.glsl includes it after everything of compact/common.glsl and the ranks, so their names
// are taken. It defines
//
//   const uint RECORD_COLUMNS: uvec4 elements of a record that are made, at least 1: the first ones, one of each column
//     and then those of the further planes of the last column. The elements behind them are moved as they are.
//   bool make_record(uint i, uint from, inout uvec4 record[RECORD_COLUMNS])
//     turns the already loaded element `from` of the source ring into the record of logical index i; returns
//     true if it survives. It must be pure: it may be called twice, also by another work group. Called for i
//     below the count.
//   void group_begins()
//     called by every invocation of a group before it makes records, perhaps more than once: the place to
//     read ahead
//   void record_made(uint i, uint from, uint to, uvec4 record[RECORD_COLUMNS], bool survives)
//     called once for every i below the count, by the group that moves it to the element `to` of the packed
//     columns if it survives: the place for side effects, each on its own words or by atomics. It must not write
//     the source columns.
//   void group_made(uint begin, uint end)
//     called once by every invocation of a group after all its record_made() calls, which were for begin <= i
//     < end: shared memory and barriers may be used
//
// Beside the bindings of the columns, the compactor uses BIND_SOURCE_POOL (first and count),
// BIND_DESTINATION_POOL (survivors; a block of the file may use the same buffer), BIND_COMPACT_TILES and
// BIND_COMPACT_TICKETS. All other bindings are free for the file, including those of columns beyond
// RECORD_COLUMNS; Fold::bind binds them. Fold::defines are defined before the file; Fold::making says
// how much code and how many registers make_record needs.
