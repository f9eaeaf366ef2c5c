// The scan as GLSL compute shaders over SSBOs.
#pragma once

#include <memory>

#include "gl/program.h"
#include "scan/glsl_variant.h"
#include "scan/scan.h"

namespace winnow::scan {

/// Error(absent) with the reason if this device does not offer it. `facts` and `shaders` outlive it.
std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders, ScanChoice choice,
                                     ScanType type = {});

/// Makes one variant, for tests and tuning.
std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                     const GlslVariant& variant);

}  // namespace winnow::scan
