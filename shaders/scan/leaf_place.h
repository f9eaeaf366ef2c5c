// The places in shared memory of the leaves of a padded tree. GLSL, CUDA and C++ share this definition.
#ifndef WINNOW_LEAF_PLACE_H
#define WINNOW_LEAF_PLACE_H

// The place of leaf i, in elements. Leaves a power of two apart would share a bank, so one unused place follows
// every `banks` leaves, and in trees of more than banks * banks leaves another follows every banks * banks.
// `banks` is the number of elements that one access serves at most: 32 of 4 bytes, 16 of 8 bytes.
#define PADDED_LEAF_PLACE(i, leaves, banks) \
    ((i) + (i) / (banks) + ((leaves) > (banks) * (banks) ? (i) / ((banks) * (banks)) : 0u))

#endif
