// What is remembered of the living between two sorts. They lie in the order of their births, step and ordinal, whoever
// dies: compaction keeps their order, and births go behind. So each is found again by its birth.
layout(std430, binding = BIND_LIST_REMEMBERED) buffer RememberedBlock { Remembered remembered; };
