// A frame as light, before anything is made of the whole picture, for programs that put pictures together.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gl/context.h"
#include "shaders/render/identity/pixels.h"

namespace winnow::film {

/// What a frame says of the particle that each pixel shows, beside its light (IdentityPass); bits.
enum Channel : std::uint32_t {
    depth_channel = 1,     // metres before the eye
    velocity_channel = 2,  // pixels since the frame before
    emitter_channel = 4,   // its number in the effect's list
    identity_channel = 8,  // the step of its birth and its ordinal among the births of that
    position_channel = 16  // metres
};

inline constexpr std::pair<std::string_view, Channel> channel_names[] = {{"depth", depth_channel},
                                                                         {"velocity", velocity_channel},
                                                                         {"emitter", emitter_channel},
                                                                         {"identity", identity_channel},
                                                                         {"position", position_channel}};

/// Rows from the top. Light is linear and multiplied by the alpha.
struct LightFrame {
    gl::Size size;
    std::vector<glm::vec4> light;
    std::vector<shared::PixelParticle> particles;  // empty, if no channel is asked for
};

/// Returns a frame of light that was read from the bottom row up, with its opacity in alpha; `factor` by
/// `factor` pixels are averaged, and of their particles that of one in the middle is kept. Opaque frames have
/// alpha 1. Precondition: the sides are multiples of the factor.
LightFrame light_frame(gl::Size drawn, std::span<const glm::vec4> light,
                       std::span<const shared::PixelParticle> particles, int factor, bool is_transparent);

}  // namespace winnow::film
