// The memory of the living between two sorts. They lie in the order of their births, by step and ordinal, whichever of
// them die: compaction keeps their order, and births go behind. So each is found again by its birth.
layout(std430, binding = BIND_LIST_REMEMBERED) buffer RememberedBlock { Remembered remembered; };
