// The passes and the lists that a scene needs, as far as the scene alone tells.
#pragma once

#include <cstddef>
#include <span>

#include "gl/program.h"
#include "render/draw_list.h"
#include "render/lighting.h"
#include "render/renderer.h"

namespace winnow::render {

/// True if particles cast shadows on each other.
bool is_shaded(const Scene& scene);
/// True if the plane mirrors particles.
bool is_mirrored(const Scene& scene);
/// True if there are objects, solid particles, or depths of a host.
bool has_surfaces(const Scene& scene);
/// True if the particles' renderer rasterises surfaces; in a host's picture triangles draw them, and it makes
/// their shadows alone.
bool rasterises_surfaces(const Scene& scene);
/// True if some ribbons are drawn as a layer before which sprites lie, or behind it.
bool has_layer(const Scene& scene);
/// True if particles are drawn over the background, which some are to tint; else the background is drawn
/// behind them, by what they let pass.
bool is_background_first(const Scene& scene);
/// True if the light of all particles adds up, and nothing else is drawn of the scene.
bool only_adds(const Scene& scene);
/// Returns the greatest component of light that a sprite of the scene can have.
float brightest_of(const Scene& scene);
/// Returns how many scenes, from the first on, are drawn in one sum of light: those that only add, and that
/// are about as bright.
std::size_t summed_at_once(std::span<const Scene> scenes);
/// True if the ground blurs what it mirrors, see shaders/render/surfaces/ground.glsl.
bool is_rough(effects::Ground ground);
/// Returns by how much reflections on this ground lose light for each metre above it: water mirrors all.
float mirror_fading_of(effects::Ground ground);

/// Returns the defines of programs on which solid particles cast shadows.
gl::Defines shadow_defines_of(const Scene& scene);
/// Returns what the scene is seen by, in a frame of this size, which is not empty.
Sight sight_of(const Scene& scene, gl::Size frame);
/// Returns the part of the world that is seen, for the shadows in it.
ShadowView shadow_view_of(const Sight& sight);
/// Returns the list of the particles to draw that the scene asks for.
ListRequest listing_of(const Scene& scene);

}  // namespace winnow::render
