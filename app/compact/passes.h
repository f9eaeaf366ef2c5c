// The passes of compactors, declared alike by those that time them and by who lists the passes of a step.
#pragma once

#include "gl/passes.h"

namespace winnow::compact {

inline gl::PassId declare_scan_pass(gl::Passes& passes) {
    return passes.declare("scan", "exclusive prefix sum of the votes", gl::Work::compute);
}

inline gl::PassId declare_move_pass(gl::Passes& passes) {
    return passes.declare("move", "survivors' columns to their offsets", gl::Work::compute);
}

/// Of compactors that scan and move in one.
inline gl::PassId declare_compact_pass(gl::Passes& passes) {
    return passes.declare("compact", "survivors counted and moved in one pass", gl::Work::compute);
}

}  // namespace winnow::compact
