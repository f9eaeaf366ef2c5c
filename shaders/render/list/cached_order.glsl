// The state of the cached order. ParticleView particles are always in the order of their births, by step and ordinal, because
// compaction keeps order and births go behind. So a binary search by birth finds each particle again.
layout(std430, binding = BIND_LIST_CACHED_ORDER) buffer CachedOrderBlock { CachedOrder cached_order; };
