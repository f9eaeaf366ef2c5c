// The pass that lists particles by votes and a scan (shaders/render/list/list.comp): its division into work
// groups, and its programs.
#pragma once

#include <cstdint>

#include "gl/context.h"
#include "gl/program.h"
#include "scan/glsl_variant.h"

namespace winnow::render {

/// Which entries a program lists.
struct ListKind {
    std::uint32_t columns;  // that it reads
    bool cached_order;      // those of shared::CachedOrder, else the living
    bool ribbons;           // the points of ribbons with the numbers of the ribbons, else what is in view
};

gl::Program load_list(const gl::Facts& facts, gl::ShaderLibrary& shaders, const ListKind& kind);

/// Returns as many groups as run at once; more if the parts were too large for shared memory, fewer if the
/// parts were so small that fewer groups are faster.
std::uint32_t groups_of_list(const gl::Facts& facts, std::uint32_t entries);

/// Returns the single-pass scan that gives a group the number of particles listed before its own, and the
/// block scan of the words of its own votes.
scan::GlslVariant list_variant(const gl::Facts& facts);

}  // namespace winnow::render
