// A trace of three tiles, written by hand, in which every kind of event occurs.
#pragma once

#include "lab/lesson.h"
#include "lab/teaching_kernels.h"

namespace winnow::test {

inline lab::Parameters traced_parameters() {
    return {.values = {3, 1, 7}};
}

/// Tile 0 is slow: tile 1 waits for it, and tile 2 in the end computes its aggregate again.
inline lab::KernelTrace handmade_trace() {
    using enum lab::TileAction;
    lab::KernelTrace trace;
    trace.events = {
        {0, starts, 0, 0, 0},                 // 0
        {1, starts, 1, 0, 0},                 // 1
        {1, loads, 1, 0, 0},                  // 2
        {2, starts, 2, 0, 0},                 // 3
        {2, loads, 2, 0, 0},                  // 4
        {1, publishes_aggregate, 1, 0, 1},    // 5
        {2, publishes_aggregate, 2, 0, 7},    // 6
        {1, waits, 0, 17, 0},                 // 7
        {2, finds_aggregate, 1, 0, 1},        // 8
        {2, waits, 0, shared::LAB_LOOKS, 1},  // 9
        {0, loads, 0, 0, 0},                  // 10
        {2, computes_again, 0, 0, 4},         // 11
        {0, publishes_prefix, 0, 0, 3},       // 12
        {1, finds_prefix, 0, 0, 3},           // 13
        {2, publishes_prefix, 2, 0, 11},      // 14
        {1, publishes_prefix, 1, 0, 4},       // 15
        {0, stores, 0, 0, 3},                 // 16
        {2, stores, 2, 0, 11},                // 17
        {1, stores, 1, 0, 4},                 // 18
        {1, ends, 1, 0, 4},                   // 19
        {0, ends, 0, 0, 3},                   // 20
        {2, ends, 2, 0, 11},                  // 21
    };
    for (const std::int32_t prefix : {3, 4, 11})
        trace.scanned.insert(trace.scanned.end(), shared::LAB_THREADS, prefix);
    return trace;
}

}  // namespace winnow::test
