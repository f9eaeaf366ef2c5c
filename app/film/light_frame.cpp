#include "film/light_frame.h"

#include <cstddef>

namespace winnow::film {
namespace {

/// Returns the place of a pixel, counted from the top, in rows from the bottom up.
std::size_t place_of(gl::Size size, int x, int y) {
    return static_cast<std::size_t>(size.height - 1 - y) * static_cast<std::size_t>(size.width) +
           static_cast<std::size_t>(x);
}

}  // namespace

LightFrame light_frame(gl::Size drawn, std::span<const glm::vec4> light,
                       std::span<const shared::PixelParticle> particles, int factor, bool is_transparent) {
    LightFrame frame;
    frame.size = {drawn.width / factor, drawn.height / factor};
    for (int y = 0; y < frame.size.height; ++y)
        for (int x = 0; x < frame.size.width; ++x) {
            glm::vec4 sum(0);
            for (int v = 0; v < factor; ++v)
                for (int u = 0; u < factor; ++u)
                    sum += light[place_of(drawn, x * factor + u, y * factor + v)];
            sum /= static_cast<float>(factor * factor);
            frame.light.emplace_back(glm::vec3(sum), is_transparent ? sum.a : 1);
            if (particles.empty()) continue;
            shared::PixelParticle one =
                particles[place_of(drawn, x * factor + factor / 2, y * factor + factor / 2)];
            one.velocity_x /= static_cast<float>(factor);
            one.velocity_y /= static_cast<float>(factor);
            frame.particles.push_back(one);
        }
    return frame;
}

}  // namespace winnow::film
