#include "compact/glsl_compactors.h"

#include <stdexcept>

#include "scan/glsl_scan.h"

namespace winnow::compact {

std::unique_ptr<Compactor> make_glsl_compactor(const gl::Tools& tools, Compaction compaction,
                                               ScanChoice choice) {
    const gl::Facts& facts = tools.facts;
    if (const Availability here = glsl_offers(facts, compaction, choice); !here)
        absent("glsl: {}", here.reason);
    compaction = resolve_glsl(facts, compaction, choice);
    choice = scan_beside_glsl(facts, compaction, choice);
    const auto scan = [&] { return scan::make_glsl_scan(facts, tools.shaders, choice); };
    switch (compaction) {
        case Compaction::staged:
            return make_staged(tools, scan());
        case Compaction::bits:
            return make_bits(tools, scan(), move_tile(facts));
        case Compaction::fused:
            return make_fused(tools, glsl_variant(facts, choice));
        case Compaction::atomic:
            return make_atomic(tools, glsl_variant(facts, choice));
        case Compaction::automatic:
            break;
    }
    throw std::logic_error("a GLSL compactor needs a resolved compaction");
}

}  // namespace winnow::compact
