#include "scan/glsl_scan.h"

#include <stdexcept>

#include "scan/glsl_by_size.h"
#include "scan/glsl_hierarchical.h"
#include "scan/glsl_single_pass.h"

namespace winnow::scan {

std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders,
                                     const GlslVariant& variant) {
    switch (variant.choice.grid) {
        case GridStrategy::scan_then_propagate:
            return make_scan_then_propagate(facts, shaders, variant);
        case GridStrategy::reduce_then_scan:
            return make_reduce_then_scan(facts, shaders, variant);
        case GridStrategy::chained:
        case GridStrategy::decoupled_lookback:
            return make_single_pass(facts, shaders, variant);
        case GridStrategy::automatic:
            break;
    }
    throw std::logic_error("a GLSL scan needs a resolved grid strategy");
}

std::unique_ptr<Scan> make_glsl_scan(const gl::Facts& facts, gl::ShaderLibrary& shaders, ScanChoice choice,
                                     ScanType type) {
    if (const Availability here = glsl_offers(facts, choice, type); !here) absent("glsl: {}", here.reason);
    const GlslVariant variant = glsl_variant(facts, choice, type);
    return has_sizes(facts, variant) ? make_glsl_by_size(facts, shaders, variant)
                                     : make_glsl_scan(facts, shaders, variant);
}

}  // namespace winnow::scan
