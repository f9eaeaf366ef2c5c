// The cost of drawing at each quality.
#pragma once

#include <cstdint>

#include "render/renderer.h"

namespace winnow::render {

/// The parameters of a quality.
struct Costs {
    int bloom_factor;  // the frame's sides by the bloom's
    int reflection_factor;
    std::uint32_t reflected_every;  // each nth particle is reflected
    int shade_side;                 // texels
    int shadow_side;                // likewise, of the maps of shadows
    bool fine_shadows;              // Shadows::fine
    bool smooth_edges;              // of solid surfaces
    bool nearest_level;             // SpriteLook's
};

constexpr Costs costs_of(Quality quality) {
    return quality == Quality::low ? Costs{4, 4, 4, 128, 1024, false, false, true}
                                   : Costs{2, 2, 1, 256, 2048, true, true, false};
}

}  // namespace winnow::render
