// The scan as GLSL compute shaders over SSBOs.
#pragma once

#include <memory>

#include "gl/context.h"
#include "gl/program.h"
#include "scan/scan.h"

namespace winnow::scan {

/// `block` and `grid` must be resolved (not automatic). `facts` outlive it.
std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders, BlockScan block,
                                     GridStrategy grid);

}  // namespace winnow::scan
