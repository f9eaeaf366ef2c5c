// A frame of sprites, computed on the CPU straight from the definitions in
// shaders/render/sprites/sprite.glsl, sprites.glsl, sky.glsl and tone_map.comp. It repeats their constants,
// so that a change of either is found.
#pragma once

#include <glm/glm.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "particles/columns.h"
#include "render/renderer.h"

namespace winnow::verify {

/// How an emitter's particles look at birth and at death; in between, the two are mixed.
struct EmitterLook {
    glm::vec4 color_begin{1}, color_end{1};  // linear red, green, blue and alpha
    float size_begin = 1, size_end = 1;      // diameter in metres
    float streak = 0;                        // seconds of motion drawn as length
    bool covers = false;                     // the light from behind; else it adds light
};

/// The linear light of each pixel, from the bottom row up.
struct LightFrame {
    gl::Size size;
    std::vector<glm::dvec3> pixels;

    std::size_t place_of(int x, int y) const {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
               static_cast<std::size_t>(x);
    }
};

/// Computes the scene's sprites before the sky. Particles lie in the order of the list: later ones cover
/// earlier ones, unless the scene sorts; `looks` are those of the emitters. Preconditions: density 1, no
/// shading by a lamp, no bloom, and an eye below the plane, if there is one, so that nothing is reflected. A
/// particle with a value that is not finite is not shown.
LightFrame reference_light(const render::Scene& scene, std::span<const particles::Particle> particles,
                           std::span<const EmitterLook> looks, gl::Size size);

/// Returns what a screen shows of the light.
render::Image reference_image(const LightFrame& light, float exposure);

/// How far a drawn picture may be from the reference, in steps of 8 bits.
struct PictureBound {
    double mean = 1;    // over all channels of all pixels
    int pixel = 4;      // of the channel that differs most
    double beyond = 0;  // the share of the pixels that may differ by more than that
};

/// Says how two pictures of the same size differ beyond the bound; empty if they do not.
std::string find_difference(const render::Image& drawn, const render::Image& expected,
                            const PictureBound& bound);

}  // namespace winnow::verify
