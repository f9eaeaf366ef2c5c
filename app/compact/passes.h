// The passes of compactors, declared here for the compactors that time them and for the list of a step's
// passes.
#pragma once

#include "gl/passes.h"

namespace winnow::compact {

inline gl::PassId declare_scan_pass(gl::Passes& passes) {
    return passes.declare("scan", "exclusive prefix sum of the votes", gl::Work::compute);
}

inline gl::PassId declare_move_pass(gl::Passes& passes) {
    return passes.declare("move", "survivors' columns to their offsets", gl::Work::compute);
}

/// Declares the pass of compactors that scan and move in one pass.
inline gl::PassId declare_compact_pass(gl::Passes& passes) {
    return passes.declare("compact", "survivors counted and moved in one pass", gl::Work::compute);
}

}  // namespace winnow::compact
