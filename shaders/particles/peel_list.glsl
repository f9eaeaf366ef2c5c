// The particles with heavy codes of a step, by logical index, in any order.
layout(std430, binding = BIND_PEEL_LIST) buffer PeelList {
    uint peel_count;   // zero before they are listed
    uint peel_list[];  // one per particle of the capacity
};
