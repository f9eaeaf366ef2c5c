// The scan as GLSL compute shaders over SSBOs, in the variants that fit small and large inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

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

/// True if small inputs have variants of their own.
bool has_sizes(const gl::Facts& facts, const GlslVariant& variant);

/// The variant for large inputs, with those for smaller ones beside it, each built when first needed. `facts`
/// and `shaders` outlive it.
std::unique_ptr<Scan> make_glsl_by_size(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                        const GlslVariant& variant);

/// Bytes of elements up to which each of the smaller variants serves, for tests around these edges.
std::vector<std::uint64_t> size_edges();

}  // namespace winnow::scan
