// What makes the records that a compactor moves. A file of this kind, named as RECORD_FILE, defines
//
//   const uint RECORD_COLUMNS: uvec4 of a record, at most MAX_COLUMNS
//   bool make_record(uint i, uint from, out uvec4 record[RECORD_COLUMNS])
//     the record of logical index i, which lies at element `from` of the source ring, and whether it survives.
//     Pure: it may be asked for twice, by another work group too.
//   void record_made(uint i, uvec4 record[RECORD_COLUMNS], bool survives)
//     called once for every i below the count, by the group that moves it, before it is moved: the place for
//     side effects, each on its own words or by atomics.
//   void group_made()
//     called once by every invocation of a group whose records were all made; may use barriers.
