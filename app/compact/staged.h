// The textbook pipeline in GL: votes are scanned, one word each, then every column is moved.
#pragma once

#include <memory>

#include "compact/compactor.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "scan/scan.h"

namespace winnow::compact {

/// `scan` computes the offsets; the move is a GLSL pass. Labels and times "scan" and "move" in `passes`.
/// The references outlive it.
std::unique_ptr<Compactor> make_staged(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                                       std::unique_ptr<scan::Scan> scan);

}  // namespace winnow::compact
