// Chained and decoupled-lookback in GLSL: the strategies that move every element once.
#pragma once

#include <memory>

#include "gl/program.h"
#include "scan/glsl_variant.h"
#include "scan/scan.h"

namespace winnow::scan {

/// `facts` and `shaders` outlive it.
std::unique_ptr<Scan> make_single_pass(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                       const GlslVariant& variant);

}  // namespace winnow::scan
