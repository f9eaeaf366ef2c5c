// Mistakes in drawing, made on purpose, which prove that a golden image notices them. They change what a
// frame is drawn from, so that one simulation and one renderer serve the true frame and all wrong ones.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gl/buffer.h"
#include "render/renderer.h"

namespace winnow::test {

/// A scene that is drawn with one mistake.
struct Fault {
    std::string name;
    render::Scene scene;
    std::vector<gl::Buffer> changed = {};  // what the scene reads in place of the true buffers
    bool is_straight = false;  // the light that covers is blended as if its opacity were not yet in it
};

/// Returns the mistakes that change the picture of a scene with so many emitters, none of which was ever
/// removed:
/// - its x axis or its y axis, as the camera sees them, is flipped for all particles;
/// - particles that cover add up, and those that add up cover;
/// and, if particles cover what lies behind them,
/// - their opacity is applied twice;
/// - they are not sorted. Where light only adds up, its order cannot be seen; nor can that of ribbons and of
/// solid
///   particles, which are not drawn in the list's order.
std::vector<Fault> faults_of(const render::Scene& scene, std::size_t emitters);

render::Image frame_of(render::Renderer& renderer, const Fault& fault, gl::Size size);

}  // namespace winnow::test
