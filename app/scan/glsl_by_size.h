// One scan for small and large inputs: large tiles have most in flight, but few elements are sooner done by
// many small ones, and those that fit one tile by its block scan alone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gl/program.h"
#include "scan/glsl_variant.h"
#include "scan/scan.h"

namespace winnow::scan {

/// True if small inputs have variants of their own.
bool has_sizes(const gl::Facts& facts, const GlslVariant& variant);

/// The variant for large inputs, with those for smaller ones beside it, each built when first needed. `facts`
/// and `shaders` outlive it.
std::unique_ptr<Scan> make_glsl_by_size(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                        const GlslVariant& variant);

/// Bytes of elements up to which each of the smaller variants serves, for tests around these edges.
std::vector<std::uint64_t> size_edges();

}  // namespace winnow::scan
