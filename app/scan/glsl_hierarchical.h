// Scan-then-propagate and reduce-then-scan in GLSL: the strategies that build a hierarchy of tiles' sums.
#pragma once

#include <memory>

#include "gl/program.h"
#include "scan/glsl_variant.h"
#include "scan/scan.h"

namespace winnow::scan {

/// `facts` and `shaders` outlive it.
std::unique_ptr<Scan> make_scan_then_propagate(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                               const GlslVariant& variant);
std::unique_ptr<Scan> make_reduce_then_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                            const GlslVariant& variant);

}  // namespace winnow::scan
