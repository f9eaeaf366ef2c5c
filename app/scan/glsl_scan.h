// The scan as GLSL compute shaders over SSBOs, with variants for small and large inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gl/program.h"
#include "scan/glsl_variant.h"
#include "scan/scan.h"

namespace winnow::scan {

/// Throws Error(absent) with the reason if this device does not offer the scan. `facts` and `shaders` must
/// outlive it.
std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders, ScanChoice choice,
                                     ScanType type = {});

/// Makes one variant, for tests and tuning.
std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                     const GlslVariant& variant);

/// Returns true if there are separate variants for small inputs beside this one.
bool has_sizes(const gl::Facts& facts, const GlslVariant& variant);

/// Makes a scan that uses the variant for large inputs and others for smaller ones, each built when first
/// needed. `facts` and `shaders` must outlive it.
std::unique_ptr<Scan> make_glsl_by_size(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                        const GlslVariant& variant);

/// Returns the largest input of each of the smaller variants, in bytes, for tests around these sizes.
std::vector<std::uint64_t> size_edges();

}  // namespace winnow::scan
