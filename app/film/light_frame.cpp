#include "film/light_frame.h"

#include <cstddef>

#include <glm/gtc/packing.hpp>

namespace winnow::film {
namespace {

/// Returns the place of a pixel, counted from the top, in rows from the bottom up.
std::size_t place_of(gl::Size size, int x, int y) {
    return static_cast<std::size_t>(size.height - 1 - y) * static_cast<std::size_t>(size.width) +
           static_cast<std::size_t>(x);
}

}  // namespace

LightFrame light_frame(const DrawnLight& drawn) {
    const int factor = drawn.factor;
    LightFrame frame;
    frame.size = {drawn.size.width / factor, drawn.size.height / factor};
    const auto count =
        static_cast<std::size_t>(frame.size.width) * static_cast<std::size_t>(frame.size.height);
    frame.light.reserve(count);
    if (!drawn.particles.empty()) frame.particles.reserve(count);
    const auto pixels = static_cast<float>(factor * factor);
    for (int y = 0; y < frame.size.height; ++y)
        for (int x = 0; x < frame.size.width; ++x) {
            glm::vec4 sum(0);
            for (int v = 0; v < factor; ++v)
                for (int u = 0; u < factor; ++u)
                    sum += glm::unpackHalf(drawn.light[place_of(drawn.size, x * factor + u, y * factor + v)]);
            sum /= pixels;
            frame.light.emplace_back(glm::vec3(sum), drawn.is_transparent ? sum.a : 1);
            if (drawn.particles.empty()) continue;
            shared::PixelParticle one =
                drawn.particles[place_of(drawn.size, x * factor + factor / 2, y * factor + factor / 2)];
            one.velocity_x /= static_cast<float>(factor);
            one.velocity_y /= static_cast<float>(factor);
            if (one.emitter < drawn.emitters.size()) one.emitter = drawn.emitters[one.emitter];
            frame.particles.push_back(one);
        }
    return frame;
}

}  // namespace winnow::film
