// The hook that makes the records which a compactor moves, in the place of stored votes. A file of this kind is named
// as RECORD_FILE. made.glsl includes it when everything of compact/common.glsl is declared and ranks are chosen, so
// that their names are not free. It defines
//
//   const uint RECORD_COLUMNS: uvec4 of a record, 1 to MAX_COLUMNS; the request has as many columns
//   bool make_record(uint i, uint from, inout uvec4 record[RECORD_COLUMNS])
//     makes of what lies at element `from` of the source ring, already loaded, the record of logical index i; returns
//     whether it survives. Pure: it may be asked for twice, by another work group too. Called for i below the count.
//   void group_begins()
//     called by every invocation of a group before it makes records, perhaps more than once: the place to read ahead
//   void record_made(uint i, uint from, uvec4 record[RECORD_COLUMNS], bool survives)
//     called once for every i below the count, by the group that moves it: the place for side effects, each on its own
//     words or by atomics. It must not write the source columns.
//   void group_made(uint begin, uint end)
//     called once by every invocation of a group after all its record_made(), which were for begin <= i < end: shared
//     memory may be used and barriers.
//
// Beside the columns' the compactor takes the bindings BIND_SOURCE_POOL (first and count), BIND_DESTINATION_POOL
// (survivors; a block of the file's own may see the same buffers), BIND_COMPACT_TILES and BIND_COMPACT_TICKETS. All
// others are the file's, among them those of columns beyond RECORD_COLUMNS; Fold::bind binds them.
// Fold::defines are defined ahead of it; Fold::is_long says that make_record needs many registers.
